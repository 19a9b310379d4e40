/** Messages between the engine and the receiver's thread. */
import type { AccountID } from '../../../contract/records.ts';
import type { Addressee } from '../platform/http/credentials.ts';
import type { Endpoint } from '../accounts/endpoints.ts';

/** An authorized call of a service, as it was received. */
export type Call = {
  readonly accountID: AccountID;
  /** Of its endpoint, like `url`. */
  readonly method: string;
  readonly url: string;
  /** The random part of its address. */
  readonly path: string;
  /** JSON. */
  readonly body: string;
  /** When it was received, UTC milliseconds. */
  readonly at: number;
};

/** Numbers ascend in the order in which the calls reached the disk. */
export type NumberedCall = Call & { readonly number: number };

export type ServedEndpoint = Pick<Endpoint, 'method' | 'url' | 'addressees'> & {
  /** True if the engine determines the response after it has applied the call. */
  readonly respondsAfterApply: boolean;
};

export type ServerSettings = {
  /** The database, which has the addressees. */
  readonly file: string;
  /** File of the calls that are not in the database yet. */
  readonly journal: string;
  /** The preferred port, or null. */
  readonly port: number | null;
  readonly endpoints: readonly ServedEndpoint[];
  /** Header that identifies this receiver's refusals. */
  readonly mark: { readonly header: string; readonly value: string };
  /** Counts refusals in its first element; shared memory. */
  readonly refusals: Int32Array;
};

export type FromServer =
  | { readonly type: 'listening'; readonly port: number | null }
  /** Calls that are on the disk. */
  | { readonly type: 'calls'; readonly calls: readonly NumberedCall[] }
  /** A test event, which waits for its `status`. Its number is negative. */
  | { readonly type: 'probe'; readonly number: number; readonly path: string }
  | {
      readonly type: 'log';
      readonly level: 'warn' | 'error';
      readonly fields: object;
      readonly text: string;
    };

export type ToServer =
  /** All expected test events. */
  | { readonly type: 'probes'; readonly probes: readonly Addressee[] }
  /** The calls up to this number are in the database, and there on the disk. */
  | { readonly type: 'recorded'; readonly upTo: number }
  /** Response to the call or test event with this number. */
  | { readonly type: 'status'; readonly number: number; readonly status: number }
  | { readonly type: 'stop' };
