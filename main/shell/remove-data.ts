/** `--remove-data`: deletes the app's data, its key and its start at sign-in. The service is not contacted. */
import { rm } from 'node:fs/promises';
import type { Child } from './child.ts';
import type { LoginStart } from './background/login.ts';

/** Removes as much as possible and prints the rest; exit code 0 if nothing is left. */
export const removeData = async (dependencies: {
  readonly paths: readonly string[];
  readonly forgetKey: () => Child;
  readonly login: LoginStart;
  readonly printLine: (line: string) => void;
}): Promise<0 | 1> => {
  const { paths, forgetKey, login, printLine } = dependencies;
  const left: string[] = [];
  // A start that the system's settings disabled still has an entry.
  if (login.get() !== null && !login.set(false).ok) left.push('the start at sign-in');
  const code = await new Promise<number | null>((done) => forgetKey().onExit(done));
  if (code !== 0) left.push('the key in the keychain, which no longer opens anything');
  for (const path of paths) {
    try {
      // Windows releases files a moment after their process has exited.
      await rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    } catch {
      left.push(path);
    }
  }
  if (left.length === 0) printLine(`hearthline: removed ${paths.join(' and ')}`);
  else printLine(`hearthline: could not remove ${left.join(', ')}`);
  return left.length === 0 ? 0 : 1;
};
