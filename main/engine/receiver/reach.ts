/**
 * Where a service should deliver to: through the tunnel where there is one, and straight to this
 * computer where the service runs on it. The practice account never leaves this computer.
 */
import type { Account } from '../../../contract/accounts.ts';
import type { AccountID } from '../../../contract/records.ts';
import { accountByID, allAccounts } from '../accounts/rows.ts';
import type { Store } from '../platform/store/store.ts';
import type { Receiver } from './receiver.ts';
import { isLoopback } from '../platform/http/loopback.ts';

/** What the address from the internet must be known by. */
export type WayIn = {
  /** Where it leads from, without a slash at its end; null when there is none. */
  readonly address: () => string | null;
  readonly isUp: () => boolean;
  /** When the last test event failed, UTC milliseconds; null when it came, or none was sent. */
  readonly failedAt: () => number | null;
};

export type Reach = {
  /**
   * What our paths are appended to for an account's service, without a slash at its end; null when
   * nothing can reach us.
   */
  readonly baseFor: (accountID: AccountID) => string | null;
  /** Whether deliveries can come now, as far as anybody knows. */
  readonly isReachable: (accountID: AccountID) => boolean;
  /**
   * Whether the tunnel brings deliveries: it stands, and its last test event has come, or a delivery
   * since. Some routers do not let their own address be reached from inside.
   */
  readonly tunnelWorks: () => boolean;
};

const isHere = (store: Store, accountID: AccountID): boolean => {
  const account = accountByID(store, accountID);
  return account !== null && isLoopback(account.profile.baseUrl);
};

/** True when a service on this computer is connected, other than the practice one. */
export const hasLocalService = (store: Store): boolean =>
  allAccounts(store).some(
    ({ accountID, connected, practice }) => connected && !practice && isHere(store, accountID),
  );

export const createReach = (parts: {
  readonly store: Store;
  readonly receiver: Pick<Receiver, 'address'>;
  readonly tunnel: WayIn;
  /** When an account's service last told us something, UTC milliseconds; null while it has not. */
  readonly lastDeliveryAt: (accountID: AccountID) => number | null;
}): Reach => {
  const { store, receiver, tunnel, lastDeliveryAt } = parts;

  /** The tunnel's address, where this account's service can use it. */
  const throughTunnel = (accountID: AccountID): string | null => {
    const isPractice = accountByID(store, accountID)?.practice === true;
    const address = isPractice ? null : tunnel.address();
    return address !== null && isLoopback(address) && !isHere(store, accountID) ? null : address;
  };

  const tunnelWorks = (): boolean => {
    const failedAt = tunnel.failedAt();
    const hasDelivered = ({ accountID }: Pick<Account, 'accountID'>): boolean =>
      throughTunnel(accountID) !== null && (lastDeliveryAt(accountID) ?? 0) > (failedAt ?? 0);
    return tunnel.isUp() && (failedAt === null || allAccounts(store).some(hasDelivered));
  };

  const baseFor = (accountID: AccountID): string | null =>
    accountByID(store, accountID) === null
      ? null
      : (throughTunnel(accountID) ?? (isHere(store, accountID) ? receiver.address() : null));

  return {
    baseFor,
    isReachable: (accountID) =>
      receiver.address() !== null &&
      (throughTunnel(accountID) === null ? isHere(store, accountID) : tunnelWorks()),
    tunnelWorks,
  };
};
