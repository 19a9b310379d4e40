/**
 * Endpoints at which services call this app. Each generation defines its own; one receiver serves them
 * all with the same limits.
 */
import type { AccountID } from '../../../contract/records.ts';
import type { Addressee } from '../platform/http/credentials.ts';
import type { Store } from '../platform/store/store.ts';
import type { IncomingDelivery } from './deliveries.ts';

/** An authorized caller of one endpoint. */
export type Caller = Addressee & {
  /** The owner of the called address. */
  readonly accountID: AccountID;
  /** The delivery of a call with this body. */
  readonly deliveryFrom: (body: unknown) => Omit<IncomingDelivery, 'body' | 'parsed'>;
  /** Records the time of the call, in the transaction of the delivery; `now` in UTC milliseconds. */
  readonly noteCall: (delivery: IncomingDelivery, now: number) => void;
  /**
   * Status of the response, which waits until the delivery is applied; null to respond as soon as the
   * delivery is recorded.
   */
  readonly statusFor: ((delivery: IncomingDelivery) => 200 | 202) | null;
};

export type Endpoint = {
  readonly method: 'POST' | 'PUT';
  /** Below the receiver's address; `:path` is the random part that identifies the account. */
  readonly url: `/${string}/:path${string}`;
  /** The caller that may use this path; null to refuse. */
  readonly callerAt: (store: Store, path: string) => Caller | null;
};
