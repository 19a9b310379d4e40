/**
 * Where a service should deliver to: through the tunnel where there is one, and straight to this
 * computer where the service runs on it. The practice account never leaves this computer.
 */
import type { AccountID } from '../../../contract/records.ts';
import { accountByID, allAccounts } from '../store/accounts.ts';
import type { Store } from '../store/store.ts';
import type { Receiver } from './receiver.ts';
import { isLoopback } from './tunnel/address.ts';

export type Reach = {
  /** What an account's webhooks are appended to, without a slash at its end; null when nothing can reach us. */
  readonly baseFor: (accountID: AccountID) => string | null;
  /** The address of a webhook's path for an account's service, or null. */
  readonly addressFor: (accountID: AccountID, path: string) => string | null;
  /** Whether deliveries can come now. */
  readonly isReachable: (accountID: AccountID) => boolean;
  /** Whether any service that runs on this computer is connected, the practice one aside. */
  readonly hasServiceHere: () => boolean;
};

export const createReach = (parts: {
  readonly store: Store;
  readonly receiver: Pick<Receiver, 'address'>;
  readonly tunnel: {
    /** Where the tunnel leads from; stays while it is down, null when there is none. */
    readonly address: () => string | null;
    readonly isUp: () => boolean;
  };
  readonly isPractice: (accountID: AccountID) => boolean;
}): Reach => {
  const { store, receiver, tunnel, isPractice } = parts;

  const isHere = (accountID: AccountID): boolean => {
    const account = accountByID(store, accountID);
    return account !== null && isLoopback(account.profile.baseUrl);
  };

  /** The tunnel's address, where this account's service can use it. */
  const throughTunnel = (accountID: AccountID): string | null => {
    const address = isPractice(accountID) ? null : tunnel.address();
    return address !== null && isLoopback(address) && !isHere(accountID) ? null : address;
  };

  const baseFor = (accountID: AccountID): string | null =>
    accountByID(store, accountID) === null
      ? null
      : (throughTunnel(accountID) ?? (isHere(accountID) ? receiver.address() : null));

  return {
    baseFor,
    addressFor: (accountID, path) => {
      const base = baseFor(accountID);
      return base === null ? null : `${base}/hook/${path}`;
    },
    isReachable: (accountID) =>
      receiver.address() !== null &&
      (throughTunnel(accountID) === null ? isHere(accountID) : tunnel.isUp()),
    hasServiceHere: () =>
      allAccounts(store).some(
        ({ accountID, connected }) => connected && !isPractice(accountID) && isHere(accountID),
      ),
  };
};
