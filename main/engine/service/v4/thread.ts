/**
 * Reads a conversation to its end through pages of 20. Which messages a page holds when there are
 * more is not documented, and the list has no offset (live-facts, Messages), so both sides of a full
 * page are asked for until one of them brings nothing new.
 */
import type { Answer } from '../../../../contract/errors.ts';
import { succeed } from '../../../../contract/errors.ts';
import type { Urgency } from '../budget.ts';
import type { ServiceClient } from '../client.ts';
import { messageRecord, parse } from './records.ts';

/** The largest page that the service gives. */
const pageSize = 20;

/** The service's limits may be rounded to seconds; what comes twice is left out. */
const overlapMs = 1_000;

type Side = 'older' | 'newer';
type Span = { readonly after?: number; readonly before?: number; readonly side: Side | null };

/** The id and time of a raw record; one that cannot be read is known by its text. */
const keyOf = (record: unknown): { readonly id: string; readonly at: number | null } => {
  const read = parse(messageRecord, record);
  return read.ok
    ? { id: read.value.messageID, at: read.value.sentAt ?? null }
    : { id: JSON.stringify(record), at: null };
};

/**
 * Gives the messages of a negotiation that were sent after `after` (UTC milliseconds; null for all
 * of them), a page of raw records at a time, in no order and each once. Ends after a failure.
 */
export async function* threadPages(
  client: Pick<ServiceClient, 'messages'>,
  negotiationID: string,
  after: number | null,
  urgency: Urgency,
): AsyncGenerator<Answer<readonly unknown[]>, void> {
  const seen = new Set<string>();
  const exhausted = new Set<Side>();
  const spans: Span[] = [{ side: null, ...(after === null ? {} : { after }) }];
  for (let span = spans.pop(); span !== undefined; span = spans.pop()) {
    if (span.side !== null && exhausted.has(span.side)) continue;
    const answer = await client.messages(
      negotiationID,
      {
        limit: pageSize,
        ...(span.after === undefined ? {} : { sentAfter: span.after }),
        ...(span.before === undefined ? {} : { sentBefore: span.before }),
      },
      urgency,
    );
    if (!answer.ok) {
      yield answer;
      return;
    }
    const keyed = answer.value.records.map((record) => ({ record, ...keyOf(record) }));
    const fresh = keyed.filter(({ id }) => !seen.has(id));
    for (const { id } of fresh) seen.add(id);
    if (fresh.length > 0) yield succeed(fresh.map(({ record }) => record));
    else if (span.side !== null) exhausted.add(span.side);
    // A service that does not say how long a page is gives 10 when it ignores our limit.
    const full = Math.min(answer.value.limit ?? 10, pageSize);
    if (fresh.length === 0 || keyed.length < full) continue;
    const times = keyed.flatMap(({ at }) => (at === null ? [] : [at]));
    if (times.length === 0) continue;
    spans.push(
      { ...span, before: Math.min(...times) + overlapMs, side: 'older' },
      { ...span, after: Math.max(...times) - overlapMs, side: 'newer' },
    );
  }
}
