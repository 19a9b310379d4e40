/**
 * Keeps one webhook registered for each business that the grant covers: registers it, looks at every
 * start and from time to time whether the service still holds it, repairs it, and removes it on
 * disconnect. An account without a webhook looks connected while its leads stop silently
 * (live-facts, Webhooks). Webhooks of others are never touched.
 */
import { succeed, type Answer, type Failure } from '../../../contract/errors.ts';
import type { Change } from '../../../contract/events.ts';
import type { AccountID, ConnectionReport } from '../../../contract/records.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Random } from '../random.ts';
import type { ServiceClient } from '../service/client.ts';
import type { WebhookRecord } from '../service/v4/records.ts';
import { accountByID } from '../store/accounts.ts';
import type { Store } from '../store/store.ts';
import {
  allWebhooks,
  coveredBusinesses,
  dropWebhook,
  putWebhook,
  webhooksOf,
  type Webhook,
} from '../store/webhooks.ts';
import { freshCredentials, freshPath } from './credentials.ts';
import { canReach } from './reach.ts';
import type { Receiver } from './receiver.ts';

export type WebhookKeeper = {
  /** Checks and repairs the webhooks of an account, now and from then on. */
  readonly ensure: (accountID: AccountID) => Promise<void>;
  /** Removes them from the service and forgets them; the first failure, if the service kept any. */
  readonly removeAll: (accountID: AccountID) => Promise<Answer<{ readonly removed: number }>>;
  readonly report: (accountID: AccountID) => ConnectionReport['webhooks'];
  readonly stop: () => void;
};

const eventTypes = ['NegotiationCreatedV4', 'MessageCreatedV4'] as const;
const checkAgainMs = 60 * 60_000;
const firstRetryMs = 60_000;
const longestRetryMs = 30 * 60_000;

/** Failures that say nothing about the webhook itself. */
const passing = new Set(['offline', 'timeout', 'rate_limited']);

const addressOf = (text: string | undefined): URL | null =>
  text !== undefined && URL.canParse(text) ? new URL(text) : null;

/** Makes the keeper; it does nothing before `ensure`. */
export const createWebhookKeeper = (parts: {
  readonly store: Store;
  readonly client: (accountID: AccountID) => ServiceClient | null;
  readonly receiver: Pick<Receiver, 'addressFor'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly publish: (change: Change) => void;
}): WebhookKeeper => {
  const { store, client, receiver, clock, random, log, publish } = parts;
  const running = new Map<AccountID, Promise<void>>();
  const queued = new Map<AccountID, Promise<void>>();
  const timers = new Map<string, () => void>();
  const failures = new Map<string, number>();
  let stopped = false;

  const keep = (webhook: Webhook, change: Partial<Webhook>): Webhook => {
    const next = { ...webhook, ...change };
    store.write(() => putWebhook(store, next));
    return next;
  };

  const newWebhook = (accountID: AccountID, businessID: string): Webhook => ({
    accountID,
    businessID,
    webhookID: null,
    url: null,
    path: freshPath(random),
    ...withoutPassword(),
    state: 'missing',
    reason: null,
    checkedAt: null,
    lastDeliveryAt: null,
  });

  const withoutPassword = (): Pick<Webhook, 'username' | 'passwordDigest'> => {
    const { username, passwordDigest } = freshCredentials(random);
    return { username, passwordDigest };
  };

  /**
   * Ours are those with our path, whatever port they name, and those with our very address that lead
   * to a path nobody knows any more.
   */
  const isOurs = (record: WebhookRecord, path: string): boolean => {
    const address = addressOf(record.webhookURL);
    const here = addressOf(receiver.addressFor(path) ?? undefined);
    if (address === null || here === null || address.hostname !== here.hostname) return false;
    const isForgotten =
      address.origin === here.origin &&
      address.pathname.startsWith('/hook/') &&
      !webhookPaths().has(address.pathname);
    return address.pathname === here.pathname || isForgotten;
  };

  const webhookPaths = (): ReadonlySet<string> =>
    new Set(allWebhooks(store).map(({ path }) => `/hook/${path}`));

  /** Registers a webhook. Its credentials are kept before the service has them. */
  const register = async (
    service: ServiceClient,
    webhook: Webhook,
    url: string,
  ): Promise<Answer<Webhook>> => {
    const { username, password, passwordDigest } = freshCredentials(random);
    const kept = keep(webhook, {
      webhookID: null,
      url,
      username,
      passwordDigest,
      state: 'missing',
    });
    const answer = await service.createWebhook(webhook.businessID, {
      webhookURL: url,
      eventTypes,
      enabled: true,
      auth: { username, password },
    });
    if (!answer.ok) return answer;
    return succeed({ ...kept, webhookID: answer.value.webhookID });
  };

  /** Takes over a webhook at our address whose credentials are not certain: gives it new ones. */
  const replaceAuth = async (
    service: ServiceClient,
    webhook: Webhook,
    webhookID: string,
  ): Promise<Answer<Webhook>> => {
    const { username, password, passwordDigest } = freshCredentials(random);
    const kept = keep(webhook, { webhookID: null, username, passwordDigest });
    const answer = await service.setWebhookAuth(webhook.businessID, webhookID, {
      username,
      password,
    });
    return answer.ok ? succeed({ ...kept, webhookID }) : answer;
  };

  /** Brings one registered webhook to what it should be. */
  const mend = async (
    service: ServiceClient,
    webhook: Webhook,
    record: WebhookRecord,
    url: string,
  ): Promise<Answer<Webhook>> => {
    const { webhookID } = record;
    if (!eventTypes.every((kind) => record.eventTypes.includes(kind))) {
      // The event kinds of a webhook cannot be changed (service.md, H): it is made anew.
      const removed = await service.removeWebhook(webhook.businessID, webhookID);
      return removed.ok ? register(service, webhook, url) : removed;
    }
    const isKnown = webhook.webhookID === webhookID && record.authType !== 'None';
    const owned = isKnown ? succeed(webhook) : await replaceAuth(service, webhook, webhookID);
    if (!owned.ok || record.enabled === true) return owned;
    const enabled = await service.enableWebhook(webhook.businessID, webhookID, true);
    return enabled.ok ? owned : enabled;
  };

  /** Checks and repairs the webhook of one business. */
  const ensureOne = async (
    service: ServiceClient,
    webhook: Webhook,
    url: string,
  ): Promise<Answer<Webhook>> => {
    const held = await service.webhooks(webhook.businessID);
    if (!held.ok) return held;
    const ours = held.value.filter((record) => isOurs(record, webhook.path));
    const right = ours.filter((record) => addressOf(record.webhookURL)?.href === url);
    const chosen = right.find(({ webhookID }) => webhookID === webhook.webhookID) ?? right[0];
    const mended =
      chosen === undefined
        ? await register(service, webhook, url)
        : await mend(service, webhook, chosen, url);
    if (!mended.ok) return mended;
    for (const record of ours) {
      if (record === chosen) continue;
      const removed = await service.removeWebhook(webhook.businessID, record.webhookID);
      if (!removed.ok && removed.error.code !== 'gone') return removed;
    }
    return mended;
  };

  const note = (webhook: Webhook, answer: Answer<Webhook>): void => {
    const checkedAt = clock.now();
    if (answer.ok) {
      keep(answer.value, { state: 'active', reason: null, checkedAt });
      return;
    }
    const { error } = answer;
    log.warn({ businessID: webhook.businessID, code: error.code }, 'a webhook is not in order');
    const [current = webhook] = webhooksOf(store, webhook.accountID).filter(
      ({ businessID }) => businessID === webhook.businessID,
    );
    const state = current.state === 'active' && passing.has(error.code) ? 'active' : 'failed';
    keep(current, { state, reason: error });
  };

  const ensureAll = async (accountID: AccountID): Promise<void> => {
    const account = accountByID(store, accountID);
    const service = client(accountID);
    if (account === null || service === null || !canReach(account.profile)) return;
    const known = new Map(webhooksOf(store, accountID).map((hook) => [hook.businessID, hook]));
    const businesses = coveredBusinesses(store, accountID);
    // Until the businesses have been read there is nothing that could be in order.
    let failed = businesses.length === 0 ? 1 : 0;
    for (const { businessID } of businesses) {
      if (stopped) return;
      const webhook = known.get(businessID) ?? keep(newWebhook(accountID, businessID), {});
      const url = receiver.addressFor(webhook.path);
      if (url === null) return;
      const answer = await ensureOne(service, webhook, url);
      if (stopped || client(accountID) !== service) return;
      note(webhook, answer);
      if (!answer.ok) failed += 1;
    }
    publish({ kinds: ['connection'], leadIDs: [] });
    checkLater(accountID, failed);
  };

  const checkLater = (accountID: AccountID, failed: number): void => {
    const inARow = failed === 0 ? 0 : (failures.get(accountID) ?? 0) + 1;
    failures.set(accountID, inARow);
    const retry = Math.min(longestRetryMs, firstRetryMs * 2 ** (inARow - 1));
    const wait = (failed === 0 ? checkAgainMs : retry) * (0.9 + random.fraction() / 5);
    timers.get(accountID)?.();
    timers.set(
      accountID,
      clock.after(wait, () => void ensure(accountID)),
    );
  };

  /** One check at a time for an account; who asks during one gets another after it. */
  const ensure = (accountID: AccountID): Promise<void> => {
    const before = running.get(accountID);
    if (before !== undefined) {
      const next = queued.get(accountID) ?? before.then(() => start(accountID));
      queued.set(accountID, next);
      return next;
    }
    return start(accountID);
  };

  const start = (accountID: AccountID): Promise<void> => {
    queued.delete(accountID);
    const now = ensureAll(accountID)
      .catch((thrown: unknown) => {
        if (stopped) return;
        log.error({ err: thrown }, 'the webhooks could not be checked');
        checkLater(accountID, 1);
      })
      .finally(() => {
        if (running.get(accountID) === now) running.delete(accountID);
      });
    running.set(accountID, now);
    return now;
  };

  const removeOne = async (
    service: ServiceClient,
    webhook: Webhook,
  ): Promise<{ readonly removed: number; readonly failure: Failure | null }> => {
    const held = await service.webhooks(webhook.businessID);
    if (!held.ok) return { removed: 0, failure: held.error };
    let removed = 0;
    for (const record of held.value.filter((one) => isOurs(one, webhook.path))) {
      const answer = await service.removeWebhook(webhook.businessID, record.webhookID);
      if (!answer.ok && answer.error.code !== 'gone') return { removed, failure: answer.error };
      removed += 1;
    }
    return { removed, failure: null };
  };

  return {
    ensure,
    removeAll: async (accountID) => {
      timers.get(accountID)?.();
      await running.get(accountID);
      timers.get(accountID)?.();
      const service = client(accountID);
      let removed = 0;
      let failure: Failure | null = null;
      for (const webhook of webhooksOf(store, accountID)) {
        if (service !== null) {
          const result = await removeOne(service, webhook);
          removed += result.removed;
          failure ??= result.failure;
        }
        store.write(() => dropWebhook(store, accountID, webhook.businessID));
      }
      publish({ kinds: ['connection'], leadIDs: [] });
      return failure === null ? succeed({ removed }) : { ok: false, error: failure };
    },
    report: (accountID) => {
      const account = accountByID(store, accountID);
      const isPossible = account !== null && canReach(account.profile);
      const hooks = new Map(webhooksOf(store, accountID).map((hook) => [hook.businessID, hook]));
      return coveredBusinesses(store, accountID).map(({ businessID, name }) => {
        const hook = hooks.get(businessID);
        return {
          businessID,
          businessName: name,
          state: isPossible ? (hook?.state ?? 'missing') : 'not_possible',
          checkedAt: hook?.checkedAt ?? null,
          reason: hook?.reason ?? null,
        };
      });
    },
    stop: () => {
      stopped = true;
      for (const callOff of timers.values()) callOff();
    },
  };
};
