/**
 * The 32-byte key of the vault, from the OS keychain. Without a persistent keychain there is no key
 * and sign-ins stay in memory: secrets are never stored unencrypted.
 */
import type { KeychainState } from '../../contract/accounts.ts';
import type { KeychainReply } from './keychain-key.ts';
import type { Log } from '../log/log.ts';

export type KeychainProcess = {
  readonly onMessage: (listener: (message: unknown) => void) => void;
  readonly onExit: (listener: (code: number | null) => void) => void;
  readonly kill: () => void;
};

export type Keychain = { readonly state: KeychainState; readonly key: Buffer | null };

type Dependencies = {
  /** Names of the keychain's entry; `account` is the data folder. */
  readonly service: string;
  readonly account: string;
  readonly launch: (args: readonly string[]) => KeychainProcess;
  /** Longest wait for the keychain and its prompts, in milliseconds. */
  readonly patience?: number;
  readonly log: Log;
};

/** Long enough to type a password, short enough for an unattended start. */
const defaultPatienceMs = 20_000;

/** Reads or creates the key: `locked` if the keychain does not answer in time, `absent` if its process fails. */
export const openKeychain = async (dependencies: Dependencies): Promise<Keychain> => {
  const { service, account, launch, patience = defaultPatienceMs, log } = dependencies;
  const child = launch([service, account]);
  let timer: NodeJS.Timeout | undefined;
  const reply = await new Promise<KeychainReply>((resolve) => {
    child.onMessage((message) => resolve(message as KeychainReply));
    child.onExit(() => resolve({ state: 'absent', reason: 'the process that asks it failed' }));
    timer = setTimeout(
      () => resolve({ state: 'locked', reason: 'it did not answer in time' }),
      patience,
    );
  });
  clearTimeout(timer);
  child.kill();
  if (reply.state === 'ready') return { state: 'ready', key: Buffer.from(reply.key, 'base64') };
  log.warn({ state: reply.state, reason: reply.reason }, 'no key from the keychain');
  return { state: reply.state, key: null };
};
