/** Base addresses for deliveries. Practice never uses the tunnel, and a person's own account never the team's hub. */
import type { Account } from '../../../contract/accounts.ts';
import type { AccountID } from '../../../contract/records.ts';
import { accountByID, allAccounts } from '../accounts/rows.ts';
import type { Store } from '../platform/store/store.ts';
import type { Receiver } from './receiver.ts';
import { isLoopback } from '../platform/http/loopback.ts';

export type PublicRoute = {
  /** Without a final slash; null if there is none. */
  readonly address: () => string | null;
  readonly isUp: () => boolean;
  /** Whether deliveries go to the team's hub, which shares them. */
  readonly isHub: () => boolean;
  /** Time of a failed last test event, UTC milliseconds; null if it arrived or none was sent. */
  readonly failedAt: () => number | null;
};

const isHere = (store: Store, accountID: AccountID): boolean => {
  const account = accountByID(store, accountID);
  return account !== null && isLoopback(account.profile.baseUrl);
};

/** Whether a service on this computer, other than practice, is connected. */
export const hasLocalService = (store: Store): boolean =>
  allAccounts(store).some(
    ({ accountID, connected, practice }) => connected && !practice && isHere(store, accountID),
  );

export const createReach = (parts: {
  readonly store: Store;
  readonly receiver: Pick<Receiver, 'address'>;
  readonly tunnel: PublicRoute;
  /** Time of the account's last delivery, UTC milliseconds, or null. */
  readonly lastDeliveryAt: (accountID: AccountID) => number | null;
}) => {
  const { store, receiver, tunnel, lastDeliveryAt } = parts;

  /** The tunnel's address if this account's service can use it. */
  const throughTunnel = (accountID: AccountID): string | null => {
    const account = accountByID(store, accountID);
    const mayUse = account?.practice === false && (account.isOfTeam || !tunnel.isHub());
    const address = mayUse ? tunnel.address() : null;
    return address !== null && isLoopback(address) && !isHere(store, accountID) ? null : address;
  };

  /** Whether the tunnel is up and its last test event, or a later delivery, arrived. */
  const tunnelWorks = (): boolean => {
    const failedAt = tunnel.failedAt();
    const hasDelivered = ({ accountID }: Pick<Account, 'accountID'>): boolean =>
      throughTunnel(accountID) !== null && (lastDeliveryAt(accountID) ?? 0) > (failedAt ?? 0);
    return tunnel.isUp() && (failedAt === null || allAccounts(store).some(hasDelivered));
  };

  return {
    /** Base address of an account's endpoints, without a final slash; null if unreachable. */
    baseFor: (accountID: AccountID): string | null =>
      throughTunnel(accountID) ?? (isHere(store, accountID) ? receiver.address() : null),
    /** Whether deliveries can arrive, as far as known. */
    isReachable: (accountID: AccountID): boolean =>
      receiver.address() !== null &&
      (throughTunnel(accountID) === null ? isHere(store, accountID) : tunnelWorks()),
    tunnelWorks,
  };
};
