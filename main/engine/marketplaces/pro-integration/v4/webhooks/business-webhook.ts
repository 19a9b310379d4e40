/** The webhook of one business: its row, the calls that repair it, and their outcome. */
import { succeed, type Answer } from '../../../../../../contract/errors.ts';
import type { AccountID } from '../../../../../../contract/records.ts';
import type { EngineDependencies, SharedWebhooks } from '../../../../accounts/runtime.ts';
import { generateCredentials, generatePath } from '../../../../platform/http/credentials.ts';
import type { WebhookCalls } from '../service/webhooks.ts';
import { computeStateAfterFailure } from './health.ts';
import { inspect, repair, saveChecked, withdraw, type EventKinds } from './registration.ts';
import { dropForeignWebhook, findWebhookFor, putWebhook, type WebhookRow } from './rows.ts';

type Dependencies = Pick<EngineDependencies, 'store' | 'random'> & {
  readonly accountID: AccountID;
  readonly businessID: string;
  readonly calls: WebhookCalls;
  /** Null unless webhooks lead to a team's hub. */
  readonly shared: SharedWebhooks | null;
};

/** Returns the row, recreated if its address has changed; then a webhook to this computer is removed. */
export const prepareRow = async ({
  store,
  random,
  accountID,
  businessID,
  calls,
  shared,
}: Dependencies): Promise<Answer<WebhookRow>> => {
  const before = findWebhookFor(store, accountID, businessID);
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
  const webhook: WebhookRow = {
    ...{ accountID, businessID, path, username, passwordDigest },
    ...{ webhookID: null, url: null, isShared: addressee !== undefined },
    ...{ state: 'missing', reason: null, checkedAt: null, lastDeliveryAt: null },
  };
  const isTaken = store.write(() => dropForeignWebhook(store, accountID, path));
  store.write(() => putWebhook(store, webhook));
  // The hub may still assign its deliveries to the other account, which only this desktop has.
  const announced = isTaken ? await shared?.announce(businessID) : undefined;
  return announced?.ok === false ? announced : succeed(webhook);
};

/** Repairs the webhook, or only inspects a shared one that another desktop has to repair. */
export const check = async (
  {
    store,
    random,
    businessID,
    calls,
    shared,
    kinds,
    isAsked,
  }: Dependencies & { readonly kinds: EventKinds; readonly isAsked: boolean },
  webhook: WebhookRow,
  url: string,
): Promise<Answer<WebhookRow>> => {
  if (shared !== null && !isAsked && !shared.mayRepair()) return inspect({ calls, url }, webhook);
  // The hub rejects deliveries of webhooks that were not announced.
  const announced = (await shared?.announce(businessID)) ?? succeed({});
  if (!announced.ok) return announced;
  const credentials = () => shared?.getAddressee(businessID) ?? generateCredentials(random);
  const repaired = await repair({ store, calls, credentials, url, kinds }, webhook);
  return repaired.ok ? succeed({ ...repaired.value, state: 'active' }) : repaired;
};

/** Stores the outcome of a check. @param url null without a public address */
export const saveOutcome = (
  { store, clock, log }: Pick<EngineDependencies, 'store' | 'clock' | 'log'>,
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
  const { accountID, businessID } = webhook;
  log.warn({ businessID, code: error.code }, 'a webhook could not be checked');
  const current = findWebhookFor(store, accountID, businessID) ?? webhook;
  const state = computeStateAfterFailure(current, url, error);
  store.write(() => putWebhook(store, { ...current, state, reason: error }));
};
