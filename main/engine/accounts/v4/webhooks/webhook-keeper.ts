/**
 * Keeps one webhook registered for each business that the grant covers: looks at every start and
 * from time to time whether the service still holds it, has it repaired, and removes it on
 * disconnect. An account without a webhook looks connected while its leads stop silently
 * (live-facts, Webhooks). Webhooks of others are never touched.
 */
import { succeed, type Answer, type Failure } from '../../../../../contract/errors.ts';
import type { Change } from '../../../../../contract/events.ts';
import type { AccountID, ConnectionReport } from '../../../../../contract/records.ts';
import type { Clock } from '../../../../clock/clock.ts';
import type { Log } from '../../../../log/log.ts';
import type { Random } from '../../../platform/random.ts';
import type { ServiceClient } from '../service/client.ts';
import { yieldedBusinesses } from '../../../leads/holders.ts';
import type { Store } from '../../../platform/store/store.ts';
import { dropWebhook, putWebhook, webhooksOf, type Webhook, type WebhookState } from './rows.ts';
import { coveredBusinesses } from '../../../leads/businesses.ts';
import { freshCredentials, freshPath } from '../../../platform/http/credentials.ts';
import { keepChecked, repair, unregister, withdraw } from './registration.ts';

export type WebhookKeeper = {
  /** Checks and repairs the webhooks of an account, now and from then on. */
  readonly ensure: (accountID: AccountID) => Promise<void>;
  /** Removes them from the service and forgets them; the first failure, if the service kept any. */
  readonly removeAll: (accountID: AccountID) => Promise<Answer<{ readonly removed: number }>>;
  readonly report: (accountID: AccountID) => ConnectionReport['webhooks'];
  readonly stop: () => void;
};

const checkAgainMs = 60 * 60_000;
const firstRetryMs = 60_000;
const longestRetryMs = 30 * 60_000;

/** Failures that say nothing about the webhook itself. */
const passing = new Set(['offline', 'timeout', 'rate_limited']);

/** Makes the keeper; it does nothing before `ensure`. */
export const createWebhookKeeper = (parts: {
  readonly store: Store;
  readonly client: (accountID: AccountID) => ServiceClient | null;
  readonly reach: {
    /** The address of a webhook's path for an account's service; null when nothing can reach us. */
    readonly addressFor: (accountID: AccountID, path: string) => string | null;
  };
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly publish: (change: Change) => void;
}): WebhookKeeper => {
  const { store, client, reach, clock, random, log, publish } = parts;
  const running = new Map<AccountID, Promise<void>>();
  const queued = new Map<AccountID, Promise<void>>();
  const leaving = new Set<AccountID>();
  const timers = new Map<AccountID, () => void>();
  const failures = new Map<AccountID, number>();
  let stopped = false;

  const put = (webhook: Webhook): Webhook => {
    store.write(() => putWebhook(store, webhook));
    return webhook;
  };

  const newWebhook = (accountID: AccountID, businessID: string): Webhook => {
    const { username, passwordDigest } = freshCredentials(random);
    return put({
      accountID,
      businessID,
      webhookID: null,
      url: null,
      path: freshPath(random),
      username,
      passwordDigest,
      state: 'missing',
      reason: null,
      checkedAt: null,
      lastDeliveryAt: null,
    });
  };

  const hookOf = (accountID: AccountID, businessID: string): Webhook | undefined =>
    webhooksOf(store, accountID).find((hook) => hook.businessID === businessID);

  /** @param url where the webhook should lead, or null when nothing can reach us */
  const note = (webhook: Webhook, answer: Answer<Webhook>, url: string | null): void => {
    if (answer.ok) {
      const state = url === null ? 'not_possible' : 'active';
      keepChecked(store, { ...answer.value, state, reason: null, checkedAt: clock.now() });
      return;
    }
    const { error } = answer;
    log.warn({ businessID: webhook.businessID, code: error.code }, 'a webhook is not in order');
    const current = hookOf(webhook.accountID, webhook.businessID) ?? webhook;
    const isInOrder = current.state === 'active' && current.webhookID !== null;
    const isPassing = isInOrder && current.url === url && passing.has(error.code);
    put({ ...current, state: isPassing ? 'active' : 'failed', reason: error });
  };

  const checkLater = (accountID: AccountID, hasFailed: boolean): void => {
    const inARow = hasFailed ? (failures.get(accountID) ?? 0) + 1 : 0;
    failures.set(accountID, inARow);
    const retry = Math.min(longestRetryMs, firstRetryMs * 2 ** (inARow - 1));
    const wait = (hasFailed ? retry : checkAgainMs) * (0.9 + random.fraction() / 5);
    timers.get(accountID)?.();
    timers.set(
      accountID,
      clock.after(wait, () => void ensure(accountID)),
    );
  };

  /** Takes back the webhooks of businesses that another account works for now; false when one stays. */
  const giveUp = async (
    accountID: AccountID,
    yielded: ReadonlySet<string>,
    service: ServiceClient,
  ): Promise<boolean> => {
    const hooks = webhooksOf(store, accountID).filter((hook) => yielded.has(hook.businessID));
    let isDone = true;
    for (const webhook of hooks) {
      const answer = await withdraw({ store, service }, webhook);
      if (answer.ok) store.write(() => dropWebhook(store, accountID, webhook.businessID));
      isDone &&= answer.ok;
    }
    return isDone;
  };

  const ensureAll = async (accountID: AccountID): Promise<void> => {
    const isWanted = (): boolean => !stopped && !leaving.has(accountID);
    if (!isWanted()) return;
    const service = client(accountID);
    if (service === null) return;
    const businesses = coveredBusinesses(store, accountID);
    // Until the businesses have been read there is nothing that could be in order.
    const yielded = yieldedBusinesses(store, accountID);
    let hasFailed = businesses.length + yielded.size === 0;
    for (const { businessID } of businesses) {
      const webhook = hookOf(accountID, businessID) ?? newWebhook(accountID, businessID);
      const url = reach.addressFor(accountID, webhook.path);
      const answer =
        url === null
          ? await withdraw({ store, service }, webhook)
          : await repair({ store, service, random, url }, webhook);
      if (!isWanted()) return;
      note(webhook, answer, url);
      hasFailed ||= !answer.ok;
    }
    hasFailed = !(await giveUp(accountID, yielded, service)) || hasFailed;
    if (!isWanted()) return;
    publish({ kinds: ['connection'], leadIDs: [] });
    checkLater(accountID, hasFailed);
  };

  const start = (accountID: AccountID): Promise<void> => {
    queued.delete(accountID);
    const now = ensureAll(accountID)
      .catch((thrown: unknown) => {
        if (stopped) return;
        log.error({ err: thrown }, 'the webhooks could not be checked');
        checkLater(accountID, true);
      })
      .finally(() => running.delete(accountID));
    running.set(accountID, now);
    return now;
  };

  /** One check at a time for an account; who asks during one gets another after it. */
  const ensure = (accountID: AccountID): Promise<void> => {
    const before = running.get(accountID);
    if (before === undefined) return start(accountID);
    const next = queued.get(accountID) ?? before.then(() => start(accountID));
    queued.set(accountID, next);
    return next;
  };

  const removeAll = async (accountID: AccountID): Promise<Answer<{ readonly removed: number }>> => {
    timers.get(accountID)?.();
    await running.get(accountID);
    const service = client(accountID);
    let removed = 0;
    let failure: Failure | null = null;
    for (const webhook of webhooksOf(store, accountID)) {
      const url = reach.addressFor(accountID, webhook.path) ?? webhook.url;
      if (service !== null && url !== null) {
        const answer = await unregister({ store, service, url }, webhook);
        if (answer.ok) removed += answer.value;
        else failure ??= answer.error;
      }
      if (!stopped) store.write(() => dropWebhook(store, accountID, webhook.businessID));
    }
    return failure === null ? succeed({ removed }) : { ok: false, error: failure };
  };

  /** Where nothing can reach us there is nothing wrong with a webhook that is not there. */
  const stateOf = (accountID: AccountID, hook: Webhook | undefined): WebhookState => {
    const isPossible = reach.addressFor(accountID, hook?.path ?? '') !== null;
    if (!isPossible) return hook?.state === 'failed' ? 'failed' : 'not_possible';
    return hook === undefined || hook.state === 'not_possible' ? 'missing' : hook.state;
  };

  return {
    ensure,
    removeAll: async (accountID) => {
      leaving.add(accountID);
      try {
        return await removeAll(accountID);
      } finally {
        leaving.delete(accountID);
        publish({ kinds: ['connection'], leadIDs: [] });
      }
    },
    report: (accountID) => {
      const hooks = new Map(webhooksOf(store, accountID).map((hook) => [hook.businessID, hook]));
      return coveredBusinesses(store, accountID).map(({ businessID, name }) => {
        const hook = hooks.get(businessID);
        return {
          businessID,
          businessName: name,
          state: stateOf(accountID, hook),
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
