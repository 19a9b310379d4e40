/**
 * What one business's webhook should be at the service, and the steps that bring it there. The
 * credentials of a webhook are kept before the service has them, and its id only after, so that
 * after any failure it is known whether they can be trusted.
 */
import { succeed, type Answer } from '../../../../../contract/errors.ts';
import type { Random } from '../../../platform/random.ts';
import type { ServiceClient } from '../service/client.ts';
import type { WebhookRecord } from '../service/records.ts';
import { allEventTypes, eventTypes, healthOf, type Health } from './health.ts';
import { allWebhooks, putWebhook, webhooksOf, type WebhookRow } from './rows.ts';
import type { Store } from '../../../platform/store/store.ts';
import { freshCredentials, isFreshPath } from '../../../platform/http/credentials.ts';

type Dependencies = {
  readonly store: Store;
  readonly service: Pick<ServiceClient, 'webhooksOf'>;
  readonly random: Random;
  /** The address that the service should deliver to. */
  readonly url: string;
  readonly kinds: EventKinds;
};

/** Which event kinds the service takes, as far as this start knows. */
export type EventKinds = {
  readonly wanted: () => readonly string[];
  /** The service refused what it was asked for, and took the kinds that every service has. */
  readonly refused: () => void;
  /**
   * Businesses whose webhook was asked for with the kinds wanted. One that lacks a kind all the same is
   * left as it is, or it would be made again at each check.
   */
  readonly tried: Set<string>;
};

/** Begins with all kinds; asks for those that the service refused no more until the next start. */
export const createEventKinds = (): EventKinds => {
  let wanted: readonly string[] = allEventTypes;
  return {
    wanted: () => wanted,
    refused: () => void (wanted = eventTypes),
    tried: new Set(),
  };
};

const parsed = (text: string | undefined): URL | null =>
  text !== undefined && URL.canParse(text) ? new URL(text) : null;

/** An address in its two parts: what leads to a receiver, and the random path of a webhook. */
const partsOf = (address: URL): { readonly base: string; readonly path: string } | null => {
  const [, prefix, path] = /^(.*)\/hook\/([^/]+)$/.exec(address.pathname) ?? [];
  return prefix === undefined || path === undefined
    ? null
    : { base: address.origin + prefix, path };
};

/**
 * Whether a webhook at the service is one of ours: it has the path of `url`, whichever address it
 * was registered under (tunnels and ports come and go, the path is random and stays), or leads to
 * our very receiver and to a path of that kind that nobody knows any more. Others may share a public
 * address with us, below any path of theirs.
 */
export const isOurs = (store: Store, record: WebhookRecord, url: string): boolean => {
  const address = parsed(record.webhookURL);
  const held = address === null ? null : partsOf(address);
  const wanted = partsOf(new URL(url));
  if (held === null || wanted === null) return false;
  if (held.path === wanted.path) return true;
  const isOfOurs = address?.search === '' && isFreshPath(held.path);
  const isKnown = allWebhooks(store).some(({ path }) => path === held.path);
  return held.base === wanted.base && isOfOurs && !isKnown;
};

/**
 * Keeps a webhook as a check has left it, unless a person has given it other credentials meanwhile
 * (commands/webhooks.ts): then the next check mends it.
 */
export const keepChecked = (store: Store, webhook: WebhookRow): void =>
  store.write(() => {
    const current = webhooksOf(store, webhook.accountID).find(
      ({ businessID }) => businessID === webhook.businessID,
    );
    if (current?.passwordDigest === webhook.passwordDigest) putWebhook(store, webhook);
  });

/** Gives the webhook credentials that only the digest is kept of; the password is answered once. */
const renew = ({ store, random, url }: Dependencies, webhook: WebhookRow) => {
  const { username, password, passwordDigest } = freshCredentials(random);
  const kept: WebhookRow = { ...webhook, webhookID: null, url, username, passwordDigest };
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
 * Registers a webhook for all event kinds beside one that works without some: both deliver until the old
 * one is removed as a leftover, and the old credentials are good until the service has the new ones, so that
 * nothing is lost. Where that fails the old one stays as it is.
 */
const widen = async (
  { store, service, random, url, kinds }: Dependencies,
  webhook: WebhookRow,
): Promise<WebhookRow> => {
  const wanted = kinds.wanted();
  if (wanted === eventTypes || kinds.tried.has(webhook.businessID)) return webhook;
  kinds.tried.add(webhook.businessID);
  const { username, password, passwordDigest } = freshCredentials(random);
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
  const widened: WebhookRow = { ...webhook, webhookID, url, username, passwordDigest };
  store.write(() => putWebhook(store, widened));
  return widened;
};

/** Takes over a webhook at our address whose credentials are not certain. */
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

/** Brings a webhook to what it should be; answers it as it now is. */
const mend = async (
  dependencies: Dependencies,
  webhook: WebhookRow,
  { record, mendedBy }: Health,
): Promise<Answer<WebhookRow>> => {
  const calls = dependencies.service.webhooksOf(webhook.businessID, 'background');
  const webhookID = record?.webhookID ?? '';
  let mended: Answer<WebhookRow> = succeed(webhook);
  for (const step of mendedBy) {
    if (step === 'register') mended = await register(dependencies, webhook);
    else if (step === 'widen') mended = succeed(await widen(dependencies, webhook));
    else if (step === 'set_credentials')
      mended = await replaceAuth(dependencies, webhook, webhookID);
    else {
      const done = await (step === 'remove'
        ? calls.remove(webhookID)
        : calls.enable(webhookID, true));
      if (!done.ok) return done;
    }
    if (!mended.ok) return mended;
  }
  return mended;
};

/** Removes webhooks from the service; one that is gone already counts. */
const removeThese = async (
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

/** What the service holds that leads to us, or is the webhook that we know by its id. */
const oursAmong = (
  store: Store,
  held: readonly WebhookRecord[],
  { webhookID }: WebhookRow,
  url: string,
): readonly WebhookRecord[] =>
  held.filter((record) => record.webhookID === webhookID || isOurs(store, record, url));

/**
 * Looks at what the service holds for a business and repairs it: registered at `url`, enabled, with
 * credentials that we know, and nothing of ours left over. Answers the webhook as it now is.
 */
export const repair = async (
  dependencies: Dependencies,
  webhook: WebhookRow,
): Promise<Answer<WebhookRow>> => {
  const { store, service, url } = dependencies;
  const held = await service.webhooksOf(webhook.businessID, 'background').list();
  if (!held.ok) return held;
  const health = healthOf(held.value, webhook, url);
  const mended = await mend(dependencies, webhook, health);
  if (!mended.ok) return mended;
  // It works from now on, whatever becomes of the others.
  keepChecked(store, mended.value);
  const ours = oursAmong(store, held.value, webhook, url);
  const leftovers = ours.filter(({ webhookID }) => webhookID !== mended.value.webhookID);
  const removed = await removeThese(service, webhook.businessID, leftovers);
  return removed.ok ? mended : removed;
};

/** Removes a webhook, and whatever else is ours, from the service; answers how many there were. */
export const unregister = async (
  { store, service, url }: Pick<Dependencies, 'store' | 'service' | 'url'>,
  webhook: WebhookRow,
): Promise<Answer<number>> => {
  const { businessID } = webhook;
  const held = await service.webhooksOf(businessID, 'background').list();
  if (!held.ok) return held;
  return removeThese(service, businessID, oursAmong(store, held.value, webhook, url));
};

/**
 * Takes a webhook back that leads nowhere any more, because nothing can reach this computer. One
 * that the service never had costs no question.
 */
export const withdraw = async (
  { store, service }: Pick<Dependencies, 'store' | 'service'>,
  webhook: WebhookRow,
): Promise<Answer<WebhookRow>> => {
  if (webhook.url === null) return succeed(webhook);
  const removed = await unregister({ store, service, url: webhook.url }, webhook);
  return removed.ok ? succeed({ ...webhook, webhookID: null, url: null }) : removed;
};
