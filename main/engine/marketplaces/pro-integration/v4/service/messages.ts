/** Fetches pages of a negotiation's messages. */
import type { Answer } from '../../../../../../contract/errors.ts';
import type { Urgency } from '../../../../platform/http/budget.ts';
import { segment } from '../../../../platform/http/calls.ts';
import type { RecordPage } from '../../../../platform/http/pages.ts';
import { api } from './records.ts';

/** Largest page size of the service. */
export const mostMessages = 20;

export type MessageQuery = {
  readonly limit: number;
  /** UTC milliseconds. */
  readonly sentAfter?: number;
  readonly sentBefore?: number;
};

/** The messages of a page are unordered. */
export type MessagePages = (
  negotiationID: string,
  query: MessageQuery,
  urgency: Urgency,
) => Promise<Answer<RecordPage>>;

export const messagesCall = (
  negotiationID: string,
  { limit, sentAfter, sentBefore }: MessageQuery,
) => ({
  name: 'messages.list',
  method: 'GET' as const,
  path: `${api}/negotiations/${segment(negotiationID)}/messages`,
  query: {
    limit: String(limit),
    ...(sentAfter === undefined ? {} : { sentAfter: new Date(sentAfter).toISOString() }),
    ...(sentBefore === undefined ? {} : { sentBefore: new Date(sentBefore).toISOString() }),
  },
});
