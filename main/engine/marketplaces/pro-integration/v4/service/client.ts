/** Client of the Pro Integration Service, v4 (conformance.md, H to L). */
import { openAccess, type ClientDependencies } from '../../../../platform/http/access.ts';
import type { Urgency } from '../../../../platform/http/budget.ts';
import { createCalls, escapeSegment } from '../../../../platform/http/calls.ts';
import type { Service } from '../../../../accounts/service.ts';
import { createLookUp } from './lookup.ts';
import type { Query } from '../../../../platform/http/pages.ts';
import { createReviewCalls } from './reviews.ts';
import { createPhoneNumberCalls } from './phone-numbers.ts';
import { api, sentMessage } from './records.ts';
import { buildMessagesCall, fetchThreadPages, type FetchMessagePage } from './thread.ts';
import { createBusinessWebhookCalls, createWebhookCalls } from './webhooks.ts';

export type ServiceClient = ReturnType<typeof createServiceClient>;

export const createServiceClient = (dependencies: ClientDependencies) => {
  const access = openAccess(dependencies);
  const base = new URL(dependencies.profile.baseUrl);
  // Base addresses occur with and without `/api`. The paths contain it.
  base.pathname = base.pathname.replace(/\/api\/*$/, '');
  const ask = access.createTransport(base);
  const calls = createCalls(ask);
  const { get, getPage, getAll, submit, change } = calls;
  const buildBusinessPath = (businessID: string): string =>
    `${api}/businesses/${escapeSegment(businessID)}`;
  const buildNegotiationPath = (id: string): string => `${api}/negotiations/${escapeSegment(id)}`;
  const fetchMessagePage: FetchMessagePage = (negotiationID, messageQuery, urgency) => {
    const { name, path, query } = buildMessagesCall(negotiationID, messageQuery);
    return getPage(name, path, query, urgency);
  };
  const service: Service = {
    fetchNegotiation: (negotiationID, urgency) =>
      get('negotiations.get', buildNegotiationPath(negotiationID), {}, urgency),
    fetchMessages: (negotiationID, after, urgency) =>
      fetchThreadPages({ fetchMessagePage }, negotiationID, after, urgency),
    getPhoneNumberCalls: (businessID) =>
      createPhoneNumberCalls(calls, buildBusinessPath(businessID)),
    reviews: createReviewCalls(calls),
    // The field's name is undocumented and assumed from the path. A service with another name
    // answers 400 (`rejected`).
    reportJobStatus: (negotiationID, jobStatus) => {
      const path = `${buildNegotiationPath(negotiationID)}/job-status`;
      return change('negotiations.jobStatus', 'POST', path, { jobStatus }, 'person');
    },
  };

  return {
    ...service,
    listBusinesses: () => getAll('businesses.list', `${api}/businesses`, 'background'),
    /** A page; services without the list answer 404 or 405. */
    fetchNegotiations: (businessID: string, query: Query) =>
      getPage(
        'negotiations.list',
        `${buildBusinessPath(businessID)}/negotiations`,
        query,
        'background',
      ),
    fetchMessagePage,
    /**
     * Sends a message at most once. After `outcome_unknown`, `service_unavailable` and `unexpected_answer`
     * the service may have it; after other errors it does not.
     * @param maySend evaluated right before the request; false answers `timeout` without one
     */
    sendMessage: (negotiationID: string, text: string, maySend?: () => boolean) => {
      const path = `${buildNegotiationPath(negotiationID)}/messages`;
      return submit('messages.send', 'POST', path, { text }, sentMessage, 'person', maySend);
    },
    getWebhookCalls: (businessID: string, urgency: Urgency) =>
      createBusinessWebhookCalls(calls, `${buildBusinessPath(businessID)}/webhooks`, urgency),
    /** The webhooks of the user, requested by a person only. */
    userWebhooks: createWebhookCalls(calls, `${api}/users/webhooks`, 'person'),
    lookUp: createLookUp(ask, base),
    /** End of a pause that the service requested (429), by `clock.steady()`, or null. */
    pausedUntil: access.pausedUntil,
    close: access.close,
  };
};
