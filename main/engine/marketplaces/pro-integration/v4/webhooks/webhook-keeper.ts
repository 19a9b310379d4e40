/**
 * Keeps one webhook registered for each business: without it, new leads silently stop arriving.
 * Webhooks of other programs are never touched. Those that lead to a team's hub have the same address and credentials
 * on all of its desktops: one desktop repairs them, and the others only inspect them.
 */
import { succeed, type Answer, type Failure } from '../../../../../../contract/errors.ts';
import type { AccountID } from '../../../../../../contract/records.ts';
import { createBackoff, spread } from '../../../../../clock/backoff.ts';
import { createSchedule } from '../../../../../clock/schedule.ts';
import type { ServiceClient } from '../service/client.ts';
import type { WebhookCalls } from '../service/webhooks.ts';
import { hasSuccessor, listBusinessesServedElsewhere } from '../../../../leads/holders.ts';
import {
  dropWebhook,
  putWebhook,
  dropForeignWebhook,
  findWebhookFor,
  listWebhooks,
  type WebhookRow,
} from './rows.ts';
import { listCoveredBusinesses } from '../../../../leads/businesses.ts';
import { generateCredentials, generatePath } from '../../../../platform/http/credentials.ts';
import type {
  AccountDependencies,
  AccountReach,
  EngineDependencies,
  Inbound,
  SharedWebhooks,
} from '../../../../accounts/runtime.ts';
import { buildWebhookAddress } from './endpoint.ts';
import { computeLastKnownState, computeStateAfterFailure } from './health.ts';
import {
  createEventKinds,
  saveChecked,
  inspect,
  repair,
  unregister,
  withdraw,
} from './registration.ts';

type WebhookService = Pick<ServiceClient, 'getWebhookCalls'>;
export type WebhookKeeper = Pick<Inbound, 'removeAll' | 'report' | 'stop'> & {
  /** @param isAsked true if a person requests it: then shared webhooks are repaired even without the duty */
  readonly ensure: (isAsked?: boolean) => Promise<void>;
};

const checkAgainMs = 60 * 60_000;
const jitter = 0.1;
/** Wait while another desktop of the team has a webhook to repair. */
const repairWait = createBackoff({ first: 5_000, max: 30 * 60_000, jitter });
const failureWait = createBackoff({ first: 60_000, max: 30 * 60_000, jitter });

/** True if a webhook has begun to deliver, or has replaced another one. */
const isActivation = (before: WebhookRow, now: WebhookRow): boolean =>
  now.state === 'active' && (before.state !== 'active' || before.webhookID !== now.webhookID);

export const createWebhookKeeper = (
  dependencies: EngineDependencies & {
    readonly whenRegistrable: AccountDependencies['whenRegistrable'];
    readonly accountID: AccountID;
    readonly client: WebhookService | null;
    readonly reach: Pick<AccountReach, 'findBase' | 'findSharedWebhooks'>;
    /** False: no webhook is registered or checked. */
    readonly isUsed: boolean;
    /** Called when a webhook has begun to deliver: earlier leads are found only by a poll. */
    readonly onActivated: () => void;
  },
): WebhookKeeper => {
  const { store, accountID, client, reach, isUsed, onActivated } = dependencies;
  const { whenRegistrable, clock, random, log, publish } = dependencies;
  const kinds = createEventKinds();
  const buildAddress = (path: string): string | null => buildWebhookAddress(reach.findBase(), path);
  let running: Promise<void> | null = null;
  let queued: Promise<void> | null = null;
  let isAskedNext = false;
  let isLeaving = false;
  let failures = 0;
  let isStopped = false;
  const schedule = createSchedule(clock, (thrown) =>
    log.error({ err: thrown }, 'the webhooks could not be checked'),
  );

  const put = (webhook: WebhookRow): WebhookRow => {
    store.write(() => putWebhook(store, webhook));
    return webhook;
  };

  const findWebhook = (businessID: string): WebhookRow | undefined =>
    findWebhookFor(store, accountID, businessID);

  /** Returns a business's row, recreated if its address has changed; then a webhook to this computer is removed. */
  const prepareRow = async (
    businessID: string,
    shared: SharedWebhooks | null,
    calls: WebhookCalls,
  ): Promise<Answer<WebhookRow>> => {
    const before = findWebhook(businessID);
    const addressee = shared?.getAddressee(businessID);
    const isCurrent =
      before !== undefined &&
      before.isShared === (addressee !== undefined) &&
      (addressee === undefined ||
        (before.path === addressee.path && before.passwordDigest === addressee.passwordDigest));
    if (isCurrent) return succeed(before);
    if (before?.isShared === false) {
      const removed = await withdraw({ store, calls }, before);
      if (!removed.ok) return removed;
    }
    const fresh = addressee ?? { ...generateCredentials(random), path: generatePath(random) };
    const { path, username, passwordDigest } = fresh;
    const isTaken = store.write(() => dropForeignWebhook(store, accountID, path));
    const webhook = put({
      accountID,
      businessID,
      webhookID: null,
      url: null,
      path,
      username,
      passwordDigest,
      isShared: addressee !== undefined,
      state: 'missing',
      reason: null,
      checkedAt: null,
      lastDeliveryAt: null,
    });
    // The hub may still assign its deliveries to the other account, which only this desktop has.
    const announced = isTaken ? await shared?.announce(businessID) : undefined;
    return announced?.ok === false ? announced : succeed(webhook);
  };

  const check = async (
    webhook: WebhookRow,
    url: string,
    calls: WebhookCalls,
    { shared, isAsked }: { readonly shared: SharedWebhooks | null; readonly isAsked: boolean },
  ): Promise<Answer<WebhookRow>> => {
    const { businessID } = webhook;
    if (shared !== null && !isAsked && !shared.mayRepair()) return inspect({ calls, url }, webhook);
    // The hub rejects deliveries of webhooks that were not announced.
    const announced = (await shared?.announce(businessID)) ?? succeed({});
    if (!announced.ok) return announced;
    const credentials = () => shared?.getAddressee(businessID) ?? generateCredentials(random);
    const repaired = await repair({ store, calls, credentials, url, kinds }, webhook);
    return repaired.ok ? succeed({ ...repaired.value, state: 'active' }) : repaired;
  };

  const saveOutcome = (
    webhook: WebhookRow,
    answer: Answer<WebhookRow>,
    url: string | null,
  ): void => {
    if (answer.ok) {
      const state = url === null ? 'not_possible' : answer.value.state;
      saveChecked(store, { ...answer.value, state, reason: null, checkedAt: clock.now() });
      return;
    }
    const { error } = answer;
    log.warn(
      { businessID: webhook.businessID, code: error.code },
      'a webhook could not be checked',
    );
    const current = findWebhook(webhook.businessID) ?? webhook;
    put({ ...current, state: computeStateAfterFailure(current, url, error), reason: error });
  };

  const checkLater = (outcome: 'good' | 'failed' | 'in_repair'): void => {
    failures = outcome === 'good' ? 0 : failures + 1;
    const backOff = outcome === 'failed' ? failureWait : repairWait;
    const wait =
      outcome === 'good'
        ? spread(checkAgainMs, jitter, random.fraction)
        : backOff(failures, random.fraction);
    schedule.in('check', wait, () => ensure());
  };

  /**
   * Removes the webhooks of businesses that another account serves now; false if one remains. That account takes over
   * a webhook at the team's hub.
   */
  const withdrawYielded = async (
    yielded: ReadonlySet<string>,
    service: WebhookService,
  ): Promise<boolean> => {
    const webhooks = listWebhooks(store, accountID).filter(
      (webhook) => yielded.has(webhook.businessID) && !webhook.isShared,
    );
    let isDone = true;
    for (const webhook of webhooks) {
      const calls = service.getWebhookCalls(webhook.businessID, 'background');
      const answer = await withdraw({ store, calls }, webhook);
      if (answer.ok) store.write(() => dropWebhook(store, accountID, webhook.businessID));
      isDone &&= answer.ok;
    }
    return isDone;
  };

  const ensureAll = async (service: WebhookService, isAsked: boolean): Promise<void> => {
    await whenRegistrable();
    const isWanted = (): boolean => !isStopped && !isLeaving;
    if (!isWanted()) return;
    const businesses = listCoveredBusinesses(store, accountID);
    // Without any business, their list has not been fetched yet: retry soon.
    const yielded = new Set(
      listBusinessesServedElsewhere(store, accountID).map(({ businessID }) => businessID),
    );
    let hasFailed = businesses.length + yielded.size === 0;
    /** Another desktop of the team has to repair a webhook. */
    let isInRepair = false;
    let isNew = false;
    for (const { businessID } of businesses) {
      // Both before any request: a team may begin or end while the service answers.
      const [shared, base] = [reach.findSharedWebhooks(), reach.findBase()];
      const calls = service.getWebhookCalls(businessID, 'background');
      const row = await prepareRow(businessID, shared, calls);
      if (!row.ok) {
        log.warn({ businessID, code: row.error.code }, 'an earlier webhook could not be removed');
        hasFailed = true;
        continue;
      }
      const webhook = row.value;
      const url = buildWebhookAddress(base, webhook.path);
      const answer =
        url === null
          ? await withdraw({ store, calls }, webhook)
          : await check(webhook, url, calls, { shared, isAsked });
      if (!isWanted()) return;
      saveOutcome(webhook, answer, url);
      isNew ||= answer.ok && isActivation(webhook, answer.value);
      hasFailed ||= !answer.ok;
      isInRepair ||= answer.ok && url !== null && answer.value.state !== 'active';
    }
    hasFailed = !(await withdrawYielded(yielded, service)) || hasFailed;
    if (!isWanted()) return;
    publish({ kinds: ['connection'], leadIDs: [] });
    if (isNew) onActivated();
    checkLater(hasFailed ? 'failed' : isInRepair ? 'in_repair' : 'good');
  };

  const startCheck = (service: WebhookService): Promise<void> => {
    queued = null;
    const isAsked = isAskedNext;
    isAskedNext = false;
    running = ensureAll(service, isAsked)
      .catch((thrown: unknown) => {
        if (isStopped) return;
        log.error({ err: thrown }, 'the webhooks could not be checked');
        checkLater('failed');
      })
      .finally(() => void (running = null));
    return running;
  };

  /** Runs one check at a time; a call during a check starts another one after it. */
  const ensure = async (isAsked = false): Promise<void> => {
    if (client === null || isStopped || !isUsed) return;
    isAskedNext ||= isAsked;
    if (running === null) return startCheck(client);
    queued ??= running.then(() => startCheck(client));
    return queued;
  };

  const removeAll = async (): Promise<Answer<{ readonly removed: number }>> => {
    schedule.cancel('check');
    await running;
    let removed = 0;
    let failure: Failure | null = null;
    const shared = reach.findSharedWebhooks();
    for (const webhook of listWebhooks(store, accountID)) {
      const url = buildAddress(webhook.path) ?? webhook.url;
      // A desktop that has left its team leaves its webhooks alone, and so does an account that has a successor.
      const isOurs =
        !webhook.isShared ||
        (shared !== null && !hasSuccessor(store, accountID, webhook.businessID));
      if (client !== null && url !== null && isOurs) {
        const calls = client.getWebhookCalls(webhook.businessID, 'background');
        const answer = await unregister({ store, calls, url }, webhook);
        if (answer.ok) removed += answer.value;
        else failure ??= answer.error;
        if (webhook.isShared) await shared?.forget(webhook.businessID);
      }
      if (!isStopped) store.write(() => dropWebhook(store, accountID, webhook.businessID));
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
      const webhooks = new Map(
        listWebhooks(store, accountID).map((webhook) => [webhook.businessID, webhook]),
      );
      const base = reach.findBase();
      return listCoveredBusinesses(store, accountID).map(({ businessID, name }) => {
        const webhook = webhooks.get(businessID);
        return {
          businessID,
          businessName: name,
          state: isUsed
            ? computeLastKnownState(webhook, buildWebhookAddress(base, webhook?.path ?? ''))
            : 'unused',
          checkedAt: webhook?.checkedAt ?? null,
          reason: isUsed ? (webhook?.reason ?? null) : null,
        };
      });
    },
    stop: async () => {
      isStopped = true;
      schedule.stop();
      await running;
    },
  };
};
