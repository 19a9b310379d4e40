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
import { hasSuccessor, listBusinessesServedElsewhere } from '../../../../leads/holders.ts';
import { dropWebhook, listWebhooks, type WebhookRow } from './rows.ts';
import { listCoveredBusinesses } from '../../../../leads/businesses.ts';
import type {
  AccountDependencies,
  AccountReach,
  EngineDependencies,
  Inbound,
} from '../../../../accounts/runtime.ts';
import { check, prepareRow, saveOutcome } from './business-webhook.ts';
import { buildWebhookAddress } from './endpoint.ts';
import { computeLastKnownState } from './health.ts';
import { createEventKinds, unregister, withdraw } from './registration.ts';

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
    let isAnswered = false;
    for (const { businessID } of businesses) {
      // Both before any request: a team may begin or end while the service answers.
      const [shared, base] = [reach.findSharedWebhooks(), reach.findBase()];
      const calls = service.getWebhookCalls(businessID, 'background');
      const about = { ...dependencies, businessID, calls, shared };
      const row = await prepareRow(about);
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
          : await check({ ...about, kinds, isAsked }, webhook, url);
      if (!isWanted()) return;
      saveOutcome(dependencies, webhook, answer, url);
      isAnswered ||= answer.ok;
      isNew ||= answer.ok && isActivation(webhook, answer.value);
      hasFailed ||= !answer.ok;
      isInRepair ||= answer.ok && url !== null && answer.value.state !== 'active';
    }
    hasFailed = !(await withdrawYielded(yielded, service)) || hasFailed;
    if (!isWanted()) return;
    // Without an answer a list would fail too, and close a form that is open in the window.
    publish({ kinds: isAnswered ? ['webhooks', 'connection'] : ['connection'], leadIDs: [] });
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
