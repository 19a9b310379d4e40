/** What the command line and the environment ask for. Unknown switches belong to Chromium. */
import { resolve } from 'node:path';

export type StartOptions = {
  /** Folder that takes everything the app writes; null for the system's usual place. */
  readonly dataFolder: string | null;
  /** File of a service profile to connect with. */
  readonly profileFile: string | null;
  /** Start on the welcome screen, with neither sandbox nor profile. */
  readonly welcome: boolean;
  /** Start without a window: the computer started us, and nobody asked to see anything. */
  readonly hidden: boolean;
  /** Removes everything that the app keeps on this computer, and ends. */
  readonly removesData: boolean;
};

/**
 * @param commandLine after the program's name; what follows `--` asks for nothing, because a web
 *   page may have written it (opened.ts)
 * @param env HEARTHLINE_PROFILE names a profile where `--profile` does not
 * @param folder where relative paths begin
 */
export const readOptions = (
  commandLine: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  folder: string,
): StartOptions => {
  const end = commandLine.indexOf('--');
  const args = end === -1 ? commandLine : commandLine.slice(0, end);
  const value = (name: string): string | null => {
    const given = args.findLast((arg) => arg.startsWith(`--${name}=`));
    const text = given?.slice(name.length + 3);
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

/** Whether a command line asks for a start without a window. */
export const startsHidden = (args: readonly string[]): boolean => args.includes('--hidden');

/**
 * Whether a start brings the practice account: when it was in use, and in a clone also when there is
 * no account at all, so that a newcomer sees an inbox at once. An installed app begins on the welcome
 * screen. A named profile and `--welcome` exclude it.
 */
export const practisesAtStart = (
  { welcome, profileFile }: StartOptions,
  known: {
    readonly accounts: number;
    readonly practice: boolean;
    readonly installed: boolean;
  },
): boolean =>
  !welcome &&
  profileFile === null &&
  (known.practice || (known.accounts === 0 && !known.installed));
