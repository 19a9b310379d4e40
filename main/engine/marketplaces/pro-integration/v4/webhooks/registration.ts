/**
 * Registers, repairs and removes a business's webhook. New credentials are stored before the service gets them,
 * except by `widen`, and the id only after, so that a missing id means uncertain credentials.
 */
import { succeed, type Answer } from '../../../../../../contract/errors.ts';
import type { ServiceClient } from '../service/client.ts';
import type { WebhookRecord } from '../service/records.ts';
import { allEventTypes, eventTypes, healthOf, type Health } from './health.ts';
import { allWebhooks, putWebhook, webhookFor, type WebhookRow } from './rows.ts';
import type { Store } from '../../../../platform/store/store.ts';
import { isFreshPath, type FreshCredentials } from '../../../../platform/http/credentials.ts';

type Dependencies = {
  readonly store: Store;
  readonly service: Pick<ServiceClient, 'webhooksOf'>;
  /** Returns credentials for a webhook that needs new ones. */
  readonly credentials: () => FreshCredentials;
  readonly url: string;
  readonly kinds: EventKinds;
};

/** The event kinds that the service accepts, as far as is known since the start. */
export type EventKinds = {
  readonly wanted: () => readonly string[];
  /** Call when the service refused the wanted kinds but accepted the basic ones. */
  readonly refused: () => void;
  /** Businesses whose webhook was requested with all kinds: not widened again at each check. */
  readonly tried: Set<string>;
};

/** Starts with all kinds; refused ones are not requested again before the next start. */
export const createEventKinds = (): EventKinds => {
  let wanted: readonly string[] = allEventTypes;
  return { wanted: () => wanted, refused: () => void (wanted = eventTypes), tried: new Set() };
};

const parseURL = (text: string | undefined): URL | null =>
  text !== undefined && URL.canParse(text) ? new URL(text) : null;

/** Splits an address into the receiver's base and the random path of a webhook. */
const partsOf = (address: URL): { readonly base: string; readonly path: string } | null => {
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
  const found = address === null ? null : partsOf(address);
  const wanted = partsOf(new URL(url));
  if (found === null || wanted === null) return false;
  if (found.path === wanted.path) return true;
  const hasOurFormat = address?.search === '' && isFreshPath(found.path);
  const isKnown = allWebhooks(store).some(({ path }) => path === found.path);
  return found.base === wanted.base && hasOurFormat && !isKnown;
};

/** Saves a checked webhook, unless a person has changed its credentials meanwhile (commands.ts). */
export const saveChecked = (store: Store, webhook: WebhookRow): void =>
  store.write(() => {
    const current = webhookFor(store, webhook.accountID, webhook.businessID);
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
  const { service, url: webhookURL, kinds } = dependencies;
  const calls = service.webhooksOf(webhook.businessID, 'background');
  const create = (wanted: readonly string[]) =>
    calls.create({ webhookURL, eventTypes: wanted, enabled: true, auth });
  const requested = kinds.wanted();
  kinds.tried.add(webhook.businessID);
  let answer = await create(requested);
  if (!answer.ok && answer.error.code === 'rejected' && requested !== eventTypes) {
    answer = await create(eventTypes);
    if (answer.ok) kinds.refused();
  }
  return answer.ok ? succeed({ ...row, webhookID: answer.value.webhookID }) : answer;
};

/**
 * Registers a second webhook for all event kinds; the old one is removed as a leftover, and its deliveries are
 * accepted until the next check.
 */
const widen = async (
  { store, service, credentials, url, kinds }: Dependencies,
  webhook: WebhookRow,
): Promise<WebhookRow> => {
  const wanted = kinds.wanted();
  if (wanted === eventTypes || kinds.tried.has(webhook.businessID)) return webhook;
  kinds.tried.add(webhook.businessID);
  const { username, password, passwordDigest } = credentials();
  const created = await service.webhooksOf(webhook.businessID, 'background').create({
    webhookURL: url,
    eventTypes: wanted,
    enabled: true,
    auth: { username, password },
  });
  if (!created.ok) {
    if (created.error.code === 'rejected') kinds.refused();
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
  const answer = await dependencies.service
    .webhooksOf(webhook.businessID, 'background')
    .setAuth(webhookID, auth);
  return answer.ok ? succeed({ ...row, webhookID }) : answer;
};

const applyRepairs = async (
  dependencies: Dependencies,
  webhook: WebhookRow,
  { record, repairs }: Health,
): Promise<Answer<WebhookRow>> => {
  const calls = dependencies.service.webhooksOf(webhook.businessID, 'background');
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

/** A webhook that is already gone counts as removed. */
const removeWebhooks = async (
  service: Pick<ServiceClient, 'webhooksOf'>,
  businessID: string,
  records: readonly WebhookRecord[],
): Promise<Answer<number>> => {
  for (const { webhookID } of records) {
    const answer = await service.webhooksOf(businessID, 'background').remove(webhookID);
    if (!answer.ok && answer.error.code !== 'gone') return answer;
  }
  return succeed(records.length);
};

const ownWebhooks = (
  store: Store,
  records: readonly WebhookRecord[],
  { webhookID }: WebhookRow,
  url: string,
): readonly WebhookRecord[] =>
  records.filter((record) => record.webhookID === webhookID || isOurs(store, record, url));

/** Ensures a webhook at `url`, enabled, with known credentials and without leftovers. */
export const repair = async (
  dependencies: Dependencies,
  webhook: WebhookRow,
): Promise<Answer<WebhookRow>> => {
  const { store, service, url } = dependencies;
  const listed = await service.webhooksOf(webhook.businessID, 'background').list();
  if (!listed.ok) return listed;
  const health = healthOf(listed.value, webhook, url);
  const repaired = await applyRepairs(dependencies, { ...webhook, earlier: undefined }, health);
  if (!repaired.ok) return repaired;
  // Saved first: it works, even if removing the leftovers fails.
  saveChecked(store, repaired.value);
  const ours = ownWebhooks(store, listed.value, webhook, url);
  const leftovers = ours.filter(({ webhookID }) => webhookID !== repaired.value.webhookID);
  const removed = await removeWebhooks(service, webhook.businessID, leftovers);
  return removed.ok ? repaired : removed;
};

/** Checks a webhook that another desktop of the team repairs, without changing it. Returns its row with the state. */
export const inspect = async (
  { service, url }: Pick<Dependencies, 'service' | 'url'>,
  webhook: WebhookRow,
): Promise<Answer<WebhookRow>> => {
  const listed = await service.webhooksOf(webhook.businessID, 'background').list();
  if (!listed.ok) return listed;
  // All desktops of the team know its credentials.
  const { record } = healthOf(listed.value, { ...webhook, url }, url);
  const inspected = { ...webhook, url, webhookID: record?.webhookID ?? null };
  return succeed({ ...inspected, state: healthOf(listed.value, inspected, url).state });
};

/** Deletes our webhooks of a business at the service; returns how many. */
export const unregister = async (
  { store, service, url }: Pick<Dependencies, 'store' | 'service' | 'url'>,
  webhook: WebhookRow,
): Promise<Answer<number>> => {
  const { businessID } = webhook;
  const listed = await service.webhooksOf(businessID, 'background').list();
  if (!listed.ok) return listed;
  return removeWebhooks(service, businessID, ownWebhooks(store, listed.value, webhook, url));
};

/** Removes a webhook from the service, without a request if it was never registered. */
export const withdraw = async (
  { store, service }: Pick<Dependencies, 'store' | 'service'>,
  webhook: WebhookRow,
): Promise<Answer<WebhookRow>> => {
  if (webhook.url === null) return succeed(webhook);
  const removed = await unregister({ store, service, url: webhook.url }, webhook);
  return removed.ok ? succeed({ ...webhook, webhookID: null, url: null }) : removed;
};
