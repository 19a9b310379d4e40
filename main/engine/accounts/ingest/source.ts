/** Where a record came from, and whether it counts as history. */
import { readUpTo } from '../../leads/read-mark.ts';
import type { Store } from '../../platform/store/store.ts';

export type Source = {
  /**
   * `event`: delivered by a webhook. `poll`: fetched, newer than the last poll. `backfill`: fetched,
   * possibly history (`isHistory`). `call`: delivered by a legacy service, which cannot be polled.
   */
  readonly how: 'event' | 'poll' | 'backfill' | 'call';
  /** True for a record of a list, which can lack fields of the lead's own. */
  readonly isListed: boolean;
  /** Wall clock, UTC milliseconds. */
  readonly now: number;
  /** The same time by `clock.steady()`. */
  readonly steady: number;
};

const connectedAt = (store: Store, accountID: string): number =>
  store
    .prepare<[string], { at: number }>(
      'source.connectedAt',
      'SELECT connected_at AS at FROM accounts WHERE account_id = ?',
    )
    .get(accountID)?.at ?? 0;

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Whether a backfilled record is history: older than the account's connection. The age of the lead does not
 * matter, because a conversation is read again after a repair, and late after a paused import.
 *
 * @param at the time of the record, in UTC milliseconds
 */
export const isHistory = (
  store: Store,
  accountID: string,
  { how, now }: Source,
  at: number,
): boolean => how === 'backfill' && at < Math.min(connectedAt(store, accountID), now);

/** History counts as read when it is older than a day. */
export const readOldHistory = (store: Store, lead: number, at: number, now: number): void => {
  if (at < now - dayMs) readUpTo(store, lead, at);
};
