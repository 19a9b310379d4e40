/**
 * `--remove-data`, which the Windows uninstaller calls and people may: everything that this app keeps on the
 * computer goes, its key in the system's keychain and its start at sign-in with it. Of the marketplace nothing
 * changes: webhooks there are removed by disconnecting an account before.
 */
import { rm } from 'node:fs/promises';
import type { Child } from './child.ts';
import type { LoginStart } from './background/login.ts';

type Dependencies = {
  /** Folders and files of the app's own. */
  readonly places: readonly string[];
  /** Starts the process that removes our key from the keychain. */
  readonly forgetKey: () => Child;
  readonly login: LoginStart;
  readonly say: (line: string) => void;
};

/**
 * Removes what there is, as far as it can be.
 *
 * @returns the program's exit code: 0 when nothing is left, else 1, after a line that says what is
 */
export const removeData = async ({
  places,
  forgetKey,
  login,
  say,
}: Dependencies): Promise<0 | 1> => {
  const left: string[] = [];
  // Also one that the system's own settings switched off: that leaves the entry.
  if (login.get() !== null && !login.set(false).ok) left.push('the start at sign-in');
  const code = await new Promise<number | null>((done) => forgetKey().onExit(done));
  if (code !== 0) left.push('the key in the keychain, which opens nothing any more');
  for (const place of places) {
    try {
      // Windows lets go of a file a moment after whoever had it open.
      await rm(place, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    } catch {
      left.push(place);
    }
  }
  if (left.length === 0) say(`hearthline: removed ${places.join(' and ')}`);
  else say(`hearthline: could not remove ${left.join(', ')}`);
  return left.length === 0 ? 0 : 1;
};
