/**
 * Opens the keychain, the vault and its accounts. The keychain may wait for a password; only
 * callers of `ask` wait for it, never window or engine.
 */
import type { Answer } from '../../contract/errors.ts';
import type { KeychainState } from '../../contract/accounts.ts';
import type { Connect } from '../connect/connect.ts';
import type { Keychain } from '../vault/keychain.ts';
import type { Vault } from '../vault/vault.ts';

type Opened = {
  readonly connect: Connect;
  readonly vault: Vault;
  readonly keychain: KeychainState;
};

export type SignIns = {
  readonly open: (createConnect: (vault: Vault) => Connect) => void;
  readonly now: () => Opened | null;
  /** Runs `work` once the vault is open. Errors: `read_only`, those of `work`. */
  readonly ask: <T>(work: (opened: Opened) => Answer<T> | Promise<Answer<T>>) => Promise<Answer<T>>;
};

export const createSignIns = ({
  openKeychain,
  openVault,
}: {
  readonly openKeychain: () => Promise<Keychain>;
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
      vault: vault.value,
      keychain: vault.value.isReplacement ? 'replaced' : state,
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
