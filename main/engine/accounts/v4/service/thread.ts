/**
 * Reads a conversation to its end through pages of 20. Which messages a page holds when there are
 * more is not documented, and the list has no offset (live-facts, Messages), so both sides of a full
 * page are asked for until one of them brings nothing new.
 */
import type { Answer } from '../../../../../contract/errors.ts';
import { succeed } from '../../../../../contract/errors.ts';
import type { Urgency } from '../../../platform/http/budget.ts';
import { mostMessages, type MessagePages } from './messages.ts';
import { messageRecord } from './records.ts';
import { parse } from '../../../platform/http/parse.ts';

type Side = 'older' | 'newer';

/** What is asked for: one page, and further limits to try on its side should it bring nothing new. */
type Span = {
  readonly side: Side | null;
  readonly after?: number;
  readonly before?: number;
  readonly narrower: readonly number[];
};

const second = 1_000;

/**
 * Limits for what lies beyond a page that ends at `at`, the most cautious first. The service may round
 * them to seconds, so a second is asked for twice; where that brings the same full page again, more
 * was written within it, and the limit moves on by as little as may help.
 */
const beyond = (side: Side, at: number): readonly number[] => {
  const way = side === 'older' ? -1 : 1;
  const whole = at - (at % second) + (side === 'older' ? 0 : second - 1);
  return [at - way * second, at - way, at, at + way, whole, whole + way];
};

const spanBeyond = (span: Span, side: Side, [limit, ...narrower]: readonly number[]): Span => ({
  ...span,
  ...(side === 'older' ? { before: limit } : { after: limit }),
  side,
  narrower,
});

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
  client: { readonly messages: MessagePages },
  negotiationID: string,
  after: number | null,
  urgency: Urgency,
): AsyncGenerator<Answer<readonly unknown[]>, void> {
  const seen = new Set<string>();
  const exhausted = new Set<Side>();
  const spans: Span[] = [{ side: null, narrower: [], ...(after === null ? {} : { after }) }];
  for (let span = spans.pop(); span !== undefined; span = spans.pop()) {
    if (span.side !== null && exhausted.has(span.side)) continue;
    const answer = await client.messages(
      negotiationID,
      {
        limit: mostMessages,
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
    // A service that does not say how long a page is gives 10 when it ignores our limit.
    const isFull = keyed.length >= Math.min(answer.value.limit ?? 10, mostMessages);
    if (fresh.length === 0) {
      if (span.side === null) return;
      if (isFull && span.narrower.length > 0)
        spans.push(spanBeyond(span, span.side, span.narrower));
      else exhausted.add(span.side);
      continue;
    }
    const times = keyed.flatMap(({ at }) => (at === null ? [] : [at]));
    if (!isFull || times.length === 0) continue;
    spans.push(
      spanBeyond(span, 'older', beyond('older', Math.min(...times))),
      spanBeyond(span, 'newer', beyond('newer', Math.max(...times))),
    );
  }
}
