/** Options from the command line and the environment. Unknown switches belong to Chromium. */
import { resolve } from 'node:path';

export type StartOptions = {
  /** Folder for all data; null for the system's usual place. */
  readonly dataFolder: string | null;
  readonly profileFile: string | null;
  /** Starts on the welcome screen, without sandbox and profile. */
  readonly showsWelcome: boolean;
  /** Starts without a window, as at sign-in. */
  readonly isHidden: boolean;
  /** Removes the app's data from this computer, then exits. */
  readonly removesData: boolean;
};

/**
 * @param commandLine after the program's name; a web page may have written what follows `--`
 *   (opened.ts), so it is ignored
 * @param env HEARTHLINE_PROFILE names a profile if `--profile` does not
 * @param folder base of relative paths
 */
export const parseOptions = (
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
  const showsWelcome = args.includes('--welcome');
  const fromEnvironment = env['HEARTHLINE_PROFILE'];
  return {
    dataFolder: value('user-data-dir'),
    profileFile: showsWelcome
      ? null
      : (value('profile') ?? (fromEnvironment ? resolve(folder, fromEnvironment) : null)),
    showsWelcome,
    isHidden: startsHidden(args),
    removesData: args.includes('--remove-data'),
  };
};

/** True if the arguments ask for a start without a window. */
export const startsHidden = (args: readonly string[]): boolean => args.includes('--hidden');

/** True if the start opens the practice account: because it was in use, or in a clone without accounts. */
export const shouldStartPractice = (
  { showsWelcome, profileFile }: StartOptions,
  known: {
    readonly accounts: number;
    readonly hasPractice: boolean;
    readonly isInstalled: boolean;
  },
): boolean =>
  !showsWelcome &&
  profileFile === null &&
  (known.hasPractice || (known.accounts === 0 && !known.isInstalled));
