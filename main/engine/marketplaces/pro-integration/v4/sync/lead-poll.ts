/** Polls a lead's messages, and its record, because no event announces a status or refund. */
import type { Failure } from '../../../../../../contract/errors.ts';
import type { Urgency } from '../../../../platform/http/budget.ts';
import type { ServiceClient } from '../service/client.ts';
import { fetchThreadPages } from '../service/thread.ts';
import { readActivity, type DueLead } from '../../../../accounts/polls.ts';
import type { AccountDependencies, PolledKind } from '../../../../accounts/runtime.ts';

/** Messages can arrive late and clocks differ, so polls overlap by this time. */
const overlapMs = 10 * 60_000;

export type LeadOutcome =
  /** `readTo`: time of the last message, by the service's clock; unchanged when unreadable. */
  | { readonly state: 'found'; readonly readTo: number }
  | { readonly state: 'missing'; readonly why: 'gone' | 'forbidden' }
  | { readonly state: 'failed'; readonly failure: Failure };

const toRefusal = ({ code }: Failure): 'gone' | 'forbidden' | null =>
  code === 'gone' || code === 'forbidden' ? code : null;

/** Null when the synchronization has stopped. */
export const pollLead = async (
  dependencies: Pick<AccountDependencies, 'store' | 'ingest' | 'clock' | 'poller'> & {
    readonly client: ServiceClient;
    readonly accountID: string;
    readonly isWanted: () => boolean;
    /** Older leads arrive with the list, which each desktop of a team imports. */
    readonly listedBefore: number;
  },
  due: DueLead,
  urgency: Urgency,
): Promise<LeadOutcome | null> => {
  const { store, ingest, client, clock, poller, accountID, isWanted, listedBefore } = dependencies;
  const { negotiationID, readTo } = due;
  const isFirstRead = readTo === null;
  const how = isFirstRead ? 'backfill' : 'poll';
  const isNews = !isFirstRead || due.createdAt >= listedBefore;
  const share = (kind: PolledKind, records: readonly unknown[]) => (isNew: boolean) => {
    // A listed lead is no longer new here, but other desktops may lack it.
    if ((isNew || isFirstRead) && isNews) poller.onFound(kind, records);
  };

  const fetchLead = async (): Promise<LeadOutcome | null> => {
    const answer = await client.fetchNegotiation(negotiationID, urgency);
    if (!isWanted()) return null;
    if (answer.ok) {
      const records = [answer.value];
      ingest.applyNegotiations(accountID, records, how, share('answer:negotiation', records));
      return null;
    }
    const why = toRefusal(answer.error);
    return why === null ? { state: 'failed', failure: answer.error } : { state: 'missing', why };
  };

  // An imported lead was complete when it was listed.
  const isListed =
    isFirstRead && due.complete === 1 && due.isHere === 1 && due.createdAt < listedBefore;
  const refusal = isListed ? null : await fetchLead();
  if (!isWanted() || refusal !== null) return refusal;
  const after = readTo === null ? null : readTo - overlapMs;
  for await (const page of fetchThreadPages(client, negotiationID, after, urgency)) {
    if (!isWanted()) return null;
    if (page.ok) {
      const stored = share('answer:message', page.value);
      ingest.applyMessages(accountID, negotiationID, page.value, how, stored);
      continue;
    }
    if (toRefusal(page.error) === null) return { state: 'failed', failure: page.error };
    // Only the conversation is refused. A listed lead was not fetched above, so fetch it now.
    return (isListed ? await fetchLead() : null) ?? { state: 'found', readTo: readTo ?? 0 };
  }
  // A message dated in the future must not hide those written until then.
  const { newestAt } = readActivity(store, due.lead);
  return { state: 'found', readTo: Math.min(newestAt ?? 0, clock.now()) };
};
