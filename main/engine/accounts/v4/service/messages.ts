/** Pages of a negotiation's messages (live-facts, Messages). */
import type { Answer } from '../../../../../contract/errors.ts';
import type { Urgency } from '../../../platform/http/budget.ts';
import { segment } from '../../../platform/http/calls.ts';
import type { Query, RecordPage } from '../../../platform/http/pages.ts';
import { api } from './paths.ts';

/** Largest page size of the service. */
export const mostMessages = 20;

export type MessageQuery = {
  /** 1 to 20. */
  readonly limit: number;
  /** UTC milliseconds. */
  readonly sentAfter?: number;
  readonly sentBefore?: number;
};

/** Fetches a page of a negotiation's messages, unordered. */
export type MessagePages = (
  negotiationID: string,
  query: MessageQuery,
  urgency: Urgency,
) => Promise<Answer<RecordPage>>;

/** GET a page of messages. */
export const messagesCall = (
  negotiationID: string,
  { limit, sentAfter, sentBefore }: MessageQuery,
): {
  readonly name: string;
  readonly method: 'GET';
  readonly path: string;
  readonly query: Query;
} => ({
  name: 'messages.list',
  method: 'GET',
  path: `${api}/negotiations/${segment(negotiationID)}/messages`,
  query: {
    limit: String(limit),
    ...(sentAfter === undefined ? {} : { sentAfter: new Date(sentAfter).toISOString() }),
    ...(sentBefore === undefined ? {} : { sentBefore: new Date(sentBefore).toISOString() }),
  },
});
