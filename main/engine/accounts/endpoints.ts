/** The endpoints that services call. One receiver serves them all, with the same limits. */
import type { AccountID } from '../../../contract/records.ts';
import type { Store } from '../platform/store/store.ts';
import type { IncomingDelivery } from './deliveries.ts';

/** A call of a service for an account, wherever it was received. */
export type ReceivedCall = {
  /** The account that owns the called address. */
  readonly accountID: AccountID;
  /** The random part of the address; null if the team's hub received the call. */
  readonly path: string | null;
  readonly body: unknown;
  /** When it was received, UTC milliseconds. */
  readonly at: number;
};

export type Endpoint = {
  readonly method: 'POST' | 'PUT';
  /** Below the receiver's address; `:path` is the random part that identifies the account. */
  readonly url: `/${string}/:path${string}`;
  /**
   * SQL that selects `accountID`, `path`, `username` and `passwordDigest` (SHA-256, hex) of the addressees of a
   * path, its only parameter. It is data because another thread runs it.
   */
  readonly addressees: string;
  readonly parseCall: (
    store: Store,
    call: ReceivedCall,
  ) => Omit<IncomingDelivery, 'body' | 'parsed'>;
  /** Stores when a call was received, in the transaction of its delivery. */
  readonly recordCall: (
    store: Store,
    call: Omit<ReceivedCall, 'body'>,
    delivery: Pick<IncomingDelivery, 'accountID' | 'webhookID'>,
  ) => void;
  /** Status to respond once the delivery is applied; null to respond once it is in the journal. */
  readonly chooseStatus: ((store: Store, delivery: IncomingDelivery) => 200 | 202) | null;
};
