/** Options from the command line and the environment. Unknown switches belong to Chromium. */
import { resolve } from 'node:path';

export type StartOptions = {
  /** Folder for all data; null for the system's usual place. */
  readonly dataFolder: string | null;
  readonly profileFile: string | null;
  /** Start on the welcome screen, without sandbox and profile. */
  readonly welcome: boolean;
  /** Start without a window, as at sign-in. */
  readonly hidden: boolean;
  /** Remove the app's data from this computer, then exit. */
  readonly removesData: boolean;
};

/**
 * @param commandLine after the program's name; a web page may have written what follows `--`
 *   (opened.ts), so it is ignored
 * @param env HEARTHLINE_PROFILE names a profile if `--profile` does not
 * @param folder base of relative paths
 */
export const readOptions = (
  commandLine: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  folder: string,
): StartOptions => {
  const end = commandLine.indexOf('--');
  const args = end === -1 ? commandLine : commandLine.slice(0, end);
  const value = (name: string): string | null => {
    const option = args.findLast((arg) => arg.startsWith(`--${name}=`));
    const text = option?.slice(name.length + 3);
    return text ? resolve(folder, text) : null;
  };
  const welcome = args.includes('--welcome');
  const fromEnvironment = env['HEARTHLINE_PROFILE'];
  return {
    dataFolder: value('user-data-dir'),
    profileFile: welcome
      ? null
      : (value('profile') ?? (fromEnvironment ? resolve(folder, fromEnvironment) : null)),
    welcome,
    hidden: startsHidden(args),
    removesData: args.includes('--remove-data'),
  };
};

/** Whether the app starts without a window. */
export const startsHidden = (args: readonly string[]): boolean => args.includes('--hidden');

/** Whether the practice account opens at the start: if it was in use, or in a clone without any account. */
export const shouldStartPractice = (
  { welcome, profileFile }: StartOptions,
  known: { readonly accounts: number; readonly practice: boolean; readonly installed: boolean },
): boolean =>
  !welcome &&
  profileFile === null &&
  (known.practice || (known.accounts === 0 && !known.installed));
