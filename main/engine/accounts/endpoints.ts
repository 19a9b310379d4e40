/** The endpoints that services call. One receiver serves them all, with the same limits. */
import type { AccountID } from '../../../contract/records.ts';
import type { Addressee } from '../platform/http/credentials.ts';
import type { Store } from '../platform/store/store.ts';
import type { IncomingDelivery } from './deliveries.ts';

/** An authorized caller; `accountID` owns the called address. */
export type Caller = Addressee & {
  readonly accountID: AccountID;
  readonly deliveryFrom: (body: unknown) => Omit<IncomingDelivery, 'body' | 'parsed'>;
  /** Call in the transaction of the delivery. */
  readonly noteCall: (delivery: IncomingDelivery, now: number) => void;
  /** Status to respond once the delivery is applied; null to respond once it is recorded. */
  readonly statusFor: ((delivery: IncomingDelivery) => 200 | 202) | null;
};

export type Endpoint = {
  readonly method: 'POST' | 'PUT';
  /** Below the receiver's address; `:path` is the random part that identifies the account. */
  readonly url: `/${string}/:path${string}`;
  /** Reads a call for an account, wherever it was received. */
  readonly deliveryFrom: (
    store: Store,
    accountID: AccountID,
    body: unknown,
  ) => Omit<IncomingDelivery, 'body' | 'parsed'>;
  /** Notes when a call was received that came over the team's log, in the transaction of its delivery. */
  readonly noteRelayed: (
    store: Store,
    delivery: Pick<IncomingDelivery, 'accountID' | 'webhookID'>,
    at: number,
  ) => void;
  /** Null refuses the call. */
  readonly callerAt: (store: Store, path: string) => Caller | null;
};
