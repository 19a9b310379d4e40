/**
 * Asks the service about one lead: the negotiation, for a status or refund that no event tells, and
 * the messages that are not here yet (live-facts, Negotiation record). Everything goes through ingest.
 */
import type { Failure } from '../../../../../contract/errors.ts';
import type { Clock } from '../../../../clock/clock.ts';
import type { Ingest } from '../../ingest/ingest.ts';
import type { Urgency } from '../../../platform/http/budget.ts';
import type { ServiceClient } from '../service/client.ts';
import { threadPages } from '../service/thread.ts';
import { activityOf, type DueLead } from '../../polls.ts';
import type { Store } from '../../../platform/store/store.ts';

/** Messages may turn up late and clocks differ: what is this much older is asked for again. */
const overlapMs = 10 * 60_000;

export type LeadOutcome =
  /** `readTo`: where its conversation ends, by the service's time; as before when it cannot be read. */
  | { readonly state: 'found'; readonly readTo: number }
  /** The service says that there is no such lead, or not for this grant. */
  | { readonly state: 'missing'; readonly why: 'gone' | 'forbidden' }
  | { readonly state: 'failed'; readonly failure: Failure };

const refusalOf = ({ code }: Failure): 'gone' | 'forbidden' | null =>
  code === 'gone' || code === 'forbidden' ? code : null;

/** Asks about a lead and takes in the answers; null when nobody wants them any more. */
export const pollLead = async (
  dependencies: {
    readonly store: Store;
    readonly ingest: Ingest;
    readonly client: ServiceClient;
    readonly clock: Clock;
    readonly accountID: string;
    /** False once nobody wants the answer any more. */
    readonly isWanted: () => boolean;
    /** Leads from before this moment come with the list, where the service has one. */
    readonly connectedAt: number;
  },
  due: DueLead,
  urgency: Urgency,
): Promise<LeadOutcome | null> => {
  const { store, ingest, client, clock, accountID, isWanted, connectedAt } = dependencies;
  const { negotiationID, readTo } = due;
  const isFirstRead = readTo === null;
  const how = isFirstRead ? 'backfill' : 'poll';

  /** Gives why the lead could not be had, or null when it could. */
  const askLead = async (): Promise<LeadOutcome | null> => {
    const answer = await client.negotiation(negotiationID, urgency);
    if (!isWanted()) return null;
    if (answer.ok) {
      ingest.negotiations(accountID, [answer.value], how);
      return null;
    }
    const why = refusalOf(answer.error);
    return why === null ? { state: 'failed', failure: answer.error } : { state: 'missing', why };
  };

  // An imported lead was complete when it was listed.
  const isListed = isFirstRead && due.complete && due.isHere && due.createdAt < connectedAt;
  const lacking = isListed ? null : await askLead();
  if (!isWanted() || lacking !== null) return lacking;
  const after = readTo === null ? null : readTo - overlapMs;
  for await (const page of threadPages(client, negotiationID, after, urgency)) {
    if (!isWanted()) return null;
    if (page.ok) {
      ingest.messages(accountID, negotiationID, page.value, how);
      continue;
    }
    if (refusalOf(page.error) === null) return { state: 'failed', failure: page.error };
    // The lead is there all the same, or is asked for now: only its conversation is not to be had.
    const lack = isListed ? await askLead() : null;
    return lack ?? { state: 'found', readTo: readTo ?? 0 };
  }
  // A message that is dated in the future must not hide those that are written until then.
  const { newestAt } = activityOf(store, due.lead);
  return { state: 'found', readTo: Math.min(newestAt ?? 0, clock.now()) };
};
