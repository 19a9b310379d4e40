/**
 * The port to a team's log: one ordered stream of entries that all members follow. No other module
 * knows the server behind it. Failures are values of a closed list.
 */
import type { LogState } from '../../../../contract/team/log-state.ts';

export type Entry = {
  readonly sequence: number;
  readonly subject: string;
  readonly data: Uint8Array;
};

/**
 * `conflict`: the expected last entry of the subject was not the last. `unknown`: no answer came, so the entry
 * may have been stored; publish it again with the same expectation, or compare `last`. `unavailable`: nothing
 * was stored.
 */
export type LogCode = 'conflict' | 'forbidden' | 'too_large' | 'full' | 'unavailable' | 'unknown';
export type LogFailure = { readonly ok: false; readonly code: LogCode };
type Answer<T> = Promise<({ readonly ok: true } & T) | LogFailure>;

/** `created` differs when the stream was deleted and created again; its sequences start over then. */
export type Bounds = {
  readonly first: number;
  readonly last: number;
  readonly count: number;
  readonly created: string;
};

export type TeamLog = {
  /** Appends an entry. `expectedLast` 0 requires a subject without entries. `ttlMs` is at least 1,000. */
  readonly publish: (
    subject: string,
    data: Uint8Array,
    options?: { readonly expectedLast?: number; readonly ttlMs?: number },
  ) => Answer<{ readonly sequence: number }>;
  /**
   * Reads up to `most` entries after a sequence, in order; only removed ones are missing. Waits for the first
   * entry. Below the first kept sequence it begins there without a failure, so compare `bounds`. `created` is
   * of the stream that the entries came from; a cursor of another stream means nothing.
   */
  readonly read: (
    after: number,
    options: { readonly most: number; readonly waitMs: number; readonly signal?: AbortSignal },
  ) => Answer<{ readonly entries: readonly Entry[]; readonly created: string }>;
  /** The last entry of a subject, as the leader of the stream knows it. */
  readonly getLast: (subject: string) => Answer<{ readonly entry: Entry | null }>;
  readonly getBounds: () => Answer<Bounds>;
  /** Replaces the team's snapshot, which is too large for an entry. `head` is read without the rest. */
  readonly putSnapshot: (head: Uint8Array, data: Uint8Array) => Answer<object>;
  /** Its head, and when it was put, by the clock of its author (UTC milliseconds). */
  readonly getSnapshotHead: () => Answer<{
    readonly found: { readonly head: Uint8Array; readonly at: number } | null;
  }>;
  readonly getSnapshot: () => Answer<{ readonly data: Uint8Array | null }>;
  /** Sends to those who hear it now; it is never stored and may get lost. */
  readonly announce: (subject: string, data: Uint8Array) => void;
  /** Calls the handler for announcements until the returned function is called. `>` at the end matches all. */
  readonly hear: (
    subject: string,
    handler: (subject: string, data: Uint8Array) => void,
  ) => () => void;
  /** Calls the listener with the state now and after every change, until the returned function is called. */
  readonly onState: (listener: (state: LogState) => void) => () => void;
  /** Ends the connection; calls that wait fail as `unavailable` or `unknown`. */
  readonly close: () => Promise<void>;
};
