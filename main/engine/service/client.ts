/**
 * The Pro Integration Service as typed functions, one for each v4 endpoint that is used (service.md,
 * Endpoints H to J; live-facts, Messages). It is written from the specification alone. Every answer
 * is an `Answer` whose error has the status, detail and traceID of the service where it gave them.
 */
import type { Dispatcher } from 'undici';
import { succeed, type Answer } from '../../../contract/errors.ts';
import type { PublicProfile } from '../../../contract/profile.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Log } from '../../log/log.ts';
import type { Random } from '../random.ts';
import { createBudget, type Urgency } from './budget.ts';
import { createConnections } from './exchange.ts';
import { createTransport, type Call, type TokenSource } from './transport.ts';
import { readPage, type Query, type RecordPage } from './v4/pages.ts';
import {
  messageRecord,
  parse,
  userRecord,
  webhookRecord,
  type MessageRecord,
  type UserRecord,
  type WebhookRecord,
} from './v4/records.ts';

export type Credentials = { readonly username: string; readonly password: string };

export type NewWebhook = {
  readonly webhookURL: string;
  readonly eventTypes: readonly string[];
  readonly enabled: boolean;
  readonly auth: Credentials;
};

export type MessageQuery = {
  /** 1 to 20. */
  readonly limit: number;
  /** UTC milliseconds. */
  readonly sentAfter?: number;
  readonly sentBefore?: number;
};

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
  readonly messages: (
    negotiationID: string,
    query: MessageQuery,
    urgency: Urgency,
  ) => Promise<Answer<RecordPage>>;
  /**
   * POST a message, once. `outcome_unknown`, `service_unavailable` and `unexpected_answer` leave open
   * whether the service has it; every other error means that it has not.
   */
  readonly sendMessage: (negotiationID: string, text: string) => Promise<Answer<MessageRecord>>;
  /** GET a business's webhooks, all pages. */
  readonly webhooks: (businessID: string) => Promise<Answer<readonly WebhookRecord[]>>;
  readonly webhook: (businessID: string, webhookID: string) => Promise<Answer<WebhookRecord>>;
  readonly createWebhook: (businessID: string, hook: NewWebhook) => Promise<Answer<WebhookRecord>>;
  readonly enableWebhook: (
    businessID: string,
    webhookID: string,
    enabled: boolean,
  ) => Promise<Answer<void>>;
  readonly setWebhookAuth: (
    businessID: string,
    webhookID: string,
    auth: Credentials,
  ) => Promise<Answer<void>>;
  readonly removeWebhookAuth: (businessID: string, webhookID: string) => Promise<Answer<void>>;
  readonly removeWebhook: (businessID: string, webhookID: string) => Promise<Answer<void>>;
  /** Until when the service wants no requests (429), UTC milliseconds, or null. */
  readonly pausedUntil: () => number | null;
  /** Closes the connections. */
  readonly close: () => Promise<void>;
};

/** Below the 360 a minute that live-facts names; a sandbox on this computer has no such limit. */
const requestsAMinute = (profile: PublicProfile): number =>
  profile.environment === 'sandbox' ? 60_000 : 300;

/** No list of businesses or webhooks is longer than this many pages. */
const mostPages = 50;

const api = '/api/v4';
/** An id as one segment of a path; dots are escaped because `..` would be another path. */
const segment = (id: string): string => encodeURIComponent(id).replaceAll('.', '%2E');

/** Makes the client of one account. Its tokens come from `token`, for each request anew. */
export const createServiceClient = (parts: {
  readonly profile: PublicProfile;
  readonly token: TokenSource;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Connections to use in place of the client's own. */
  readonly dispatcher?: Dispatcher;
}): ServiceClient => {
  const { profile, token, clock, random, log } = parts;
  const dispatcher = parts.dispatcher ?? createConnections();
  const budget = createBudget(clock, requestsAMinute(profile));
  const base = new URL(profile.baseUrl);
  const ask = createTransport({ base, token, clock, random, log, dispatcher, budget });

  const get = (name: string, path: string, query: Query, urgency: Urgency) =>
    ask({ name, method: 'GET', path, query, urgency, expects: 'record' });

  const getPage = async (name: string, path: string, query: Query, urgency: Urgency) => {
    const answer = await get(name, path, query, urgency);
    return answer.ok ? readPage(answer.value, query) : answer;
  };

  /** Every page of a list; ends at a page that is empty or repeats the one before it. */
  const getAll = async (name: string, path: string): Promise<Answer<readonly unknown[]>> => {
    const records: unknown[] = [];
    let query: Query = {};
    let before = '';
    for (let pages = 0; pages < mostPages; pages += 1) {
      const answer = await getPage(name, path, query, 'background');
      if (!answer.ok) return answer;
      const content = JSON.stringify(answer.value.records);
      if (content === before) break;
      records.push(...answer.value.records);
      before = content;
      const { next, limit } = answer.value;
      if (next === null || answer.value.records.length < (limit ?? 1)) break;
      query = next;
    }
    return succeed(records);
  };

  const change = async (
    name: string,
    method: Call['method'],
    path: string,
    body?: object,
  ): Promise<Answer<void>> => {
    const answer = await ask({
      name,
      method,
      path,
      ...(body === undefined ? {} : { body }),
      urgency: 'background',
      expects: 'nothing',
    });
    return answer.ok ? succeed(undefined) : answer;
  };

  const negotiationPath = (id: string): string => `${api}/negotiations/${segment(id)}`;
  const webhooksPath = (businessID: string): string =>
    `${api}/businesses/${segment(businessID)}/webhooks`;
  const webhookPath = (businessID: string, webhookID: string): string =>
    `${webhooksPath(businessID)}/${segment(webhookID)}`;

  return {
    user: async () => {
      const answer = await get('users.self', `${api}/users/self`, {}, 'background');
      return answer.ok ? parse(userRecord, answer.value) : answer;
    },
    businesses: () => getAll('businesses.list', `${api}/businesses`),
    negotiation: (negotiationID, urgency) =>
      get('negotiations.get', negotiationPath(negotiationID), {}, urgency),
    negotiations: (businessID, query) =>
      getPage(
        'negotiations.list',
        `${api}/businesses/${segment(businessID)}/negotiations`,
        query,
        'background',
      ),
    messages: (negotiationID, { limit, sentAfter, sentBefore }, urgency) => {
      const query: Query = {
        limit: String(limit),
        ...(sentAfter === undefined ? {} : { sentAfter: new Date(sentAfter).toISOString() }),
        ...(sentBefore === undefined ? {} : { sentBefore: new Date(sentBefore).toISOString() }),
      };
      return getPage('messages.list', `${negotiationPath(negotiationID)}/messages`, query, urgency);
    },
    sendMessage: async (negotiationID, text) => {
      const answer = await ask({
        name: 'messages.send',
        method: 'POST',
        path: `${negotiationPath(negotiationID)}/messages`,
        body: { text },
        urgency: 'person',
        expects: 'record',
      });
      return answer.ok ? parse(messageRecord, answer.value) : answer;
    },
    webhooks: async (businessID) => {
      const answer = await getAll('webhooks.list', webhooksPath(businessID));
      if (!answer.ok) return answer;
      const read = answer.value.map((record) => parse(webhookRecord, record));
      return succeed(read.flatMap((record) => (record.ok ? [record.value] : [])));
    },
    webhook: async (businessID, webhookID) => {
      const path = webhookPath(businessID, webhookID);
      const answer = await get('webhooks.get', path, {}, 'background');
      return answer.ok ? parse(webhookRecord, answer.value) : answer;
    },
    createWebhook: async (businessID, hook) => {
      const answer = await ask({
        name: 'webhooks.create',
        method: 'POST',
        path: webhooksPath(businessID),
        body: hook,
        urgency: 'background',
        expects: 'record',
      });
      return answer.ok ? parse(webhookRecord, answer.value) : answer;
    },
    enableWebhook: (businessID, webhookID, enabled) =>
      change('webhooks.enable', 'PUT', webhookPath(businessID, webhookID), { enabled }),
    setWebhookAuth: (businessID, webhookID, auth) =>
      change('webhooks.setAuth', 'PUT', `${webhookPath(businessID, webhookID)}/auth`, auth),
    removeWebhookAuth: (businessID, webhookID) =>
      change('webhooks.removeAuth', 'DELETE', `${webhookPath(businessID, webhookID)}/auth`),
    removeWebhook: (businessID, webhookID) =>
      change('webhooks.remove', 'DELETE', webhookPath(businessID, webhookID)),
    pausedUntil: budget.pausedUntil,
    close: () => dispatcher.close(),
  };
};
