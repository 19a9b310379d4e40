/**
 * What the system asks the app to open: a service profile's file, or an address of our scheme, which any web
 * page may call and which therefore does no more than bring the app to the front. Windows and Linux name it on
 * the command line, also of a second start; macOS sends events, also before the app is ready.
 */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { App } from 'electron';

export type Opened =
  | { readonly what: 'profile'; /** Absolute path. */ readonly file: string }
  | { readonly what: 'app' };

const profileEnd = /\.hearthline$/i;
const ourScheme = /^hearthline:/i;

/** What one word of a command line names. Some Linux desktops name a file by its address. */
const namedBy = (arg: string, folder: string): Opened | null => {
  if (arg.startsWith('-')) return null;
  if (ourScheme.test(arg)) return { what: 'app' };
  if (!profileEnd.test(arg)) return null;
  try {
    const file = /^file:/i.test(arg) ? fileURLToPath(arg) : resolve(folder, arg);
    return { what: 'profile', file };
  } catch {
    // The address of no file, or of one on another computer.
    return null;
  }
};

/**
 * What a command line names, the last of it; null when it names nothing of ours. Where an address of ours is on it
 * no file is: the rest could be the address's own, by a browser that quotes badly.
 *
 * @param args after the program's name
 * @param folder where relative paths begin
 */
export const openedBy = (args: readonly string[], folder: string): Opened | null => {
  const named = args.map((arg) => namedBy(arg, folder)).filter((opened) => opened !== null);
  return named.find(({ what }) => what === 'app') ?? named.at(-1) ?? null;
};

/** Tells from now on what the system asks macOS apps to open. */
export const followOpened = (app: Pick<App, 'on'>, open: (opened: Opened) => void): void => {
  app.on('open-file', (event, file) => {
    event.preventDefault();
    if (profileEnd.test(file)) open({ what: 'profile', file });
  });
  app.on('open-url', (event) => {
    event.preventDefault();
    open({ what: 'app' });
  });
};
