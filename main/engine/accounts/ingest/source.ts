/** How a record came, and what follows from that for what the professional sees of it. */
import { readUpTo } from '../../leads/read-mark.ts';
import type { Store } from '../../platform/store/store.ts';

export type Source = {
  /**
   * `event`: the service called us. `poll`: it answered us. `backfill`: history of a first sync.
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

const dayMs = 24 * 60 * 60 * 1000;

/** History that a first sync brings counts as read when it is older than a day. */
export const readOldHistory = (store: Store, lead: number, at: number, now: number): void => {
  if (at < now - dayMs) readUpTo(store, lead, at);
};
