/** The list of a negotiation's messages, a page at a time (live-facts, Messages). */
import type { Answer } from '../../../../../contract/errors.ts';
import type { Urgency } from '../../../platform/http/budget.ts';
import { segment } from '../../../platform/http/calls.ts';
import type { Query, RecordPage } from '../../../platform/http/pages.ts';
import { api } from './paths.ts';

/** The largest page that the service gives. */
export const mostMessages = 20;

export type MessageQuery = {
  /** 1 to 20. */
  readonly limit: number;
  /** UTC milliseconds. */
  readonly sentAfter?: number;
  readonly sentBefore?: number;
};

/** Gives a page of a negotiation's messages, in no order. */
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
