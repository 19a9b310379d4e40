/**
 * Fetches a conversation in pages. The order of the messages in a page is undocumented, so those
 * before and after a full page are fetched until nothing new arrives.
 */
import { succeed, type Answer } from '../../../../../../contract/errors.ts';
import type { Urgency } from '../../../../platform/http/budget.ts';
import { escapeSegment } from '../../../../platform/http/calls.ts';
import type { RecordPage } from '../../../../platform/http/pages.ts';
import { api, messageKey } from './records.ts';
import { parse } from '../../../../platform/http/parse.ts';

/** Largest page size of the service. */
export const maxMessages = 20;

export type MessageQuery = {
  readonly limit: number;
  /** UTC milliseconds. */
  readonly sentAfter?: number;
  readonly sentBefore?: number;
};

/** The messages of a page are unordered. */
export type FetchMessagePage = (
  negotiationID: string,
  query: MessageQuery,
  urgency: Urgency,
) => Promise<Answer<RecordPage>>;

export const buildMessagesCall = (
  negotiationID: string,
  { limit, sentAfter, sentBefore }: MessageQuery,
) => ({
  name: 'messages.list',
  method: 'GET' as const,
  path: `${api}/negotiations/${escapeSegment(negotiationID)}/messages`,
  query: {
    limit: String(limit),
    ...(sentAfter === undefined ? {} : { sentAfter: new Date(sentAfter).toISOString() }),
    ...(sentBefore === undefined ? {} : { sentBefore: new Date(sentBefore).toISOString() }),
  },
});

type Side = 'older' | 'newer';

/** One page to fetch, and further limits to try on its side if it contains nothing new. */
type Span = {
  readonly side: Side | null;
  readonly query: MessageQuery;
  readonly narrower: readonly number[];
};

const second = 1_000;

/**
 * Limits for the messages beyond a page that ends at `at`, the most cautious first. The service may
 * round to seconds, so the first overlaps by one; each next one is the smallest step that may help.
 */
const listLimitsBeyond = (side: Side, at: number): readonly number[] => {
  const step = side === 'older' ? -1 : 1;
  const whole = at - (at % second) + (side === 'older' ? 0 : second - 1);
  return [at - step * second, at - step, at, at + step, whole, whole + step];
};

const buildSpanBeyond = (
  { query }: Span,
  side: Side,
  [at, ...narrower]: readonly number[],
): Span => ({
  side,
  query: { ...query, [side === 'older' ? 'sentBefore' : 'sentAfter']: at },
  narrower,
});

/** Id and time of a raw record; its JSON is the id of one that cannot be parsed. */
const toKey = (record: unknown): { readonly id: string; readonly at: number | null } => {
  const read = parse(messageKey, record);
  return read.ok
    ? { id: read.value.messageID, at: read.value.sentAt ?? null }
    : { id: JSON.stringify(record), at: null };
};

/** Yields messages sent after `after` (UTC milliseconds), without duplicates, until a failure. */
export async function* fetchThreadPages(
  client: { readonly fetchMessagePage: FetchMessagePage },
  negotiationID: string,
  after: number | null,
  urgency: Urgency,
): AsyncGenerator<Answer<readonly unknown[]>, void> {
  const seen = new Set<string>();
  const exhausted = new Set<Side>();
  const query = { limit: maxMessages, ...(after !== null && { sentAfter: after }) };
  const spans: Span[] = [{ side: null, query, narrower: [] }];
  for (let span = spans.pop(); span !== undefined; span = spans.pop()) {
    if (span.side !== null && exhausted.has(span.side)) continue;
    const answer = await client.fetchMessagePage(negotiationID, span.query, urgency);
    if (!answer.ok) {
      yield answer;
      return;
    }
    const keyed = answer.value.records.map((record) => ({ record, ...toKey(record) }));
    const fresh = keyed.filter(({ id }) => !seen.has(id));
    for (const { id } of fresh) seen.add(id);
    if (fresh.length > 0) yield succeed(fresh.map(({ record }) => record));
    // A service that reports no page size returns 10 when it ignores our limit.
    const isFull = keyed.length >= Math.min(answer.value.limit ?? 10, maxMessages);
    if (fresh.length === 0) {
      if (span.side === null) return;
      if (isFull && span.narrower.length > 0)
        spans.push(buildSpanBeyond(span, span.side, span.narrower));
      else exhausted.add(span.side);
      continue;
    }
    const times = keyed.flatMap(({ at }) => (at === null ? [] : [at]));
    if (!isFull || times.length === 0) continue;
    spans.push(
      buildSpanBeyond(span, 'older', listLimitsBeyond('older', Math.min(...times))),
      buildSpanBeyond(span, 'newer', listLimitsBeyond('newer', Math.max(...times))),
    );
  }
}
