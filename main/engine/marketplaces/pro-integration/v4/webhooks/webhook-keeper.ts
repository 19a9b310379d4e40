/**
 * Keeps one webhook registered for each business: without it, new leads silently stop arriving.
 * Webhooks of other programs are never touched.
 */
import { succeed, type Answer, type Failure } from '../../../../../../contract/errors.ts';
import type { AccountID } from '../../../../../../contract/records.ts';
import { backoff, spread } from '../../../../../clock/backoff.ts';
import { createSchedule } from '../../../../../clock/schedule.ts';
import type { ServiceClient } from '../service/client.ts';
import { yieldedBusinesses } from '../../../../leads/holders.ts';
import { dropWebhook, putWebhook, webhookFor, webhooksOf, type WebhookRow } from './rows.ts';
import { coveredBusinesses } from '../../../../leads/businesses.ts';
import { freshCredentials, freshPath } from '../../../../platform/http/credentials.ts';
import type { AccountDependencies, Inbound } from '../../../../accounts/runtime.ts';
import { hookAddress } from './endpoint.ts';
import { lastKnownState, stateAfterFailure } from './health.ts';
import { createEventKinds, keepChecked, repair, unregister, withdraw } from './registration.ts';

export type WebhookKeeper = Pick<Inbound, 'ensure' | 'removeAll' | 'report' | 'stop'>;

const checkAgainMs = 60 * 60_000;
const jitter = 0.1;
const failureWait = backoff({ first: 60_000, most: 30 * 60_000, jitter });

export const createWebhookKeeper = (
  dependencies: Pick<
    AccountDependencies,
    'store' | 'mayRegister' | 'clock' | 'random' | 'log' | 'publish'
  > & {
    readonly accountID: AccountID;
    readonly client: Pick<ServiceClient, 'webhooksOf'> | null;
    /** The base of webhooks' addresses; null when the service cannot reach us. */
    readonly base: () => string | null;
    /** False: no webhook is registered or checked. */
    readonly isUsed: boolean;
  },
): WebhookKeeper => {
  const { store, accountID, client, base, isUsed, mayRegister, clock, random, log, publish } =
    dependencies;
  const kinds = createEventKinds();
  const addressFor = (path: string): string | null => hookAddress(base(), path);
  let running: Promise<void> | null = null;
  let queued: Promise<void> | null = null;
  let isLeaving = false;
  let failures = 0;
  let stopped = false;
  const schedule = createSchedule(clock, (thrown) =>
    log.error({ err: thrown }, 'the webhooks could not be checked'),
  );

  const put = (webhook: WebhookRow): WebhookRow => {
    store.write(() => putWebhook(store, webhook));
    return webhook;
  };

  const newWebhook = (businessID: string): WebhookRow => {
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

  const hookOf = (businessID: string): WebhookRow | undefined =>
    webhookFor(store, accountID, businessID);

  const saveOutcome = (
    webhook: WebhookRow,
    answer: Answer<WebhookRow>,
    url: string | null,
  ): void => {
    if (answer.ok) {
      const state = url === null ? 'not_possible' : 'active';
      keepChecked(store, { ...answer.value, state, reason: null, checkedAt: clock.now() });
      return;
    }
    const { error } = answer;
    log.warn(
      { businessID: webhook.businessID, code: error.code },
      'a webhook could not be checked',
    );
    const current = hookOf(webhook.businessID) ?? webhook;
    put({ ...current, state: stateAfterFailure(current, url, error), reason: error });
  };

  const checkLater = (hasFailed: boolean): void => {
    failures = hasFailed ? failures + 1 : 0;
    const wait = hasFailed
      ? failureWait(failures, random.fraction)
      : spread(checkAgainMs, jitter, random.fraction);
    schedule.in('check', wait, ensure);
  };

  /** For businesses that another account serves now; false when a webhook remains. */
  const withdrawYielded = async (
    yielded: ReadonlySet<string>,
    service: Pick<ServiceClient, 'webhooksOf'>,
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

  const ensureAll = async (service: Pick<ServiceClient, 'webhooksOf'>): Promise<void> => {
    await mayRegister();
    const isWanted = (): boolean => !stopped && !isLeaving;
    if (!isWanted()) return;
    const businesses = coveredBusinesses(store, accountID);
    // Without any business, their list has not been fetched yet: retry soon.
    const yielded = yieldedBusinesses(store, accountID);
    let hasFailed = businesses.length + yielded.size === 0;
    for (const { businessID } of businesses) {
      const webhook = hookOf(businessID) ?? newWebhook(businessID);
      const url = addressFor(webhook.path);
      const answer =
        url === null
          ? await withdraw({ store, service }, webhook)
          : await repair({ store, service, random, url, kinds }, webhook);
      if (!isWanted()) return;
      saveOutcome(webhook, answer, url);
      hasFailed ||= !answer.ok;
    }
    hasFailed = !(await withdrawYielded(yielded, service)) || hasFailed;
    if (!isWanted()) return;
    publish({ kinds: ['connection'], leadIDs: [] });
    checkLater(hasFailed);
  };

  const start = (service: Pick<ServiceClient, 'webhooksOf'>): Promise<void> => {
    queued = null;
    running = ensureAll(service)
      .catch((thrown: unknown) => {
        if (stopped) return;
        log.error({ err: thrown }, 'the webhooks could not be checked');
        checkLater(true);
      })
      .finally(() => void (running = null));
    return running;
  };

  /** Runs one check at a time; a call during a check starts another one after it. */
  const ensure = async (): Promise<void> => {
    if (client === null || stopped || !isUsed) return;
    if (running === null) return start(client);
    queued ??= running.then(() => start(client));
    return queued;
  };

  const removeAll = async (): Promise<Answer<{ readonly removed: number }>> => {
    schedule.cancel('check');
    await running;
    let removed = 0;
    let failure: Failure | null = null;
    for (const webhook of webhooksOf(store, accountID)) {
      const url = addressFor(webhook.path) ?? webhook.url;
      if (client !== null && url !== null) {
        const answer = await unregister({ store, service: client, url }, webhook);
        if (answer.ok) removed += answer.value;
        else failure ??= answer.error;
      }
      if (!stopped) store.write(() => dropWebhook(store, accountID, webhook.businessID));
    }
    return failure === null ? succeed({ removed }) : { ok: false, error: failure };
  };

  return {
    ensure,
    removeAll: async () => {
      isLeaving = true;
      try {
        return await removeAll();
      } finally {
        isLeaving = false;
        publish({ kinds: ['connection'], leadIDs: [] });
      }
    },
    report: () => {
      const hooks = new Map(webhooksOf(store, accountID).map((hook) => [hook.businessID, hook]));
      const now = base();
      return coveredBusinesses(store, accountID).map(({ businessID, name }) => {
        const hook = hooks.get(businessID);
        return {
          businessID,
          businessName: name,
          state: isUsed ? lastKnownState(hook, hookAddress(now, hook?.path ?? '')) : 'unused',
          checkedAt: hook?.checkedAt ?? null,
          reason: isUsed ? (hook?.reason ?? null) : null,
        };
      });
    },
    stop: async () => {
      stopped = true;
      schedule.stop();
      await running;
    },
  };
};
