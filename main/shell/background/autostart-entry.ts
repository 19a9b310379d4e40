/** The XDG autostart entry of a Linux desktop, with escaping so that a path cannot add lines or arguments. */

/** Quotes an argument of the Exec key, where `%` starts a code and strings escape again. */
const quote = (argument: string): string => {
  const inQuotes = argument.replaceAll(/["`$\\]/g, '\\$&').replaceAll('%', '%%');
  return `"${inQuotes}"`.replaceAll('\\', '\\\\');
};

/** Builds the entry for a program and its arguments; null if it cannot be expressed. */
export const buildAutostartEntry = (command: readonly string[]): string | null => {
  if (command.length === 0 || command.some((part) => /[\n\r\0]/.test(part))) return null;
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Hearthline',
    `Exec=${command.map(quote).join(' ')}`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');
};

/** True unless the entry is disabled: people may do so without removing it. */
export const startsProgram = (entry: string): boolean =>
  /^\[Desktop Entry\]\s*$/m.test(entry) &&
  /^Exec\s*=\s*\S/m.test(entry) &&
  !/^Hidden\s*=\s*true\s*$/im.test(entry) &&
  !/^X-GNOME-Autostart-enabled\s*=\s*false\s*$/im.test(entry);
