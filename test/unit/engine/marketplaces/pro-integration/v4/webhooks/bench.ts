/** The handlers over a real store, with a service that keeps webhooks in memory. */
import type { Webhook } from '../../../../../../../contract/commands/webhooks.ts';
import { fail, succeed, type Answer, type Failure } from '../../../../../../../contract/errors.ts';
import type { Change } from '../../../../../../../contract/events.ts';
import { createWebhookCommands } from '../../../../../../../main/engine/marketplaces/pro-integration/v4/webhooks/commands.ts';
import { systemRandom } from '../../../../../../../main/engine/platform/random.ts';
import { createArrivals } from '../../../../../../../main/engine/accounts/arrivals.ts';
import type { Urgency } from '../../../../../../../main/engine/platform/http/budget.ts';
import type { ServiceClient } from '../../../../../../../main/engine/marketplaces/pro-integration/v4/service/client.ts';
import type { WebhookRecord } from '../../../../../../../main/engine/marketplaces/pro-integration/v4/service/records.ts';
import type {
  Credentials,
  NewWebhook,
} from '../../../../../../../main/engine/marketplaces/pro-integration/v4/service/webhooks.ts';
import { putListedBusinesses } from '../../../../../../../main/engine/leads/businesses.ts';
import {
  putWebhook,
  listWebhooks,
} from '../../../../../../../main/engine/marketplaces/pro-integration/v4/webhooks/rows.ts';
import type { WebhookState } from '../../../../../../../contract/accounts.ts';
import { account, accountID, putAccount, testClock, testStore } from '../../../../support/store.ts';

type Held = WebhookRecord & { businessID?: string; auth?: Credentials };

export const own = { path: 'secret-path', url: 'http://127.0.0.1:5000/hook/secret-path' };

/** A business `b1` with the app's own webhook `w1`, and a service that answers as the test says. */
export const bench = (
  options: { baseUrl?: string; connected?: boolean; isUsed?: boolean } = {},
) => {
  const clock = testClock();
  const store = testStore(clock);
  const baseUrl = options.baseUrl ?? 'http://127.0.0.1:9';
  putAccount(store, { ...account, profile: { ...account.profile, baseUrl } }, clock.now());
  putListedBusinesses(store, accountID, [{ businessID: 'b1', name: 'Ace', imageURL: null }]);
  putWebhook(store, {
    accountID,
    businessID: 'b1',
    webhookID: 'w1',
    url: own.url,
    path: own.path,
    username: 'u',
    passwordDigest: '00',
    isShared: false,
    state: 'active',
    reason: null,
    checkedAt: null,
  });

  const held: Held[] = [
    {
      webhookID: 'w1',
      webhookURL: own.url,
      enabled: true,
      authType: 'Basic',
      businessID: 'b1',
      eventTypes: ['NegotiationCreatedV4', 'MessageCreatedV4'],
    },
  ];
  let failure: Failure | null = null;
  let lost: Answer<never> | null = null;
  let losesCreations = false;
  let onTest = (): void => undefined;
  let lastID = 1;
  const answer = <T>(work: () => T): Promise<Answer<T>> =>
    Promise.resolve(failure === null ? succeed(work()) : { ok: false, error: failure });
  const one = (id: string): Held | undefined => held.find(({ webhookID }) => webhookID === id);

  const callsOf = (businessID: string | undefined) => ({
    list: () => answer(() => held.filter((hook) => hook.businessID === businessID)),
    get: (id: string): Promise<Answer<Held>> => {
      const found = one(id);
      return found === undefined
        ? Promise.resolve(fail('gone', 'Not here.'))
        : answer(() => ({ ...found }));
    },
    create: async (hook: NewWebhook) => {
      const created = await answer(() => {
        lastID += 1;
        const { auth, ...rest } = hook;
        const made: Held = {
          ...rest,
          eventTypes: [...hook.eventTypes],
          webhookID: `w${lastID}`,
          authType: auth === undefined ? 'None' : 'Basic',
          ...(businessID === undefined ? {} : { businessID }),
        };
        held.push(auth === undefined ? made : { ...made, auth });
        return made;
      });
      return losesCreations ? fail('outcome_unknown', 'The line broke.') : created;
    },
    enable: (id: string, enabled: boolean) =>
      answer(() => void Object.assign(one(id) ?? {}, { enabled })),
    setAuth: (id: string, auth: Credentials) =>
      answer(() => void Object.assign(one(id) ?? {}, { auth, authType: 'Basic' })),
    removeAuth: (id: string) =>
      answer(() => void Object.assign(one(id) ?? {}, { authType: 'None' })),
    remove: async (id: string) => {
      const removed = await answer(() => {
        const index = held.findIndex(({ webhookID }) => webhookID === id);
        if (index >= 0) held.splice(index, 1);
      });
      return lost ?? removed;
    },
    test: () => answer(() => onTest()),
  });
  const urgencies = new Set<Urgency>();
  const service = {
    getWebhookCalls: (id: string, urgency: Urgency) => {
      urgencies.add(urgency);
      return callsOf(id);
    },
    userWebhooks: callsOf(undefined),
  } as unknown as ServiceClient;

  const changes: Change[] = [];
  const arrivals = createArrivals(clock);
  let reported: WebhookState = 'active';
  let isReachable = true;
  const commands = createWebhookCommands({
    store,
    accountID,
    clock,
    random: systemRandom,
    client: options.connected === false ? null : service,
    keeper: {
      ensure: () => Promise.resolve(),
      report: () => [
        { businessID: 'b1', businessName: 'Ace', state: reported, checkedAt: null, reason: null },
      ],
    },
    isUsed: options.isUsed !== false,
    buildAddress: (path) => (isReachable ? `http://127.0.0.1:5000/hook/${path}` : null),
    arrivals,
    publish: (change) => void changes.push(change),
  });

  return {
    ...commands,
    clock,
    store,
    arrivals,
    held,
    changes,
    /** Urgency of the calls for a business's webhooks. */
    urgencies,
    failWith: (error: Failure | null) => (failure = error),
    /** From now on removals succeed, but their answers are lost. */
    loseRemovals: () => (lost = fail('outcome_unknown', 'The line broke.')),
    /** True if creations succeed, but their answers are lost. */
    loseCreations: (loses: boolean) => (losesCreations = loses),
    onTest: (work: () => void) => (onTest = work),
    reports: (state: WebhookState) => (reported = state),
    /** Nothing can reach this computer from now on. */
    hide: () => (isReachable = false),
    /** The stored record of the app's own webhook. */
    kept: () => listWebhooks(store, accountID)[0],
    owners: async () => {
      const listed = await commands['webhooks.list']({ accountID });
      if (!listed.ok) throw new Error(listed.error.code);
      return listed.value.owners;
    },
    hooks: async (businessID: string | null = 'b1'): Promise<readonly Webhook[]> => {
      const listed = await commands['webhooks.list']({ accountID });
      if (!listed.ok) throw new Error(listed.error.code);
      return listed.value.owners.find((each) => each.businessID === businessID)?.webhooks ?? [];
    },
  };
};

export const w1 = { accountID, businessID: 'b1', webhookID: 'w1' };
