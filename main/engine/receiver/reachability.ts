/** Base addresses for deliveries. Practice never uses the tunnel, and a person's own account never the team's hub. */
import type { Account } from '../../../contract/accounts.ts';
import type { AccountID } from '../../../contract/records.ts';
import { findAccount, listAccounts } from '../accounts/rows.ts';
import type { Store } from '../platform/store/store.ts';
import type { Receiver } from './receiver.ts';
import { isLoopback } from '../platform/http/loopback.ts';

export type PublicRoute = {
  /** Without a final slash; null if there is none. */
  readonly getAddress: () => string | null;
  readonly isUp: () => boolean;
  /** True if deliveries go to the team's hub, which shares them. */
  readonly isHub: () => boolean;
  /** Time of a failed last test event, UTC milliseconds; null if it arrived or none was sent. */
  readonly getFailedAt: () => number | null;
};

/** True if the account's service is on this computer. */
const hasServiceHere = (store: Store, accountID: AccountID): boolean => {
  const account = findAccount(store, accountID);
  return account !== null && isLoopback(account.profile.baseUrl);
};

/** True if a service on this computer, other than practice, is connected. */
export const hasLocalService = (store: Store): boolean =>
  listAccounts(store).some(
    ({ accountID, connected, practice }) =>
      connected && !practice && hasServiceHere(store, accountID),
  );

export const createReachability = ({
  store,
  receiver,
  tunnel,
  findLastDeliveryAt,
}: {
  readonly store: Store;
  readonly receiver: Pick<Receiver, 'getAddress'>;
  readonly tunnel: PublicRoute;
  /** Time of the account's last delivery, UTC milliseconds, or null. */
  readonly findLastDeliveryAt: (accountID: AccountID) => number | null;
}) => {
  /** The tunnel's address if this account's service can use it. */
  const findTunnelAddress = (accountID: AccountID): string | null => {
    const account = findAccount(store, accountID);
    const mayUse = account?.practice === false && (account.isOfTeam || !tunnel.isHub());
    const address = mayUse ? tunnel.getAddress() : null;
    return address !== null && isLoopback(address) && !hasServiceHere(store, accountID)
      ? null
      : address;
  };

  /** True if the tunnel is up and its last test event, or a later delivery, arrived. */
  const isTunnelWorking = (): boolean => {
    const failedAt = tunnel.getFailedAt();
    const hasDelivered = ({ accountID }: Pick<Account, 'accountID'>): boolean =>
      findTunnelAddress(accountID) !== null &&
      (findLastDeliveryAt(accountID) ?? 0) > (failedAt ?? 0);
    return tunnel.isUp() && (failedAt === null || listAccounts(store).some(hasDelivered));
  };

  return {
    /** Base address of an account's endpoints, without a final slash; null if unreachable. */
    findBase: (accountID: AccountID): string | null =>
      findTunnelAddress(accountID) ??
      (hasServiceHere(store, accountID) ? receiver.getAddress() : null),
    /** True if deliveries can arrive, as far as known. */
    isReachable: (accountID: AccountID): boolean =>
      receiver.getAddress() !== null &&
      (findTunnelAddress(accountID) === null
        ? hasServiceHere(store, accountID)
        : isTunnelWorking()),
    isTunnelWorking,
  };
};
