/** Client of the Pro Integration Service, v4 (conformance.md, H to L). */
import type { Answer } from '../../../../../../contract/errors.ts';
import { openAccess, type ClientDependencies } from '../../../../platform/http/access.ts';
import type { Urgency } from '../../../../platform/http/budget.ts';
import { createCalls, segment } from '../../../../platform/http/calls.ts';
import type { LookUp } from '../../../../accounts/look-up.ts';
import type { Service } from '../../../../accounts/service.ts';
import { lookUpAt } from './lookup.ts';
import { messagesCall, type MessagePages } from './messages.ts';
import type { Query, RecordPage } from '../../../../platform/http/pages.ts';
import { reviewCalls } from './reviews.ts';
import { phoneNumberCalls } from './phone-numbers.ts';
import { api, sentMessage, userRecord, type SentMessage, type UserRecord } from './records.ts';
import { parse } from '../../../../platform/http/parse.ts';
import { threadPages } from './thread.ts';
import { businessWebhookCalls, webhookCalls } from './webhooks.ts';
import type { BusinessWebhookCalls, WebhookCalls } from './webhooks.ts';

export type ServiceClient = Service & {
  readonly user: () => Promise<Answer<UserRecord>>;
  readonly businesses: () => Promise<Answer<readonly unknown[]>>;
  /** A page; services without the list answer 404 or 405. */
  readonly negotiations: (businessID: string, query: Query) => Promise<Answer<RecordPage>>;
  readonly messages: MessagePages;
  /**
   * Sends a message at most once. After `outcome_unknown`, `service_unavailable` and `unexpected_answer`
   * the service may have it; after other errors it does not.
   * @param mayLeave evaluated right before the request; false answers `timeout` without one
   */
  readonly sendMessage: (
    negotiationID: string,
    text: string,
    mayLeave?: () => boolean,
  ) => Promise<Answer<SentMessage>>;
  readonly webhooksOf: (businessID: string, urgency: Urgency) => BusinessWebhookCalls;
  /** The webhooks of the user, requested by a person only. */
  readonly userWebhooks: WebhookCalls;
  readonly lookUp: LookUp;
  /** End of a pause that the service requested (429), by `clock.steady()`, or null. */
  readonly pausedUntil: () => number | null;
  readonly close: () => Promise<void>;
};

export const createServiceClient = (dependencies: ClientDependencies): ServiceClient => {
  const access = openAccess(dependencies);
  const base = new URL(dependencies.profile.baseUrl);
  // Base addresses occur with and without `/api`. The paths contain it.
  base.pathname = base.pathname.replace(/\/api\/*$/, '');
  const ask = access.to(base);
  const calls = createCalls(ask);
  const { get, getPage, getAll, submit, change } = calls;
  const businessPath = (businessID: string): string => `${api}/businesses/${segment(businessID)}`;
  const negotiationPath = (id: string): string => `${api}/negotiations/${segment(id)}`;
  const messages: MessagePages = (negotiationID, messageQuery, urgency) => {
    const { name, path, query } = messagesCall(negotiationID, messageQuery);
    return getPage(name, path, query, urgency);
  };

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
    messages,
    thread: (negotiationID, after, urgency) =>
      threadPages({ messages }, negotiationID, after, urgency),
    sendMessage: (negotiationID, text, mayLeave) => {
      const path = `${negotiationPath(negotiationID)}/messages`;
      return submit('messages.send', 'POST', path, { text }, sentMessage, 'person', mayLeave);
    },
    webhooksOf: (businessID, urgency) =>
      businessWebhookCalls(calls, `${businessPath(businessID)}/webhooks`, urgency),
    phoneNumbersOf: (businessID) => phoneNumberCalls(calls, businessPath(businessID)),
    userWebhooks: webhookCalls(calls, `${api}/users/webhooks`, 'person'),
    // The field's name is undocumented and assumed from the path. A service with another name
    // answers 400 (`rejected`).
    reportJobStatus: (negotiationID, jobStatus) => {
      const path = `${negotiationPath(negotiationID)}/job-status`;
      return change('negotiations.jobStatus', 'POST', path, { jobStatus }, 'person');
    },
    lookUp: lookUpAt(ask, base),
    reviews: reviewCalls(calls),
    pausedUntil: access.pausedUntil,
    close: access.close,
  };
};
