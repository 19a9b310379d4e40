/** Polls a lead's messages, and its record, because no event announces a status or refund. */
import type { Failure } from '../../../../../../contract/errors.ts';
import type { Urgency } from '../../../../platform/http/budget.ts';
import type { ServiceClient } from '../service/client.ts';
import { fetchThreadPages } from '../service/thread.ts';
import { hasChanges, type Changes } from '../../../../accounts/ingest/changes.ts';
import type { DueLead } from '../../../../accounts/polls.ts';
import type { AccountDependencies, PolledKind } from '../../../../accounts/runtime.ts';

/** Messages can arrive late and clocks differ, so polls overlap by this time. */
const overlapMs = 10 * 60_000;

export type LeadOutcome =
  /** Stored already. */
  | { readonly state: 'found' }
  | { readonly state: 'missing'; readonly why: 'gone' | 'forbidden' }
  | { readonly state: 'failed'; readonly failure: Failure };

const toRefusal = ({ code }: Failure): 'gone' | 'forbidden' | null =>
  code === 'gone' || code === 'forbidden' ? code : null;

/** Null when the synchronization has stopped. */
export const pollLead = async (
  dependencies: Pick<AccountDependencies, 'ingest' | 'poller'> & {
    readonly client: ServiceClient;
    readonly accountID: string;
    readonly isWanted: () => boolean;
    /** Older leads arrive with the list, which each desktop of a team imports. */
    readonly listedBefore: number;
    /** Called in the transaction that stores the last page. `readTo` is null unless the conversation was refused. */
    readonly onRead: (changes: Changes, readTo: number | null) => void;
  },
  due: DueLead,
  urgency: Urgency,
): Promise<LeadOutcome | null> => {
  const { ingest, client, poller, accountID, isWanted, listedBefore, onRead } = dependencies;
  const { negotiationID, readTo } = due;
  const isFirstRead = readTo === null;
  const how = isFirstRead ? 'backfill' : 'poll';
  const isNews = !isFirstRead || due.createdAt >= listedBefore;
  const share = (kind: PolledKind, records: readonly unknown[]) => (changes: Changes) => {
    // A listed lead is no longer new here, but other desktops may lack it.
    if ((hasChanges(changes) || isFirstRead) && isNews) poller.onFound(kind, records);
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
  /** So that the last page is one commit with what it completes. A person waits for no second page. */
  const holdsPages = isFirstRead && urgency === 'background';
  let last: readonly unknown[] = [];
  const store = (onStored?: (changes: Changes) => void): void => {
    const shareMessages = share('answer:message', last);
    ingest.applyMessages(accountID, negotiationID, last, how, (changes) => {
      if (last.length > 0) shareMessages(changes);
      onStored?.(changes);
    });
  };
  const after = readTo === null ? null : readTo - overlapMs;
  for await (const page of fetchThreadPages(client, negotiationID, after, urgency)) {
    if (!isWanted()) return null;
    if (last.length > 0) store();
    last = page.ok ? page.value : [];
    if (page.ok && !holdsPages) {
      store();
      last = [];
    }
    if (page.ok) continue;
    if (toRefusal(page.error) === null) return { state: 'failed', failure: page.error };
    // Only the conversation is refused. A listed lead was not fetched above, so fetch it now.
    const refusal = isListed ? await fetchLead() : null;
    if (!isWanted()) return null;
    if (refusal === null) store((changes) => onRead(changes, readTo ?? 0));
    return refusal ?? { state: 'found' };
  }
  if (!isWanted()) return null;
  store((changes) => onRead(changes, null));
  return { state: 'found' };
};
