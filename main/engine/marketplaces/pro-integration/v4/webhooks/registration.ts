/**
 * Registers, repairs and removes a business's webhook. New credentials are stored before the service gets them,
 * except by `widen`, and the id only after, so that a missing id means uncertain credentials.
 */
import { succeed, type Answer } from '../../../../../../contract/errors.ts';
import type { WebhookRecord } from '../service/records.ts';
import type { WebhookCalls } from '../service/webhooks.ts';
import { allEventTypes, eventTypes, computeHealth, type Health } from './health.ts';
import { listAllWebhooks, putWebhook, findWebhookFor, type WebhookRow } from './rows.ts';
import type { Store } from '../../../../platform/store/store.ts';
import { isGeneratedPath, type FreshCredentials } from '../../../../platform/http/credentials.ts';

type Dependencies = {
  readonly store: Store;
  /** Of the webhook's business. */
  readonly calls: WebhookCalls;
  /** Returns credentials for a webhook that needs new ones. */
  readonly credentials: () => FreshCredentials;
  readonly url: string;
  readonly kinds: EventKinds;
};

export type EventKinds = ReturnType<typeof createEventKinds>;

/** The event kinds that the service accepts: all, until it refuses them once after the start. */
export const createEventKinds = () => {
  let wanted: readonly string[] = allEventTypes;
  return {
    getWanted: () => wanted,
    /** Call when the service refused the wanted kinds but accepted the basic ones. */
    dropWanted: () => void (wanted = eventTypes),
    /** Businesses whose webhook was requested with all kinds: not widened again at each check. */
    tried: new Set<string>(),
  };
};

const parseURL = (text: string | undefined): URL | null =>
  text !== undefined && URL.canParse(text) ? new URL(text) : null;

/** Splits an address into the receiver's base and the random path of a webhook. */
const splitAddress = (address: URL): { readonly base: string; readonly path: string } | null => {
  const [, prefix, path] = /^(.*)\/hook\/([^/]+)$/.exec(address.pathname) ?? [];
  return prefix === undefined || path === undefined
    ? null
    : { base: address.origin + prefix, path };
};

/**
 * A webhook is ours with the path of `url` under any base (tunnels and ports change), or with our
 * base and a path of our format that no account uses. Other programs may share the public address.
 */
export const isOurs = (store: Store, record: WebhookRecord, url: string): boolean => {
  const address = parseURL(record.webhookURL);
  const found = address === null ? null : splitAddress(address);
  const wanted = splitAddress(new URL(url));
  if (found === null || wanted === null) return false;
  if (found.path === wanted.path) return true;
  const hasOurFormat = address?.search === '' && isGeneratedPath(found.path);
  const isKnown = listAllWebhooks(store).some(({ path }) => path === found.path);
  return found.base === wanted.base && hasOurFormat && !isKnown;
};

/** Saves a checked webhook, unless a person has changed its credentials meanwhile (commands.ts). */
export const saveChecked = (store: Store, webhook: WebhookRow): void =>
  store.write(() => {
    const current = findWebhookFor(store, webhook.accountID, webhook.businessID);
    if (current?.passwordDigest === webhook.passwordDigest) putWebhook(store, webhook);
  });

const renew = ({ store, credentials, url }: Dependencies, webhook: WebhookRow) => {
  const { username, password, passwordDigest } = credentials();
  const renewed = { webhookID: null, url, username, passwordDigest, earlier: undefined };
  const row: WebhookRow = { ...webhook, ...renewed };
  store.write(() => putWebhook(store, row));
  return { row, auth: { username, password } };
};

const register = async (
  dependencies: Dependencies,
  webhook: WebhookRow,
): Promise<Answer<WebhookRow>> => {
  const { row, auth } = renew(dependencies, webhook);
  const { calls, url: webhookURL, kinds } = dependencies;
  const create = (wanted: readonly string[]) =>
    calls.create({ webhookURL, eventTypes: wanted, enabled: true, auth });
  const requested = kinds.getWanted();
  kinds.tried.add(webhook.businessID);
  let answer = await create(requested);
  if (!answer.ok && answer.error.code === 'rejected' && requested !== eventTypes) {
    answer = await create(eventTypes);
    if (answer.ok) kinds.dropWanted();
  }
  return answer.ok ? succeed({ ...row, webhookID: answer.value.webhookID }) : answer;
};

/**
 * Registers a second webhook for all event kinds; the old one is removed as a leftover, and its deliveries are
 * accepted until the next check.
 */
const widen = async (
  { store, calls, credentials, url, kinds }: Dependencies,
  webhook: WebhookRow,
): Promise<WebhookRow> => {
  const wanted = kinds.getWanted();
  if (wanted === eventTypes || kinds.tried.has(webhook.businessID)) return webhook;
  kinds.tried.add(webhook.businessID);
  const { username, password, passwordDigest } = credentials();
  const created = await calls.create({
    webhookURL: url,
    eventTypes: wanted,
    enabled: true,
    auth: { username, password },
  });
  if (!created.ok) {
    if (created.error.code === 'rejected') kinds.dropWanted();
    return webhook;
  }
  const { webhookID } = created.value;
  const earlier = { username: webhook.username, passwordDigest: webhook.passwordDigest };
  const widened: WebhookRow = { ...webhook, webhookID, url, username, passwordDigest, earlier };
  store.write(() => putWebhook(store, widened));
  return widened;
};

const replaceAuth = async (
  dependencies: Dependencies,
  webhook: WebhookRow,
  webhookID: string,
): Promise<Answer<WebhookRow>> => {
  const { row, auth } = renew(dependencies, webhook);
  const answer = await dependencies.calls.setAuth(webhookID, auth);
  return answer.ok ? succeed({ ...row, webhookID }) : answer;
};

const applyRepairs = async (
  dependencies: Dependencies,
  webhook: WebhookRow,
  { record, repairs }: Health,
): Promise<Answer<WebhookRow>> => {
  const { calls } = dependencies;
  const webhookID = record?.webhookID ?? '';
  let repaired: Answer<WebhookRow> = succeed(webhook);
  for (const step of repairs) {
    if (step === 'register') repaired = await register(dependencies, webhook);
    else if (step === 'widen') repaired = succeed(await widen(dependencies, webhook));
    else if (step === 'set_credentials')
      repaired = await replaceAuth(dependencies, webhook, webhookID);
    else {
      const done = await (step === 'remove'
        ? calls.remove(webhookID)
        : calls.enable(webhookID, true));
      if (!done.ok) return done;
    }
    if (!repaired.ok) return repaired;
  }
  return repaired;
};

/** Removes our webhooks except `kept`; returns how many. One that is already gone counts as removed. */
const removeOurs = async (
  { store, calls, url }: Pick<Dependencies, 'store' | 'calls' | 'url'>,
  records: readonly WebhookRecord[],
  own: WebhookRow,
  kept: string | null,
): Promise<Answer<number>> => {
  const removed = records.filter(
    (record) =>
      record.webhookID !== kept &&
      (record.webhookID === own.webhookID || isOurs(store, record, url)),
  );
  for (const { webhookID } of removed) {
    const answer = await calls.remove(webhookID);
    if (!answer.ok && answer.error.code !== 'gone') return answer;
  }
  return succeed(removed.length);
};

/** Ensures a webhook at `url`, enabled, with known credentials and without leftovers. */
export const repair = async (
  dependencies: Dependencies,
  webhook: WebhookRow,
): Promise<Answer<WebhookRow>> => {
  const { store, calls, url } = dependencies;
  const listed = await calls.list();
  if (!listed.ok) return listed;
  const health = computeHealth(listed.value, webhook, url);
  const repaired = await applyRepairs(dependencies, { ...webhook, earlier: undefined }, health);
  if (!repaired.ok) return repaired;
  // Saved first: it works, even if removing the leftovers fails.
  saveChecked(store, repaired.value);
  const kept = repaired.value.webhookID;
  const removed = await removeOurs(dependencies, listed.value, webhook, kept);
  return removed.ok ? repaired : removed;
};

/** Returns a webhook's row with its state by the records at the service. `url`: our address. */
export const assessWebhook = (
  records: readonly WebhookRecord[],
  webhook: WebhookRow,
  url: string,
): WebhookRow & Pick<Health, 'state'> => {
  const { record } = computeHealth(records, { ...webhook, url }, url);
  // All desktops of a team know the credentials, whichever of them has registered the webhook.
  const own = webhook.isShared
    ? { ...webhook, url, webhookID: record?.webhookID ?? null }
    : webhook;
  return { ...own, state: computeHealth(records, own, url).state };
};

/** Checks a webhook that another desktop of the team repairs, without changing it. Returns its row with the state. */
export const inspect = async (
  { calls, url }: Pick<Dependencies, 'calls' | 'url'>,
  webhook: WebhookRow,
): Promise<Answer<WebhookRow>> => {
  const listed = await calls.list();
  return listed.ok ? succeed(assessWebhook(listed.value, webhook, url)) : listed;
};

/** Deletes our webhooks of a business at the service; returns how many. */
export const unregister = async (
  dependencies: Pick<Dependencies, 'store' | 'calls' | 'url'>,
  webhook: WebhookRow,
): Promise<Answer<number>> => {
  const listed = await dependencies.calls.list();
  return listed.ok ? removeOurs(dependencies, listed.value, webhook, null) : listed;
};

/** Removes a webhook from the service, without a request if it was never registered. */
export const withdraw = async (
  { store, calls }: Pick<Dependencies, 'store' | 'calls'>,
  webhook: WebhookRow,
): Promise<Answer<WebhookRow>> => {
  if (webhook.url === null) return succeed(webhook);
  const removed = await unregister({ store, calls, url: webhook.url }, webhook);
  return removed.ok ? succeed({ ...webhook, webhookID: null, url: null }) : removed;
};
