/**
 * Profile files and links that the system opens with the app. Any web page may open an address of our
 * scheme, so it only raises the window. Windows and Linux pass both on the command line, also of a
 * second start; macOS sends events, even before the app is ready.
 */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { App } from 'electron';

export type Opened =
  | { readonly what: 'profile'; /** Absolute path. */ readonly file: string }
  | { readonly what: 'app' };

const profileEnd = /\.hearthline$/i;
const ourScheme = /^hearthline:/i;

/** Parses one argument. Some Linux desktops pass a file as an address. */
const parseArgument = (arg: string, folder: string): Opened | null => {
  if (arg.startsWith('-')) return null;
  if (ourScheme.test(arg)) return { what: 'app' };
  if (!profileEnd.test(arg)) return null;
  try {
    const file = /^file:/i.test(arg) ? fileURLToPath(arg) : resolve(folder, arg);
    return { what: 'profile', file };
  } catch {
    // Not a file, or one on another computer.
    return null;
  }
};

/**
 * Finds the last file or link that a command line asks to open, or null. If an address of our scheme is present,
 * files are ignored: they could be part of the address, from a browser that quotes badly.
 * @param args after the program's name
 * @param folder base of relative paths
 */
export const findOpenRequest = (args: readonly string[], folder: string): Opened | null => {
  const named = args.map((arg) => parseArgument(arg, folder)).filter((opened) => opened !== null);
  return named.find(({ what }) => what === 'app') ?? named.at(-1) ?? null;
};

/** Calls `open` for each file and link that the system opens with the app. */
export const onOpenRequest = (app: Pick<App, 'on'>, open: (opened: Opened) => void): void => {
  app.on('open-file', (event, file) => {
    event.preventDefault();
    if (profileEnd.test(file)) open({ what: 'profile', file });
  });
  app.on('open-url', (event) => {
    event.preventDefault();
    open({ what: 'app' });
  });
};
