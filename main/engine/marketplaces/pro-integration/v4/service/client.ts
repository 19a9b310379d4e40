/** Client of the Pro Integration Service, v4 (conformance.md, H to L). */
import { openAccess, type ClientDependencies } from '../../../../platform/http/access.ts';
import type { Urgency } from '../../../../platform/http/budget.ts';
import { createCalls, segment } from '../../../../platform/http/calls.ts';
import type { Service } from '../../../../accounts/service.ts';
import { lookUpAt } from './lookup.ts';
import type { Query } from '../../../../platform/http/pages.ts';
import { reviewCalls } from './reviews.ts';
import { phoneNumberCalls } from './phone-numbers.ts';
import { api, sentMessage } from './records.ts';
import { messagesCall, threadPages, type MessagePages } from './thread.ts';
import { businessWebhookCalls, webhookCalls } from './webhooks.ts';

export type ServiceClient = ReturnType<typeof createServiceClient>;

export const createServiceClient = (dependencies: ClientDependencies) => {
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
  const service: Service = {
    negotiation: (negotiationID, urgency) =>
      get('negotiations.get', negotiationPath(negotiationID), {}, urgency),
    thread: (negotiationID, after, urgency) =>
      threadPages({ messages }, negotiationID, after, urgency),
    phoneNumbersOf: (businessID) => phoneNumberCalls(calls, businessPath(businessID)),
    reviews: reviewCalls(calls),
    // The field's name is undocumented and assumed from the path. A service with another name
    // answers 400 (`rejected`).
    reportJobStatus: (negotiationID, jobStatus) => {
      const path = `${negotiationPath(negotiationID)}/job-status`;
      return change('negotiations.jobStatus', 'POST', path, { jobStatus }, 'person');
    },
  };

  return {
    ...service,
    businesses: () => getAll('businesses.list', `${api}/businesses`, 'background'),
    /** A page; services without the list answer 404 or 405. */
    negotiations: (businessID: string, query: Query) =>
      getPage('negotiations.list', `${businessPath(businessID)}/negotiations`, query, 'background'),
    messages,
    /**
     * Sends a message at most once. After `outcome_unknown`, `service_unavailable` and `unexpected_answer`
     * the service may have it; after other errors it does not.
     * @param maySend evaluated right before the request; false answers `timeout` without one
     */
    sendMessage: (negotiationID: string, text: string, maySend?: () => boolean) => {
      const path = `${negotiationPath(negotiationID)}/messages`;
      return submit('messages.send', 'POST', path, { text }, sentMessage, 'person', maySend);
    },
    webhooksOf: (businessID: string, urgency: Urgency) =>
      businessWebhookCalls(calls, `${businessPath(businessID)}/webhooks`, urgency),
    /** The webhooks of the user, requested by a person only. */
    userWebhooks: webhookCalls(calls, `${api}/users/webhooks`, 'person'),
    lookUp: lookUpAt(ask, base),
    /** End of a pause that the service requested (429), by `clock.steady()`, or null. */
    pausedUntil: access.pausedUntil,
    close: access.close,
  };
};
