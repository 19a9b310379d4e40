/**
 * Client of the Pro Integration Service, one function for each v4 endpoint (service.md, Endpoints H to L;
 * live-facts). Errors carry the service's status, detail and traceID where available.
 */
import type { Answer } from '../../../../../contract/errors.ts';
import { openAccess, type ClientDependencies } from '../../../platform/http/access.ts';
import type { Urgency } from '../../../platform/http/budget.ts';
import { createCalls, segment } from '../../../platform/http/calls.ts';
import { api } from './paths.ts';
import { jobStatusCall, type SetJobStatus } from './job-status.ts';
import type { LookUp } from '../../look-up.ts';
import type { PhoneNumberCalls, ReviewCalls } from '../../service.ts';
import { lookUpAt } from './lookup.ts';
import { messagesCall, type MessagePages } from './messages.ts';
import type { Query, RecordPage } from '../../../platform/http/pages.ts';
import { reviewCalls } from './reviews.ts';
import { phoneNumberCalls } from './phone-numbers.ts';
import { sentMessage, userRecord, type SentMessage, type UserRecord } from './records.ts';
import { parse } from '../../../platform/http/parse.ts';
import {
  businessWebhookCalls,
  webhookCalls,
  type BusinessWebhookCalls,
  type WebhookCalls,
} from './webhooks.ts';

export type ServiceClient = {
  /** GET users/self. */
  readonly user: () => Promise<Answer<UserRecord>>;
  /** GET businesses, all pages: raw records. */
  readonly businesses: () => Promise<Answer<readonly unknown[]>>;
  /** GET one negotiation: the raw record. `gone` after a refund, `forbidden` for another's. */
  readonly negotiation: (negotiationID: string, urgency: Urgency) => Promise<Answer<unknown>>;
  /** GET a business's negotiations, a page; services without the list answer 404 or 405. */
  readonly negotiations: (businessID: string, query: Query) => Promise<Answer<RecordPage>>;
  /** GET a negotiation's messages, a page in no order. */
  readonly messages: MessagePages;
  /**
   * POST a message, once. After `outcome_unknown`, `service_unavailable` and `unexpected_answer` the service
   * may have it; after other errors it does not.
   */
  readonly sendMessage: (negotiationID: string, text: string) => Promise<Answer<SentMessage>>;
  /** The webhooks of a business. */
  readonly webhooksOf: (businessID: string, urgency: Urgency) => BusinessWebhookCalls;
  /** The webhooks of the user, requested by a person only. */
  readonly userWebhooks: WebhookCalls;
  /** The registered phone numbers of a business. */
  readonly phoneNumbersOf: (businessID: string) => PhoneNumberCalls;
  readonly setJobStatus: SetJobStatus;
  readonly lookUp: LookUp;
  readonly reviews: ReviewCalls;
  /** End of a pause that the service demands (429), by `clock.steady()`; null for none. */
  readonly pausedUntil: () => number | null;
  /** Closes the connections. */
  readonly close: () => Promise<void>;
};

export const createServiceClient = (dependencies: ClientDependencies): ServiceClient => {
  const access = openAccess(dependencies);
  const base = new URL(dependencies.profile.baseUrl);
  // Addresses occur with and without `/api` (live-facts, Environments); the paths contain it.
  base.pathname = base.pathname.replace(/\/api\/*$/, '');
  const ask = access.to(base);
  const calls = createCalls(ask);
  const { get, getPage, getAll, submit } = calls;
  const businessPath = (businessID: string): string => `${api}/businesses/${segment(businessID)}`;
  const negotiationPath = (id: string): string => `${api}/negotiations/${segment(id)}`;

  return {
    user: async () => {
      const answer = await get('users.self', `${api}/users/self`, {}, 'background');
      return answer.ok ? parse(userRecord, answer.value) : answer;
    },
    businesses: () => getAll('businesses.list', `${api}/businesses`, 'background'),
    negotiation: (negotiationID, urgency) =>
      get('negotiations.get', negotiationPath(negotiationID), {}, urgency),
    negotiations: (businessID, query) =>
      getPage('negotiations.list', `${businessPath(businessID)}/negotiations`, query, 'background'),
    messages: (negotiationID, asked, urgency) => {
      const { name, path, query } = messagesCall(negotiationID, asked);
      return getPage(name, path, query, urgency);
    },
    sendMessage: (negotiationID, text) =>
      submit(
        'messages.send',
        'POST',
        `${negotiationPath(negotiationID)}/messages`,
        { text },
        sentMessage,
        'person',
      ),
    webhooksOf: (businessID, urgency) =>
      businessWebhookCalls(calls, `${businessPath(businessID)}/webhooks`, urgency),
    phoneNumbersOf: (businessID) => phoneNumberCalls(calls, businessPath(businessID)),
    userWebhooks: webhookCalls(calls, `${api}/users/webhooks`, 'person'),
    setJobStatus: jobStatusCall(calls),
    lookUp: lookUpAt(ask, base),
    reviews: reviewCalls(calls),
    pausedUntil: access.pausedUntil,
    close: access.close,
  };
};
