/** Opens keychain, vault and accounts. Callers of `ask` wait for the keychain's password; window and engine do not. */
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

export type SignIns = ReturnType<typeof createSignIns>;

export const createSignIns = (dependencies: {
  readonly openKeychain: () => Promise<Keychain>;
  readonly openVault: (key: Buffer | null) => Answer<Vault>;
}) => {
  let current: Opened | null = null;
  const opening = Promise.withResolvers<Answer<Opened>>();
  const openAll = async (createConnect: (vault: Vault) => Connect): Promise<Answer<Opened>> => {
    const { state, key } = await dependencies.openKeychain();
    const vault = dependencies.openVault(key);
    if (!vault.ok) return vault;
    current = {
      connect: createConnect(vault.value),
      vault: vault.value,
      keychain: vault.value.isReplacement ? 'replaced' : state,
    };
    return { ok: true, value: current };
  };
  return {
    open: (createConnect: (vault: Vault) => Connect) => opening.resolve(openAll(createConnect)),
    getOpened: () => current,
    /** Runs `work` once the vault is open. Errors: `read_only`, those of `work`. */
    runWhenOpen: async <T>(
      work: (opened: Opened) => Answer<T> | Promise<Answer<T>>,
    ): Promise<Answer<T>> => {
      const opened = await opening.promise;
      return opened.ok ? work(opened.value) : opened;
    },
  };
};
