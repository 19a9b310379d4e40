/**
 * Registers, repairs and removes a business's webhook. Credentials are stored before the service
 * gets them and the id only after, so that a missing id means uncertain credentials.
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
  /** Credentials for a webhook that needs other ones. */
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

const parsed = (text: string | undefined): URL | null =>
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
  const address = parsed(record.webhookURL);
  const held = address === null ? null : partsOf(address);
  const wanted = partsOf(new URL(url));
  if (held === null || wanted === null) return false;
  if (held.path === wanted.path) return true;
  const hasOurFormat = address?.search === '' && isFreshPath(held.path);
  const isKnown = allWebhooks(store).some(({ path }) => path === held.path);
  return held.base === wanted.base && hasOurFormat && !isKnown;
};

/** Saves a checked webhook, unless a person has changed its credentials meanwhile (commands.ts). */
export const keepChecked = (store: Store, webhook: WebhookRow): void =>
  store.write(() => {
    const current = webhookFor(store, webhook.accountID, webhook.businessID);
    if (current?.passwordDigest === webhook.passwordDigest) putWebhook(store, webhook);
  });

/** Stores new credentials; only the digest of the password is stored. */
const renew = ({ store, credentials, url }: Dependencies, webhook: WebhookRow) => {
  const { username, password, passwordDigest } = credentials();
  const renewed = { webhookID: null, url, username, passwordDigest, earlier: undefined };
  const kept: WebhookRow = { ...webhook, ...renewed };
  store.write(() => putWebhook(store, kept));
  return { kept, auth: { username, password } };
};

const register = async (
  dependencies: Dependencies,
  webhook: WebhookRow,
): Promise<Answer<WebhookRow>> => {
  const { kept, auth } = renew(dependencies, webhook);
  const { service, url: webhookURL, kinds } = dependencies;
  const calls = service.webhooksOf(webhook.businessID, 'background');
  const create = (wanted: readonly string[]) =>
    calls.create({ webhookURL, eventTypes: wanted, enabled: true, auth });
  const asked = kinds.wanted();
  kinds.tried.add(webhook.businessID);
  let answer = await create(asked);
  if (!answer.ok && answer.error.code === 'rejected' && asked !== eventTypes) {
    answer = await create(eventTypes);
    if (answer.ok) kinds.refused();
  }
  return answer.ok ? succeed({ ...kept, webhookID: answer.value.webhookID }) : answer;
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
  const made = await service.webhooksOf(webhook.businessID, 'background').create({
    webhookURL: url,
    eventTypes: wanted,
    enabled: true,
    auth: { username, password },
  });
  if (!made.ok) {
    if (made.error.code === 'rejected') kinds.refused();
    return webhook;
  }
  const { webhookID } = made.value;
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
  const { kept, auth } = renew(dependencies, webhook);
  const answer = await dependencies.service
    .webhooksOf(webhook.businessID, 'background')
    .setAuth(webhookID, auth);
  return answer.ok ? succeed({ ...kept, webhookID }) : answer;
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
  held: readonly WebhookRecord[],
  { webhookID }: WebhookRow,
  url: string,
): readonly WebhookRecord[] =>
  held.filter((record) => record.webhookID === webhookID || isOurs(store, record, url));

/** Ensures a webhook at `url`, enabled, with known credentials and without leftovers. */
export const repair = async (
  dependencies: Dependencies,
  webhook: WebhookRow,
): Promise<Answer<WebhookRow>> => {
  const { store, service, url } = dependencies;
  const held = await service.webhooksOf(webhook.businessID, 'background').list();
  if (!held.ok) return held;
  const health = healthOf(held.value, webhook, url);
  const repaired = await applyRepairs(dependencies, { ...webhook, earlier: undefined }, health);
  if (!repaired.ok) return repaired;
  // Saved first: it works, even if removing the leftovers fails.
  keepChecked(store, repaired.value);
  const ours = ownWebhooks(store, held.value, webhook, url);
  const leftovers = ours.filter(({ webhookID }) => webhookID !== repaired.value.webhookID);
  const removed = await removeWebhooks(service, webhook.businessID, leftovers);
  return removed.ok ? repaired : removed;
};

/** Reads how the service has a webhook that another desktop of the team repairs. Its row has the state then. */
export const look = async (
  { service, url }: Pick<Dependencies, 'service' | 'url'>,
  webhook: WebhookRow,
): Promise<Answer<WebhookRow>> => {
  const held = await service.webhooksOf(webhook.businessID, 'background').list();
  if (!held.ok) return held;
  // All desktops of the team know its credentials.
  const { record } = healthOf(held.value, { ...webhook, url }, url);
  const seen = { ...webhook, url, webhookID: record?.webhookID ?? null };
  return succeed({ ...seen, state: healthOf(held.value, seen, url).state });
};

/** Deletes a webhook at the service and returns how many were deleted. */
export const unregister = async (
  { store, service, url }: Pick<Dependencies, 'store' | 'service' | 'url'>,
  webhook: WebhookRow,
): Promise<Answer<number>> => {
  const { businessID } = webhook;
  const held = await service.webhooksOf(businessID, 'background').list();
  if (!held.ok) return held;
  return removeWebhooks(service, businessID, ownWebhooks(store, held.value, webhook, url));
};

/** For a webhook that cannot reach this computer; no request if it was never registered. */
export const withdraw = async (
  { store, service }: Pick<Dependencies, 'store' | 'service'>,
  webhook: WebhookRow,
): Promise<Answer<WebhookRow>> => {
  if (webhook.url === null) return succeed(webhook);
  const removed = await unregister({ store, service, url: webhook.url }, webhook);
  return removed.ok ? succeed({ ...webhook, webhookID: null, url: null }) : removed;
};
