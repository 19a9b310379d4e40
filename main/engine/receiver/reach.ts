/**
 * Where a service should deliver to: through the tunnel where there is one, and straight to this
 * computer where the service runs on it. The practice account never leaves this computer.
 */
import type { Account, AccountID } from '../../../contract/records.ts';
import { accountByID, allAccounts } from '../accounts/rows.ts';
import { partnerEndpointOf } from '../accounts/legacy/partner-endpoint-rows.ts';
import type { Store } from '../platform/store/store.ts';
import { webhooksOf } from '../accounts/v4/webhooks/rows.ts';
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
  /** What an account's webhooks are appended to, without a slash at its end; null when nothing can reach us. */
  readonly baseFor: (accountID: AccountID) => string | null;
  /** The address of a webhook's path for an account's service, or null. */
  readonly addressFor: (accountID: AccountID, path: string) => string | null;
  /** Whether deliveries can come now, as far as anybody knows. */
  readonly isReachable: (accountID: AccountID) => boolean;
  /**
   * Whether the tunnel brings deliveries: it stands, and its last test event has come, or a delivery
   * since. Some routers do not let their own address be reached from inside.
   */
  readonly tunnelWorks: () => boolean;
  /** When an account's service last delivered, UTC milliseconds; null while it has not. */
  readonly lastDeliveryAt: (accountID: AccountID) => number | null;
  /** Whether any service that runs on this computer is connected, the practice one aside. */
  readonly hasServiceHere: () => boolean;
};

export const createReach = (parts: {
  readonly store: Store;
  readonly receiver: Pick<Receiver, 'address'>;
  readonly tunnel: WayIn;
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

  const lastDeliveryAt = (accountID: AccountID): number | null => {
    const hooks = webhooksOf(store, accountID).map((hook) => hook.lastDeliveryAt ?? 0);
    const last = Math.max(partnerEndpointOf(store, accountID)?.lastCallAt ?? 0, ...hooks);
    return last === 0 ? null : last;
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
      : (throughTunnel(accountID) ?? (isHere(accountID) ? receiver.address() : null));

  return {
    baseFor,
    addressFor: (accountID, path) => {
      const base = baseFor(accountID);
      return base === null ? null : `${base}/hook/${path}`;
    },
    isReachable: (accountID) =>
      receiver.address() !== null &&
      (throughTunnel(accountID) === null ? isHere(accountID) : tunnelWorks()),
    tunnelWorks,
    lastDeliveryAt,
    hasServiceHere: () =>
      allAccounts(store).some(
        ({ accountID, connected }) => connected && !isPractice(accountID) && isHere(accountID),
      ),
  };
};
