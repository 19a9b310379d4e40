/**
 * When the business hours change, so does the time at which each waiting customer is to have a reply, and
 * with it the order of Needs reply. The rows follow in slices; the hours that they follow are noted when
 * all have, so that an engine that ends in between begins again.
 */
import { z } from 'zod';
import type { Change } from '../../../contract/events.ts';
import { recall, remember } from '../platform/settings.ts';
import type { Slices } from '../platform/slices.ts';
import { leadIDOf } from '../platform/store/ids.ts';
import type { Store } from '../platform/store/store.ts';
import { refreshLeads } from './inbox.ts';
import { hoursKey } from './reply-times.ts';

const followed = 'replyTimes.hours';
/** So many rows are worked out between two looks at the time. */
const few = 25;

/** Everybody who waits for a reply. */
const waiting = (store: Store): readonly number[] =>
  store
    .prepare<[], { lead: number }>('hours.waiting', 'SELECT lead FROM inbox WHERE needs_reply = 1')
    .all()
    .map(({ lead }) => lead);

/**
 * Brings the rows of the inbox to the hours of now, if they follow others. Rejects with what SQLite
 * throws.
 */
export const followHours = async (
  store: Store,
  slices: Pick<Slices, 'run'>,
  publish: (change: Change) => void,
): Promise<void> => {
  const key = hoursKey(store);
  if (recall(store, followed, z.string()) === key) return;
  const leads = waiting(store);
  const changed: number[] = [];
  let done = 0;
  const isWhole = await slices.run((isOver) => {
    changed.push(
      ...store.writeAgain(() => {
        const now: number[] = [];
        do {
          now.push(...refreshLeads(store, leads.slice(done, done + few)));
          done += few;
        } while (done < leads.length && !isOver());
        return now;
      }),
    );
    return done < leads.length;
  });
  if (changed.length > 0) publish({ kinds: ['leads'], leadIDs: changed.map(leadIDOf) });
  if (isWhole) store.writeAgain(() => remember(store, followed, key));
};
