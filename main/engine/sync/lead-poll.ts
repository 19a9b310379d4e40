/**
 * Asks the service about one lead: the negotiation, for a status or refund that no event tells, and
 * the messages that are not here yet (live-facts, Negotiation record). Everything goes through ingest.
 */
import type { Failure } from '../../../contract/errors.ts';
import type { Ingest } from '../ingest/ingest.ts';
import type { Urgency } from '../service/budget.ts';
import type { ServiceClient } from '../service/client.ts';
import { threadPages } from '../service/v4/thread.ts';
import { standingOf, type DueLead } from '../store/polls.ts';
import type { Store } from '../store/store.ts';

/** Messages may turn up late and clocks differ: what is this much older is asked for again. */
const overlapMs = 10 * 60_000;

/** Everything before this is here; null when the history has not been read yet. */
const readUntil = (store: Store, due: DueLead): number | null => {
  if (due.polledAt === null) return null;
  const { newestAt } = standingOf(store, due.lead);
  return newestAt === null ? null : Math.min(newestAt, due.polledAt) - overlapMs;
};

/**
 * Asks about a lead and takes in the answers. Gives the failure, or null when all went well; a lead
 * that the service no longer gives is marked so and counts as well.
 */
export const pollLead = async (
  parts: {
    readonly store: Store;
    readonly ingest: Ingest;
    readonly client: ServiceClient;
    readonly accountID: string;
    /** False once nobody wants the answer any more. */
    readonly isWanted: () => boolean;
    /** Leads from before this moment are history and no news. */
    readonly connectedAt: number;
  },
  due: DueLead,
  urgency: Urgency,
): Promise<Failure | null> => {
  const { store, ingest, client, accountID, isWanted, connectedAt } = parts;
  const { negotiationID } = due;
  const isHistory = due.polledAt === null && due.complete && due.createdAt < connectedAt;
  const how = isHistory ? 'backfill' : 'poll';

  /** True when the failure says that the lead cannot be had any more. */
  const isMissing = ({ code }: Failure): boolean => {
    if (code !== 'gone' && code !== 'forbidden') return false;
    ingest.missing(accountID, negotiationID, code);
    return true;
  };

  // What was just listed is complete already.
  if (!isHistory) {
    const answer = await client.negotiation(negotiationID, urgency);
    if (!isWanted()) return null;
    if (!answer.ok) return isMissing(answer.error) ? null : answer.error;
    ingest.negotiations(accountID, [answer.value], how);
  }
  for await (const page of threadPages(client, negotiationID, readUntil(store, due), urgency)) {
    if (!isWanted()) return null;
    if (!page.ok) return isMissing(page.error) ? null : page.error;
    ingest.messages(accountID, negotiationID, page.value, how);
  }
  return null;
};
