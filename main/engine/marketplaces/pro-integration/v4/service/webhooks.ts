/** Webhooks of businesses and of the user: the same calls on two paths (conformance.md, H and I). */
import { succeed, type Answer } from '../../../../../../contract/errors.ts';
import type { Urgency } from '../../../../platform/http/budget.ts';
import { escapeSegment, type Calls } from '../../../../platform/http/calls.ts';
import { webhookRecord, type WebhookRecord } from './records.ts';
import { parse } from '../../../../platform/http/parse.ts';

export type Credentials = { readonly username: string; readonly password: string };

export type NewWebhook = {
  readonly webhookURL: string;
  readonly eventTypes: readonly string[];
  readonly enabled: boolean;
  readonly auth?: Credentials;
};

export type WebhookCalls = ReturnType<typeof createWebhookCalls>;

/** @param path of the owner's webhooks, for example `/api/v4/users/webhooks` */
export const createWebhookCalls = (
  { get, getAll, change, submit }: Calls,
  path: string,
  urgency: Urgency,
) => {
  const buildPath = (webhookID: string): string => `${path}/${escapeSegment(webhookID)}`;
  return {
    /** All pages, without records that cannot be parsed. */
    list: async (): Promise<Answer<readonly WebhookRecord[]>> => {
      const answer = await getAll('webhooks.list', path, urgency);
      if (!answer.ok) return answer;
      const read = answer.value.map((record) => parse(webhookRecord, record));
      return succeed(read.flatMap((record) => (record.ok ? [record.value] : [])));
    },
    get: async (webhookID: string) => {
      const answer = await get('webhooks.get', buildPath(webhookID), {}, urgency);
      return answer.ok ? parse(webhookRecord, answer.value) : answer;
    },
    create: (hook: NewWebhook) =>
      submit('webhooks.create', 'POST', path, hook, webhookRecord, urgency),
    enable: (webhookID: string, enabled: boolean) =>
      change('webhooks.enable', 'PUT', buildPath(webhookID), { enabled }, urgency),
    setAuth: (webhookID: string, auth: Credentials) =>
      change('webhooks.setAuth', 'PUT', `${buildPath(webhookID)}/auth`, auth, urgency),
    removeAuth: (webhookID: string) =>
      change('webhooks.removeAuth', 'DELETE', `${buildPath(webhookID)}/auth`, undefined, urgency),
    remove: (webhookID: string) =>
      change('webhooks.remove', 'DELETE', buildPath(webhookID), undefined, urgency),
  };
};

export const createBusinessWebhookCalls = (calls: Calls, path: string, urgency: Urgency) => ({
  ...createWebhookCalls(calls, path, urgency),
  /** Requests a test delivery to the business's webhooks. */
  test: () => calls.change('webhooks.test', 'POST', `${path}/test-negotiation`, {}, urgency),
});
