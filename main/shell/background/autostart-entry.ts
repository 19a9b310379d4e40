/**
 * The file by which a Linux desktop starts a program when somebody signs in (XDG autostart): written so
 * that no path can say anything but its own name, and read as desktops read it.
 */

/** Quoted by the rules of the Exec key; `%` begins a field there, and the file's own strings escape again. */
const quoted = (argument: string): string => {
  const inQuotes = argument.replaceAll(/["`$\\]/g, '\\$&').replaceAll('%', '%%');
  return `"${inQuotes}"`.replaceAll('\\', '\\\\');
};

/**
 * The text of the entry that starts a program; null for a command that no entry can hold.
 *
 * @param command the program's path and its arguments
 */
export const autostartEntry = (command: readonly string[]): string | null => {
  if (command.length === 0 || command.some((part) => /[\n\r\0]/.test(part))) return null;
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Hearthline',
    `Exec=${command.map(quoted).join(' ')}`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');
};

/** Whether a desktop that reads this entry starts the program: people switch entries off in place. */
export const startsProgram = (entry: string): boolean =>
  /^\[Desktop Entry\]\s*$/m.test(entry) &&
  /^Exec\s*=\s*\S/m.test(entry) &&
  !/^Hidden\s*=\s*true\s*$/im.test(entry) &&
  !/^X-GNOME-Autostart-enabled\s*=\s*false\s*$/im.test(entry);
