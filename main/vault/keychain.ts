/**
 * The key that everything secret is encrypted with: 32 bytes in the OS keychain. Without a keychain
 * that lasts there is no key, and sign-ins live in memory only; there is never a plain-text fallback.
 */
import type { KeychainState } from '../../contract/accounts.ts';
import type { KeychainReply } from './keychain-key.ts';
import type { Log } from '../log/log.ts';

/** The process that asks (keychain-process.ts), as whoever starts processes hands it over. */
export type KeychainProcess = {
  readonly onMessage: (listener: (message: unknown) => void) => void;
  readonly onExit: (listener: (code: number | null) => void) => void;
  readonly kill: () => void;
};

export type Keychain = { readonly state: KeychainState; readonly key: Buffer | null };

type Dependencies = {
  /** The entry's name in the keychain. */
  readonly service: string;
  /** Tells one data folder's key from another's. */
  readonly account: string;
  /** Starts keychain-process.ts with these arguments. */
  readonly launch: (args: readonly string[]) => KeychainProcess;
  /** How long a prompt of the keychain may stand unanswered, in milliseconds. */
  readonly patience?: number;
  readonly log: Log;
};

/** Long enough to type a password, short enough for a start that nobody watches. */
const defaultPatience = 20_000;

/**
 * Reads the key, or makes it at the first start.
 *
 * @returns `ready` with the key; `absent` when no keychain of this computer keeps it (on Linux: no
 *   Secret Service answers); `locked` when the keychain is there and was not unlocked in time
 */
export const openKeychain = async ({
  service,
  account,
  launch,
  patience = defaultPatience,
  log,
}: Dependencies): Promise<Keychain> => {
  const asked = launch([service, account]);
  let timer: NodeJS.Timeout | undefined;
  const reply = await new Promise<KeychainReply>((found) => {
    asked.onMessage((message) => found(message as KeychainReply));
    asked.onExit(() => found({ state: 'absent', reason: 'the process that asks it failed' }));
    timer = setTimeout(
      () => found({ state: 'locked', reason: 'it did not answer in time' }),
      patience,
    );
  });
  clearTimeout(timer);
  asked.kill();
  if (reply.state === 'ready') {
    return { state: 'ready', key: Buffer.from(reply.key, 'base64') };
  }
  log.warn({ state: reply.state, reason: reply.reason }, 'no key from the keychain');
  return { state: reply.state, key: null };
};
