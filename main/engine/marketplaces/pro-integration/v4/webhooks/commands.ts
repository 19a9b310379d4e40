/**
 * Handlers of `webhooks.*` for one account. A password goes only to the service: never to the
 * store, the log or an error.
 */
import { isDeepStrictEqual } from 'node:util';
import { fail, succeed, type Answer, type Failure } from '../../../../../../contract/errors.ts';
import type { WebhookState } from '../../../../../../contract/accounts.ts';
import type { AccountID } from '../../../../../../contract/records.ts';
import type { WebhooksOfOwner } from '../../../../../../contract/commands/webhooks.ts';
import { extractDeliveryFacts } from '../../delivery-facts.ts';
import { isTestLead } from '../kinds.ts';
import { reader } from '../reader.ts';
import type { AccountDependencies } from '../../../../accounts/runtime.ts';
import { generateCredentials } from '../../../../platform/http/credentials.ts';
import { isLoopback } from '../../../../platform/http/loopback.ts';
import type { WebhookKeeper } from './webhook-keeper.ts';
import type { ServiceClient } from '../service/client.ts';
import { mayHaveSucceeded } from '../../../../platform/http/problem.ts';
import { envelope } from '../envelope.ts';
import type { WebhookRecord } from '../service/records.ts';
import { parse } from '../../../../platform/http/parse.ts';
import type { NewWebhook, WebhookCalls } from '../service/webhooks.ts';
import { findAccount } from '../../../../accounts/rows.ts';
import { findDelivery, type IncomingDelivery } from '../../../../accounts/deliveries.ts';
import { computeHealth } from './health.ts';
import { assessWebhook } from './registration.ts';
import { putWebhook, findWebhookFor, listWebhooks, type WebhookRow } from './rows.ts';
import { listCoveredBusinesses } from '../../../../leads/businesses.ts';
import { failNotConnected, type Handlers } from '../../../../platform/command/handler.ts';
import type { WebhookCommand } from '../../../../accounts/account-commands.ts';
import { readOwnAddresses, toView, type OwnAddresses } from './view.ts';

type Dependencies = Pick<
  AccountDependencies,
  'store' | 'clock' | 'random' | 'arrivals' | 'publish'
> & {
  readonly accountID: AccountID;
  readonly client: Pick<ServiceClient, 'getWebhookCalls' | 'userWebhooks'> | null;
  readonly keeper: Pick<WebhookKeeper, 'ensure' | 'report'>;
  readonly isUsed: boolean;
  readonly buildAddress: (path: string) => string | null;
};

type Owner = { readonly businessID: string | null };
type WebhookTarget = Owner & { readonly webhookID: string };

const testTimeoutMs = 20_000;
const maxDeleted = 50;

/** The service may repeat the password in an error. */
const redact = <T>(answer: Answer<T>, password: string | undefined): Answer<T> => {
  if (answer.ok || password === undefined) return answer;
  const { message, detail, ...rest } = answer.error;
  const clean = (text: string): string => text.replaceAll(password, '•••');
  return fail(rest.code, clean(message), {
    ...rest,
    ...(detail === undefined ? {} : { detail: clean(detail) }),
  });
};

/**
 * Returns the reason why an address is not allowed, or null. Only a service on this computer may deliver over
 * http, and only to this computer.
 */
const findMistake = (text: string, serviceURL: string): string | null => {
  if (!URL.canParse(text)) return 'It is not an address.';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'It has credentials in it.';
  if (url.protocol === 'https:') return null;
  const isLocal = isLoopback(text) && isLoopback(serviceURL);
  return url.protocol === 'http:' && isLocal ? null : 'It must begin with https.';
};

const isTest = ({ parsed }: IncomingDelivery): boolean => {
  const read = parse(envelope, parsed);
  if (!read.ok || read.value.event.eventType !== 'NegotiationCreatedV4') return false;
  const record = reader.parseLead(read.value.data);
  return record.ok && isTestLead(record.value);
};

/** True if a webhook is gone although its removal failed with `error`. */
const isGone = async (calls: WebhookCalls, webhookID: string, error: Failure): Promise<boolean> => {
  if (!mayHaveSucceeded(error)) return error.code === 'gone';
  const found = await calls.get(webhookID);
  return !found.ok && found.error.code === 'gone';
};

export const createWebhookCommands = (dependencies: Dependencies): Handlers<WebhookCommand> => {
  const { store, accountID, clock, random, client, keeper, buildAddress, arrivals, publish } =
    dependencies;
  const { isUsed } = dependencies;
  /** `mayExist`: it may have been restored by a request whose answer was lost. */
  const deletedHooks = new Map<string, { hook: NewWebhook; mayExist: boolean }>();
  const toKey = ({ businessID, webhookID }: WebhookTarget): string =>
    JSON.stringify([businessID, webhookID]);

  const getCalls = ({ businessID }: Owner): WebhookCalls | null => {
    if (client === null) return null;
    return businessID === null ? client.userWebhooks : client.getWebhookCalls(businessID, 'person');
  };

  const readAddresses = (): OwnAddresses => readOwnAddresses(store, accountID, buildAddress);

  const publishChange = (): void => publish({ kinds: ['webhooks', 'connection'], leadIDs: [] });

  /** Replaces lost credentials, so that a running check notices the change (`saveChecked`). */
  const saveChange = ({ webhookID }: WebhookTarget, state: WebhookState): void => {
    const own = listWebhooks(store, accountID).find((hook) => hook.webhookID === webhookID);
    if (own === undefined) return;
    const keepsCredentials = state === 'active' || state === 'disabled';
    const { passwordDigest } = generateCredentials(random);
    const updated = { ...own, state, reason: null };
    const lost = { webhookID: null, passwordDigest, earlier: undefined };
    store.write(() => putWebhook(store, keepsCredentials ? updated : { ...updated, ...lost }));
  };

  /** Saves what the service lists, so that the sidebar and the bars agree with the list. */
  const saveListed = (before: WebhookRow, listed: WebhookRow): void => {
    if ((before.state === 'active') === (listed.state === 'active')) return;
    store.write(() => putWebhook(store, { ...listed, reason: null, checkedAt: clock.now() }));
    publish({ kinds: ['connection'], leadIDs: [] });
  };

  /** Saves the change also when the outcome is unknown. */
  const change = async (
    target: WebhookTarget,
    call: (calls: WebhookCalls) => Promise<Answer<void>>,
    state: WebhookState,
  ): Promise<Answer<Record<string, never>>> => {
    const calls = getCalls(target);
    if (calls === null) return failNotConnected();
    const answer = await call(calls);
    if (answer.ok || mayHaveSucceeded(answer.error)) saveChange(target, state);
    publishChange();
    return answer.ok ? succeed({}) : answer;
  };

  const create = async (owner: Owner, hook: NewWebhook) => {
    const calls = getCalls(owner);
    if (calls === null) return failNotConnected();
    const answer = redact(await calls.create(hook), hook.auth?.password);
    publishChange();
    if (!answer.ok) return answer;
    return succeed({ webhook: toView(store, answer.value, readAddresses()) });
  };

  /** Creates a webhook again, unless one like it exists. */
  const createMissing = async (owner: Owner, hook: NewWebhook) => {
    const listed = (await getCalls(owner)?.list()) ?? failNotConnected();
    if (!listed.ok) return listed;
    const found = listed.value.find(
      ({ webhookURL, eventTypes }) =>
        webhookURL === hook.webhookURL &&
        eventTypes.toSorted().join() === hook.eventTypes.toSorted().join(),
    );
    if (found === undefined) return create(owner, hook);
    publishChange();
    return succeed({ webhook: toView(store, found, readAddresses()) });
  };

  const readOwner = async (
    { businessID, name }: Owner & { readonly name: string },
    computeState: (records: readonly WebhookRecord[]) => WebhooksOfOwner['state'],
  ): Promise<WebhooksOfOwner> => {
    const answer = (await getCalls({ businessID })?.list()) ?? failNotConnected();
    if (!answer.ok) return { businessID, name, state: null, error: answer.error, webhooks: [] };
    const own = readAddresses();
    const webhooks = answer.value.map((record) => toView(store, record, own));
    return { businessID, name, state: computeState(answer.value), error: null, webhooks };
  };

  return {
    'webhooks.list': async () => {
      const account = findAccount(store, accountID);
      if (account === null) return fail('not_found', 'There is no such account.');
      if (client === null) return failNotConnected();
      const user = { businessID: null, name: account.userName };
      if (!isUsed)
        return succeed({ owners: [{ ...user, state: 'unused', error: null, webhooks: [] }] });
      const owners = await Promise.all([
        ...listCoveredBusinesses(store, accountID).map(({ businessID, name }) => {
          const before = findWebhookFor(store, accountID, businessID);
          return readOwner({ businessID, name }, (records) => {
            const own = findWebhookFor(store, accountID, businessID);
            const url = buildAddress(own?.path ?? '');
            if (own === undefined || url === null) return computeHealth(records, own, url).state;
            const assessed = assessWebhook(records, own, url);
            if (own.url === url && isDeepStrictEqual(own, before)) saveListed(own, assessed);
            return assessed.state;
          });
        }),
        readOwner(user, () => null),
      ]);
      return succeed({ owners });
    },

    'webhooks.create': async ({ businessID, url, eventTypes, enabled, credentials }) => {
      const account = findAccount(store, accountID);
      if (account === null) return fail('not_found', 'There is no such account.');
      const mistake = findMistake(url, account.profile.baseUrl);
      if (mistake !== null)
        return fail('invalid_input', 'The address cannot be used.', { detail: mistake });
      const kinds = [...new Set(eventTypes)];
      const auth = credentials === undefined ? {} : { auth: credentials };
      return create({ businessID }, { webhookURL: url, eventTypes: kinds, enabled, ...auth });
    },

    'webhooks.enable': ({ enabled, ...target }) =>
      change(
        target,
        (calls) => calls.enable(target.webhookID, enabled),
        enabled ? 'active' : 'disabled',
      ),

    'webhooks.setCredentials': async ({ credentials, ...target }) => {
      const answer = await change(
        target,
        (calls) => calls.setAuth(target.webhookID, credentials),
        'unknown_credentials',
      );
      return redact(answer, credentials.password);
    },

    'webhooks.removeCredentials': (target) =>
      change(target, (calls) => calls.removeAuth(target.webhookID), 'without_credentials'),

    'webhooks.delete': async (target) => {
      const calls = getCalls(target);
      if (calls === null) return failNotConnected();
      const found = await calls.get(target.webhookID);
      if (!found.ok && found.error.code !== 'gone') return found;
      const removed = await calls.remove(target.webhookID);
      if (!removed.ok && !(await isGone(calls, target.webhookID, removed.error))) return removed;
      saveChange(target, 'missing');
      publishChange();
      const { webhookURL, eventTypes, enabled, authType } = found.ok ? found.value : {};
      const restorable = webhookURL !== undefined && authType === 'None';
      if (restorable) {
        const [oldest] = deletedHooks.keys();
        if (deletedHooks.size >= maxDeleted && oldest !== undefined) deletedHooks.delete(oldest);
        const hook = { webhookURL, eventTypes: eventTypes ?? [], enabled: enabled ?? false };
        deletedHooks.set(toKey(target), { hook, mayExist: false });
      }
      return succeed({ restorable });
    },

    'webhooks.restore': async (target) => {
      const deleted = deletedHooks.get(toKey(target));
      if (deleted === undefined) return fail('not_found', 'This webhook cannot be restored.');
      // Removed first, so that a second request creates no second webhook.
      deletedHooks.delete(toKey(target));
      const { hook, mayExist } = deleted;
      const answer = await (mayExist ? createMissing : create)(target, hook);
      if (!answer.ok)
        deletedHooks.set(toKey(target), {
          hook,
          mayExist: mayExist || mayHaveSucceeded(answer.error),
        });
      return answer;
    },

    'webhooks.repair': async () => {
      if (client === null) return failNotConnected();
      await keeper.ensure(true);
      publishChange();
      const businesses = keeper.report().map(({ businessName, state, reason }) => ({
        name: businessName,
        repaired: state === 'active' && reason === null,
        reason,
      }));
      return succeed({ businesses });
    },

    'webhooks.test': async ({ businessID }) => {
      if (client === null) return failNotConnected();
      const requestedAt = clock.steady();
      // The webhook of another business may deliver a test meanwhile.
      const isByOwn = (delivery: IncomingDelivery): boolean =>
        delivery.accountID === accountID &&
        delivery.webhookID !== null &&
        listWebhooks(store, accountID).some(
          (own) => own.businessID === businessID && own.webhookID === delivery.webhookID,
        );
      const { arrival, cancel } = arrivals.waitFor(
        (delivery) => isByOwn(delivery) && isTest(delivery),
        testTimeoutMs,
      );
      const requested = await client.getWebhookCalls(businessID, 'person').test();
      if (!requested.ok) {
        cancel();
        return requested;
      }
      const found = await arrival;
      if (found === null) return succeed({ afterMs: null, deliveryID: null });
      const delivery = findDelivery(store, found.delivery, extractDeliveryFacts);
      return succeed({
        afterMs: Math.max(0, found.at - requestedAt),
        deliveryID: delivery === null ? null : String(delivery),
      });
    },
  };
};
