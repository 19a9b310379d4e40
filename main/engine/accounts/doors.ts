/**
 * The addresses at which services call this app: each generation says where its own do, who is let in
 * and what is brought. The one receiver stands behind all of them, with one set of limits.
 */
import type { AccountID } from '../../../contract/records.ts';
import type { Addressee } from '../platform/http/credentials.ts';
import type { Store } from '../platform/store/store.ts';
import type { IncomingDelivery } from './deliveries.ts';

/** A service that calls an address of ours and knows its credentials. */
export type Caller = Addressee & {
  /** The account that the address belongs to. */
  readonly accountID: AccountID;
  /** What it brings, by the body of its call. */
  readonly brings: (body: unknown) => Omit<IncomingDelivery, 'body'>;
  /** Notes that it has called, in the transaction that keeps the delivery; `now` in UTC milliseconds. */
  readonly note: (delivery: IncomingDelivery, now: number) => void;
  /**
   * The status that its call is answered with once the delivery was applied; null for one that is
   * answered as soon as it is kept.
   */
  readonly answer: ((delivery: IncomingDelivery) => 200 | 202) | null;
};

export type Door = {
  readonly method: 'POST' | 'PUT';
  /** Below the receiver's address; `:path` stands for the random part, which is an account's own. */
  readonly url: `/${string}/:path${string}`;
  /** Who is let in at a path; null for nobody. */
  readonly callerAt: (store: Store, path: string) => Caller | null;
};
