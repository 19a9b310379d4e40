/**
 * The sign-ins: a key from the keychain, the vault that it opens, and the accounts in it. A keychain
 * may take its time (it asks the person for a password), so whoever needs the sign-ins waits for
 * them here, and the window and the engine never do.
 */
import type { Answer } from '../../contract/errors.ts';
import type { KeychainState } from '../../contract/accounts.ts';
import type { Connect } from '../connect/connect.ts';
import type { Keychain } from '../vault/keychain.ts';
import type { Vault } from '../vault/vault.ts';

type Opened = {
  readonly connect: Connect;
  /** How it is with the keychain, as `connect.accounts` says it. */
  readonly keychain: KeychainState;
};

export type SignIns = {
  /** What is open; null until it is. */
  readonly now: () => Opened | null;
  /** Runs `work` once they are open. Errors: `read_only` when they cannot be read, those of `work`. */
  readonly ask: <T>(work: (opened: Opened) => Answer<T> | Promise<Answer<T>>) => Promise<Answer<T>>;
};

/** Begins to open the sign-ins. */
export const openSignIns = (parts: {
  readonly openKeychain: () => Promise<Keychain>;
  /** Errors: `read_only`. */
  readonly openVault: (key: Buffer | null) => Answer<Vault>;
  readonly createConnect: (vault: Vault) => Connect;
}): SignIns => {
  let open: Opened | null = null;
  const opening = (async (): Promise<Answer<Opened>> => {
    const { state, key } = await parts.openKeychain();
    const vault = parts.openVault(key);
    if (!vault.ok) return vault;
    open = {
      connect: parts.createConnect(vault.value),
      keychain: vault.value.setAside ? 'replaced' : state,
    };
    return { ok: true, value: open };
  })();
  return {
    now: () => open,
    ask: async (work) => {
      const opened = await opening;
      return opened.ok ? work(opened.value) : opened;
    },
  };
};
