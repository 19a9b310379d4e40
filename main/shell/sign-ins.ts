/**
 * The sign-ins: a key from the keychain, the vault that it opens, and the accounts in it. A keychain may wait for
 * the person's password, so callers wait in `ask`; the window and the engine never wait.
 */
import type { Answer } from '../../contract/errors.ts';
import type { KeychainState } from '../../contract/accounts.ts';
import type { Connect } from '../connect/connect.ts';
import type { Keychain } from '../vault/keychain.ts';
import type { Vault } from '../vault/vault.ts';

type Opened = { readonly connect: Connect; readonly keychain: KeychainState };

export type SignIns = {
  /** Starts opening. `ask` waits until then. */
  readonly open: (createConnect: (vault: Vault) => Connect) => void;
  /** Null until the vault is open. */
  readonly now: () => Opened | null;
  /** Runs `work` once the vault is open. Errors: `read_only` when it cannot be read, those of `work`. */
  readonly ask: <T>(work: (opened: Opened) => Answer<T> | Promise<Answer<T>>) => Promise<Answer<T>>;
};

export const createSignIns = ({
  openKeychain,
  openVault,
}: {
  readonly openKeychain: () => Promise<Keychain>;
  /** Errors: `read_only`. */
  readonly openVault: (key: Buffer | null) => Answer<Vault>;
}): SignIns => {
  let current: Opened | null = null;
  const opening = Promise.withResolvers<Answer<Opened>>();
  const openAll = async (createConnect: (vault: Vault) => Connect): Promise<Answer<Opened>> => {
    const { state, key } = await openKeychain();
    const vault = openVault(key);
    if (!vault.ok) return vault;
    current = {
      connect: createConnect(vault.value),
      keychain: vault.value.setAside ? 'replaced' : state,
    };
    return { ok: true, value: current };
  };
  return {
    open: (createConnect) => opening.resolve(openAll(createConnect)),
    now: () => current,
    ask: async (work) => {
      const opened = await opening.promise;
      return opened.ok ? work(opened.value) : opened;
    },
  };
};
