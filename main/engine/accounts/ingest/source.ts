/** How a record came, and what follows from that for what the professional sees of it. */
import { readUpTo } from '../../leads/read-mark.ts';
import type { Store } from '../../platform/store/store.ts';

export type Source = {
  /**
   * `event`: the service called us. `poll`: it answered us with what came since we last asked.
   * `backfill`: it answered us with what may be history (`isHistory`).
   * `call`: a legacy service called us, and there is nothing that could be asked of it.
   */
  readonly how: 'event' | 'poll' | 'backfill' | 'call';
  /** True for a record of a list, which can say less than the lead's own. */
  readonly isListed: boolean;
  /** When it is taken in, in UTC milliseconds, as the computer shows them. */
  readonly now: number;
  /** The same moment by the clock that waits are measured with. */
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
 * Whether a record of a list, or of a conversation that is read from its beginning, is history: it is
 * from before the account was connected. A conversation is read again after a repair, and late after a
 * paused import, so the age of its lead says nothing about its messages.
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
