import { describe, expect, it } from 'vitest';
import { fail, succeed, type Answer } from '../../../../../../../contract/errors.ts';
import type { AccountID } from '../../../../../../../contract/records.ts';
import {
  authenticate,
  digest,
  type Addressee,
} from '../../../../../../../main/engine/platform/http/credentials.ts';
import type { ChangeKind } from '../../../../../../../contract/events.ts';
import { createWebhookKeeper } from '../../../../../../../main/engine/marketplaces/pro-integration/v4/webhooks/webhook-keeper.ts';
import { systemRandom } from '../../../../../../../main/engine/platform/random.ts';
import type { Urgency } from '../../../../../../../main/engine/platform/http/budget.ts';
import type { ServiceClient } from '../../../../../../../main/engine/marketplaces/pro-integration/v4/service/client.ts';
import type { Credentials } from '../../../../../../../main/engine/marketplaces/pro-integration/v4/service/webhooks.ts';
import type { WebhookRecord } from '../../../../../../../main/engine/marketplaces/pro-integration/v4/service/records.ts';
import type {
  AccountReach,
  SharedWebhooks,
} from '../../../../../../../main/engine/accounts/runtime.ts';
import { setConnected } from '../../../../../../../main/engine/accounts/rows.ts';
import { putListedBusinesses } from '../../../../../../../main/engine/leads/businesses.ts';
import { webhookEndpoint } from '../../../../../../../main/engine/marketplaces/pro-integration/v4/webhooks/endpoint.ts';
import { listAllWebhooks } from '../../../../../../../main/engine/marketplaces/pro-integration/v4/webhooks/rows.ts';
import {
  account,
  accountID,
  noon,
  putAccount,
  testClock,
  testLog,
  testStore,
} from '../../../../support/store.ts';

type Held = WebhookRecord & { businessID: string; auth: Credentials | null };
type Method = 'list' | 'create' | 'setAuth' | 'enable' | 'remove';

const kinds = ['NegotiationCreatedV4', 'MessageCreatedV4'];

const testKeeper = () => {
  const clock = testClock();
  const listed = ['b1', 'b2'].map((id) => ({ businessID: id, name: `Biz ${id}`, imageURL: null }));
  const newStore = () => {
    const made = testStore(clock);
    putListedBusinesses(made, accountID, listed);
    return made;
  };
  const store = newStore();

  const held = new Map<string, Held[]>([
    ['b1', []],
    ['b2', []],
  ]);
  const calls: string[] = [];
  const failing = new Map<Method, Answer<never>>();
  let base: string | null = 'http://127.0.0.1:5000';
  let written = (url: string): string => url;
  let lastID = 0;

  const answering =
    <A extends unknown[], T>(method: Method, work: (...input: A) => T) =>
    (...input: A): Promise<Answer<T>> => {
      if (method !== 'list') calls.push(`${method} ${String(input[0])}`);
      return Promise.resolve(failing.get(method) ?? succeed(work(...input)));
    };
  const of = (businessID: string): Held[] => held.get(businessID) ?? [];
  const one = (businessID: string, id: string): Held => {
    const found = of(businessID).find(({ webhookID }) => webhookID === id);
    if (found === undefined) throw new Error('no such webhook');
    return found;
  };
  const add = (businessID: string, more: Partial<Held>): Held => {
    lastID += 1;
    const hook: Held = {
      webhookID: `w${lastID}`,
      webhookURL: 'https://partner.test/hook',
      enabled: true,
      authType: 'Basic',
      businessID,
      eventTypes: kinds,
      auth: null,
      ...more,
    };
    of(businessID).push(hook);
    return hook;
  };
  const list = answering('list', (id: string) => of(id).map((hook) => ({ ...hook })));
  const create = answering(
    'create',
    (id: string, hook: { webhookURL: string; auth: Credentials }) =>
      add(id, { ...hook, webhookURL: written(hook.webhookURL), eventTypes: kinds }),
  );
  const setAuth = answering('setAuth', (id: string, webhookID: string, auth: Credentials) => {
    Object.assign(one(id, webhookID), { auth, authType: 'Basic' });
  });
  const enable = answering('enable', (id: string, webhookID: string, enabled: boolean) => {
    Object.assign(one(id, webhookID), { enabled });
  });
  const remove = answering('remove', (id: string, webhookID: string) => {
    held.set(
      id,
      of(id).filter((hook) => hook.webhookID !== webhookID),
    );
  });
  const urgencies = new Set<Urgency>();
  const client = {
    getWebhookCalls: (id: string, urgency: Urgency) => ({
      list: () => {
        urgencies.add(urgency);
        return list(id);
      },
      create: (hook: { webhookURL: string; auth: Credentials }) => create(id, hook),
      setAuth: (webhookID: string, auth: Credentials) => setAuth(id, webhookID, auth),
      enable: (webhookID: string, enabled: boolean) => enable(id, webhookID, enabled),
      remove: (webhookID: string) => remove(id, webhookID),
    }),
  } as unknown as ServiceClient;

  const activated: string[] = [];
  const changed: ChangeKind[] = [];
  const keeperOf = (
    id: AccountID,
    {
      isUsed = true,
      on = store,
      reach = { findBase: () => base, findSharedWebhooks: () => null },
    }: {
      isUsed?: boolean;
      on?: typeof store;
      reach?: Pick<AccountReach, 'findBase' | 'findSharedWebhooks'>;
    } = {},
  ) =>
    createWebhookKeeper({
      store: on,
      accountID: id,
      client,
      isUsed,
      reach,
      whenRegistrable: () => Promise.resolve(),
      clock,
      random: systemRandom,
      log: testLog(),
      publish: (change) => void changed.push(...change.kinds),
      onActivated: () => void activated.push(id),
    });
  const keeper = keeperOf(accountID);
  /** True if a delivery to this address with these credentials is accepted. */
  const accepts = ({ webhookURL, auth }: Held): boolean => {
    if (auth === null || base === null || !webhookURL?.startsWith(`${base}/`)) return false;
    const pair = Buffer.from(`${auth.username}:${auth.password}`).toString('base64');
    const addressees = store.db
      .prepare<[string], Addressee>(webhookEndpoint.addressees)
      .all(webhookURL.slice(`${base}/hook/`.length));
    return authenticate(addressees, `Basic ${pair}`).sender !== null;
  };
  return {
    clock,
    store,
    keeper,
    keeperOf,
    newStore,
    activated,
    /** Kinds of the published changes. */
    changed,
    held: of,
    add,
    calls,
    /** The urgency of the list requests. */
    urgencies,
    failing,
    /** Makes the service rewrite the addresses that it receives. */
    rewrite: (how: (url: string) => string) => (written = how),
    /** The receiver's address from now on, or null if it is unreachable. */
    use: (next: string | null) => (base = next),
    states: () => keeper.report().map(({ state }) => state),
    /** True if a delivery that the service would make now is accepted. */
    delivers: (businessID: string): boolean => of(businessID).some(accepts),
    accepts,
  };
};

describe('the webhooks of an account', () => {
  it('are registered once per business, with a password stored only as a digest', async () => {
    const bench = testKeeper();
    await bench.keeper.ensure();
    await bench.keeper.ensure();
    for (const business of ['b1', 'b2']) {
      expect(bench.held(business)).toMatchObject([{ enabled: true, eventTypes: kinds }]);
      expect(bench.delivers(business)).toBe(true);
      const password = bench.held(business)[0]?.auth?.password ?? '';
      expect(Buffer.from(password, 'base64url')).toHaveLength(32);
      expect(JSON.stringify(bench.store.db.prepare('SELECT * FROM webhooks').all())).not.toContain(
        password,
      );
    }
    expect(bench.states()).toEqual(['active', 'active']);
    expect(bench.calls).toEqual(['create b1', 'create b2']);
    expect([...bench.urgencies]).toEqual(['background']);
  });

  it('are enabled again when they were disabled', async () => {
    const bench = testKeeper();
    await bench.keeper.ensure();
    Object.assign(bench.held('b1')[0] ?? {}, { enabled: false });
    await bench.keeper.ensure();
    expect(bench.held('b1')).toMatchObject([{ enabled: true }]);
    expect(bench.delivers('b1')).toBe(true);
  });

  it('are registered again when they are gone', async () => {
    const bench = testKeeper();
    await bench.keeper.ensure();
    bench.held('b1').length = 0;
    await bench.keeper.ensure();
    expect(bench.delivers('b1')).toBe(true);
  });

  it('are followed by one poll when they begin to deliver, for what came before', async () => {
    const bench = testKeeper();
    await bench.keeper.ensure();
    await bench.keeper.ensure();
    expect(bench.activated).toEqual([accountID]);
    bench.held('b1').length = 0;
    await bench.keeper.ensure();
    expect(bench.activated).toHaveLength(2);
  });

  it('move to a new port and leave nothing at the old one', async () => {
    const bench = testKeeper();
    await bench.keeper.ensure();
    bench.use('http://127.0.0.1:6000');
    await bench.keeper.ensure();
    expect(bench.held('b1')).toHaveLength(1);
    expect(bench.held('b1')[0]?.webhookURL).toContain(':6000/');
    expect(bench.delivers('b1')).toBe(true);
  });

  it('get new credentials when ours may be wrong', async () => {
    for (const spoil of ['UPDATE webhooks SET webhook_id = NULL', 'auth'] as const) {
      const bench = testKeeper();
      await bench.keeper.ensure();
      if (spoil === 'auth') {
        Object.assign(bench.held('b1')[0] ?? {}, { auth: null, authType: 'None' });
      } else {
        bench.store.db.exec(spoil);
      }
      await bench.keeper.ensure();
      expect(bench.calls).toContain('setAuth b1');
      expect(bench.held('b1')).toHaveLength(1);
      expect(bench.delivers('b1')).toBe(true);
    }
  });

  it('are recreated without leftovers when their record was lost', async () => {
    const bench = testKeeper();
    await bench.keeper.ensure();
    bench.store.db.exec('DELETE FROM webhooks');
    await bench.keeper.ensure();
    expect(bench.held('b1')).toHaveLength(1);
    expect(bench.delivers('b1')).toBe(true);
  });

  it('are recreated when they lack an event kind', async () => {
    const bench = testKeeper();
    await bench.keeper.ensure();
    Object.assign(bench.held('b1')[0] ?? {}, { eventTypes: ['MessageCreatedV4'] });
    await bench.keeper.ensure();
    expect(bench.held('b1')).toMatchObject([{ eventTypes: kinds }]);
    expect(bench.delivers('b1')).toBe(true);
  });

  it('that lack a kind that the service refused before are replaced, and their last deliveries accepted', async () => {
    const bench = testKeeper();
    await bench.keeper.ensure();
    const [narrow] = bench.held('b1');
    if (narrow === undefined) throw new Error('no webhook');
    // The next start requests all kinds again.
    const next = bench.keeperOf(accountID);
    await next.ensure();
    expect(bench.held('b1')).toHaveLength(1);
    expect(bench.held('b1')).not.toContain(narrow);
    expect([bench.delivers('b1'), bench.accepts(narrow)]).toEqual([true, true]);
    await next.ensure();
    expect([bench.delivers('b1'), bench.accepts(narrow)]).toEqual([true, false]);
  });

  it('get our credentials at the next check if a person changed them during one', async () => {
    const bench = testKeeper();
    await bench.keeper.ensure();
    bench.urgencies.clear();
    const checked = bench.keeper.ensure();
    while (bench.urgencies.size === 0) await Promise.resolve();
    bench.store.db.exec(
      `UPDATE webhooks SET webhook_id = NULL, password_digest = '${'0'.repeat(64)}'`,
    );
    await checked;
    expect(bench.delivers('b1')).toBe(false);
    await bench.keeper.ensure();
    expect(bench.delivers('b1') && bench.delivers('b2')).toBe(true);
  });

  it('are recognized by ID, however the service writes their address', async () => {
    const bench = testKeeper();
    bench.rewrite((url) => `${url}/`);
    await bench.keeper.ensure();
    await bench.keeper.ensure();
    expect(bench.calls).toEqual(['create b1', 'create b2']);
    bench.use('http://127.0.0.1:6000');
    await bench.keeper.ensure();
    expect(bench.held('b1')).toHaveLength(1);
    expect(bench.held('b1')[0]?.webhookURL).toContain(':6000');
    await bench.keeper.removeAll();
    expect(bench.held('b1')).toEqual([]);
  });

  it('of other programs are left alone', async () => {
    const bench = testKeeper();
    const theirs = [
      bench.add('b1', {}),
      bench.add('b1', { webhookURL: 'http://127.0.0.1:7777/hook/somebody' }),
      bench.add('b1', { webhookURL: 'not an address', enabled: false }),
    ];
    await bench.keeper.ensure();
    bench.use('http://127.0.0.1:6000');
    await bench.keeper.ensure();
    await bench.keeper.removeAll();
    expect(bench.held('b1')).toEqual(theirs);
  });

  it('get credentials again unless the service reports basic authentication', async () => {
    for (const authType of [undefined, null, 'None', 'CustomHeader']) {
      const bench = testKeeper();
      await bench.keeper.ensure();
      Object.assign(bench.held('b1')[0] ?? {}, { auth: null, authType });
      await bench.keeper.ensure();
      expect(bench.delivers('b1')).toBe(true);
    }
  });

  it('of other programs behind the same public address are left alone', async () => {
    const bench = testKeeper();
    const theirs = [
      bench.add('b1', { webhookURL: 'https://lees-plumbing.example/hook/crm' }),
      bench.add('b1', { webhookURL: `https://lees-plumbing.example/hook/${'a'.repeat(43)}?key=1` }),
      bench.add('b1', { webhookURL: 'https://lees-plumbing.example/api/hook/crm' }),
    ];
    bench.use('https://lees-plumbing.example');
    await bench.keeper.ensure();
    expect(bench.held('b1')).toHaveLength(4);
    bench.use(null);
    await bench.keeper.ensure();
    expect(bench.held('b1')).toEqual(theirs);
  });

  it('are not possible for a service that cannot reach this computer', async () => {
    const bench = testKeeper();
    bench.use(null);
    await bench.keeper.ensure();
    expect(bench.calls).toEqual([]);
    expect(bench.states()).toEqual(['not_possible', 'not_possible']);
  });

  it('are listed again in an open window after a check that the service answered', async () => {
    const bench = testKeeper();
    bench.failing.set('list', fail('offline', ''));
    await bench.keeper.ensure();
    expect(bench.changed).toEqual(['connection']);
    bench.failing.clear();
    await bench.keeper.ensure();
    expect(bench.changed).toContain('webhooks');
  });

  it('move to a new public address and leave nothing at older ones', async () => {
    const bench = testKeeper();
    for (const address of [
      'https://four-random-words-here.trycloudflare.com',
      'https://other-random-words-now.trycloudflare.com',
      'https://hooks.example.com/hearthline',
    ]) {
      bench.use(address);
      await bench.keeper.ensure();
      expect(bench.held('b1')).toHaveLength(1);
      expect(bench.held('b1')[0]?.webhookURL).toMatch(new RegExp(`^${address}/hook/`));
      expect(bench.delivers('b1') && bench.delivers('b2')).toBe(true);
    }
  });

  it('are removed while this computer is unreachable, and registered again afterward', async () => {
    const bench = testKeeper();
    bench.use('https://hooks.example.com');
    await bench.keeper.ensure();
    bench.use(null);
    await bench.keeper.ensure();
    expect([...bench.held('b1'), ...bench.held('b2')]).toEqual([]);
    expect(bench.states()).toEqual(['not_possible', 'not_possible']);
    bench.use('https://hooks.example.com');
    expect(bench.states()).toEqual(['missing', 'missing']);
    await bench.keeper.ensure();
    expect(bench.states()).toEqual(['active', 'active']);
    expect(bench.delivers('b1')).toBe(true);
  });

  it('of another installation under another path of the same address are left alone', async () => {
    const bench = testKeeper();
    const theirs = bench.add('b1', { webhookURL: 'https://hooks.example.com/office/hook/random' });
    bench.use('https://hooks.example.com/van');
    await bench.keeper.ensure();
    expect(bench.held('b1')).toHaveLength(2);
    expect(bench.held('b1')).toContainEqual(theirs);
  });
});

describe('a business covered by two accounts', () => {
  it('has a webhook of the account that handles it, and of the other once that is signed out', async () => {
    const { store, keeper, keeperOf, held } = testKeeper();
    const second = { ...account, accountID: 'second' as AccountID, userID: 'second' };
    const other = keeperOf(second.accountID);
    putAccount(store, second, noon);
    putListedBusinesses(store, 'second', [{ businessID: 'b1', name: 'Biz', imageURL: null }]);
    await keeper.ensure();
    await other.ensure();
    expect(held('b1').map(({ webhookID }) => webhookID)).toEqual(['w1']);
    expect(other.report()).toEqual([]);

    setConnected(store, accountID, false);
    await other.ensure();
    expect(held('b1').map(({ webhookID }) => webhookID)).toContain('w3');
    setConnected(store, accountID, true);
    await other.ensure();
    expect(held('b1').map(({ webhookID }) => webhookID)).toEqual(['w1']);
    expect(listAllWebhooks(store).filter((hook) => hook.accountID === 'second')).toEqual([]);
  });
});

it('registers and checks no webhook for a staging profile that requests none', async () => {
  const bench = testKeeper();
  const keeper = bench.keeperOf(accountID, { isUsed: false });
  bench.failing.set('list', fail('scope_missing', 'No.'));
  await keeper.ensure();
  expect([...bench.calls, ...bench.urgencies]).toEqual([]);
  expect(keeper.report()).toMatchObject([
    { state: 'unused', reason: null },
    { state: 'unused', reason: null },
  ]);
});

describe('a registration that fails', () => {
  it('is shown with its reason and succeeds at a later check', async () => {
    const bench = testKeeper();
    bench.failing.set('create', fail('service_unavailable', 'No.', { traceID: 't1' }));
    await bench.keeper.ensure();
    expect(bench.keeper.report()).toMatchObject([
      { state: 'failed', reason: { code: 'service_unavailable', traceID: 't1' } },
      { state: 'failed' },
    ]);
    bench.failing.clear();
    bench.clock.advance(70_000);
    await bench.keeper.ensure();
    expect(bench.states()).toEqual(['active', 'active']);
  });

  it('never leaves a webhook with credentials that we do not know', async () => {
    const bench = testKeeper();
    await bench.keeper.ensure();
    bench.store.db.exec('UPDATE webhooks SET webhook_id = NULL');
    bench.failing.set('setAuth', fail('outcome_unknown', 'Broke.'));
    await bench.keeper.ensure();
    expect(bench.states()).toEqual(['failed', 'failed']);
    bench.failing.clear();
    await bench.keeper.ensure();
    expect(bench.states()).toEqual(['active', 'active']);
    expect(bench.delivers('b1') && bench.delivers('b2')).toBe(true);
  });

  it('to remove a leftover does not affect the working webhook', async () => {
    const bench = testKeeper();
    await bench.keeper.ensure();
    bench.use('http://127.0.0.1:6000');
    bench.failing.set('remove', fail('forbidden', 'No.'));
    await bench.keeper.ensure();
    await bench.keeper.ensure();
    expect(bench.calls.filter((call) => call.startsWith('setAuth'))).toEqual([]);
    expect(bench.states()).toEqual(['failed', 'failed']);
    expect(bench.delivers('b1') && bench.delivers('b2')).toBe(true);
  });

  it.each(['offline', 'service_unavailable', 'connect_refused', 'reconnect_needed'] as const)(
    'for a reason that does not concern the webhook leaves an active one active: %s',
    async (code) => {
      const bench = testKeeper();
      await bench.keeper.ensure();
      bench.failing.set('list', fail(code, 'Not now.'));
      await bench.keeper.ensure();
      expect(bench.states()).toEqual(['active', 'active']);
    },
  );

  it('after the public address has changed marks the webhook as failed, whatever the reason', async () => {
    for (const [method, code] of [
      ['list', 'offline'],
      ['create', 'rate_limited'],
      ['create', 'timeout'],
    ] as const) {
      const bench = testKeeper();
      bench.use('https://old.example.com');
      await bench.keeper.ensure();
      bench.use('https://new.example.com');
      bench.failing.set(method, fail(code, 'Not now.'));
      await bench.keeper.ensure();
      expect(bench.keeper.report()).toMatchObject([
        { state: 'failed', reason: { code } },
        { state: 'failed', reason: { code } },
      ]);
    }
  });
});

describe('disconnecting', () => {
  it('removes our webhooks from the service and forgets their credentials', async () => {
    const bench = testKeeper();
    await bench.keeper.ensure();
    expect(await bench.keeper.removeAll()).toEqual(succeed({ removed: 2 }));
    expect([...bench.held('b1'), ...bench.held('b2'), ...listAllWebhooks(bench.store)]).toEqual([]);
  });

  it('forgets them even when the service is unreachable, and fails as offline', async () => {
    const bench = testKeeper();
    await bench.keeper.ensure();
    bench.failing.set('list', fail('offline', 'No network.'));
    expect(await bench.keeper.removeAll()).toMatchObject({ error: { code: 'offline' } });
    expect(listAllWebhooks(bench.store)).toEqual([]);
  });
});

describe('the webhooks of a team', () => {
  const hubBase = 'https://hub.test/in/team1';

  /** Desktops of one team on the same service and hub; one of them is on duty. */
  const testTeam = () => {
    const bench = testKeeper();
    const announced = new Map<string | null, string>();
    let key = 'key 1';
    let onDuty = '';
    let refusal: Answer<never> | null = null;
    const secretsOf = (businessID: string | null) => {
      const password = `${key} password ${businessID}`;
      const path = digest(`${key} path ${businessID}`).toString('base64url');
      return {
        ...{ path, username: 'team', password },
        passwordDigest: digest(password).toString('hex'),
      };
    };
    const desktop = (name: string, id = accountID, store = bench.newStore()) => {
      const team: SharedWebhooks = {
        getAddressee: secretsOf,
        mayRepair: () => onDuty === name,
        announce: async (businessID) => {
          if (refusal !== null) return refusal;
          announced.set(businessID, secretsOf(businessID).path);
          return succeed({});
        },
        forget: async (businessID) => succeed({ had: announced.delete(businessID) }),
      };
      let isInTeam = true;
      const keeper = bench.keeperOf(id, {
        on: store,
        reach: {
          findBase: () => (isInTeam ? hubBase : 'https://own.test'),
          findSharedWebhooks: () => (isInTeam ? team : null),
        },
      });
      return {
        ...keeper,
        store,
        states: () => keeper.report().map(({ state }) => state),
        enter: (now: boolean) => (isInTeam = now),
      };
    };
    return {
      ...bench,
      desktop,
      announced,
      duty: (name: string) => (onDuty = name),
      rotate: () => (key = 'key 2'),
      refuse: (answer: Answer<never> | null) => (refusal = answer),
      /** True if the hub accepts a delivery of the service now. */
      isTaken: (businessID: string): boolean => {
        const [hook, ...others] = bench.held(businessID);
        const { path, username, password } = secretsOf(businessID);
        return (
          others.length === 0 &&
          hook?.webhookURL === `${hubBase}/hook/${path}` &&
          announced.get(businessID) === path &&
          JSON.stringify(hook.auth) === JSON.stringify({ username, password })
        );
      },
    };
  };

  it('are registered by the desktop on duty, and the others see that they are active', async () => {
    const team = testTeam();
    const [ana, ben] = [team.desktop('ana'), team.desktop('ben')];
    team.duty('ana');
    await ben.ensure();
    expect(ben.states()).toEqual(['missing', 'missing']);
    expect([team.calls, [...team.announced]]).toEqual([[], []]);
    await ana.ensure();
    await ben.ensure();
    expect([ana.states(), ben.states()]).toEqual([
      ['active', 'active'],
      ['active', 'active'],
    ]);
    expect([team.isTaken('b1'), team.isTaken('b2')]).toEqual([true, true]);
    expect(team.calls).toEqual(['create b1', 'create b2']);
  });

  it('are repaired by the desktop on duty then, and by one whose person asks', async () => {
    const team = testTeam();
    const [ana, ben] = [team.desktop('ana'), team.desktop('ben')];
    team.duty('ana');
    await ana.ensure();
    team.held('b1').splice(0);
    team.duty('ben');
    await ana.ensure();
    expect(ana.states()).toEqual(['missing', 'active']);
    await ben.ensure();
    expect([ben.states(), team.isTaken('b1'), team.isTaken('b2')]).toEqual([
      ['active', 'active'],
      true,
      true,
    ]);
    Object.assign(team.held('b1')[0] ?? {}, { enabled: false, authType: 'None' });
    await ana.ensure(true);
    expect([ana.states(), team.isTaken('b1')]).toEqual([['active', 'active'], true]);
  });

  it('get another address and other credentials with the team’s next key', async () => {
    const team = testTeam();
    const [ana, ben] = [team.desktop('ana'), team.desktop('ben')];
    team.duty('ana');
    await ana.ensure();
    await ben.ensure();
    const [before] = team.held('b1');
    team.rotate();
    await ana.ensure();
    await ben.ensure();
    expect([team.isTaken('b1'), team.isTaken('b2')]).toEqual([true, true]);
    expect(team.held('b1')).not.toContainEqual(before);
    expect(ben.states()).toEqual(['active', 'active']);
  });

  it('replace the webhooks of a desktop that enters, and stay when it leaves', async () => {
    const team = testTeam();
    const ana = team.desktop('ana');
    ana.enter(false);
    await ana.ensure();
    team.duty('ana');
    ana.enter(true);
    await ana.ensure();
    expect([team.isTaken('b1'), team.isTaken('b2')]).toEqual([true, true]);
    team.duty('ben');
    ana.enter(false);
    await ana.ensure();
    expect(team.held('b1').map(({ webhookURL }) => new URL(webhookURL ?? '').host)).toEqual([
      'hub.test',
      'own.test',
    ]);
    ana.enter(true);
    await ana.ensure();
    expect(team.isTaken('b1')).toBe(true);
  });

  it('are not registered while the hub would refuse their deliveries', async () => {
    const team = testTeam();
    const ana = team.desktop('ana');
    team.duty('ana');
    team.refuse(fail('hub_unavailable', 'The hub is away.'));
    await ana.ensure();
    expect([ana.states(), team.held('b1')]).toEqual([['failed', 'failed'], []]);
    expect(ana.report()[0]?.reason?.code).toBe('hub_unavailable');
    team.refuse(null);
    await ana.ensure();
    expect(team.isTaken('b1')).toBe(true);
  });

  it('are the same for each account of a business, and stay when one leaves it to another', async () => {
    const team = testTeam();
    const first = team.desktop('ana');
    const { store } = first;
    const second = { ...account, accountID: 'second' as AccountID, userID: 'second' };
    putAccount(store, second, noon);
    store.db.exec('UPDATE accounts SET team_since = 1');
    putListedBusinesses(store, 'second', [{ businessID: 'b1', name: 'Biz', imageURL: null }]);
    const other = team.desktop('ana', second.accountID, store);
    team.duty('ana');
    await first.ensure();
    await other.ensure();
    const [webhook] = team.held('b1');
    expect([team.calls, other.report()]).toEqual([['create b1', 'create b2'], []]);

    expect(await first.removeAll()).toEqual(succeed({ removed: 1 }));
    setConnected(store, accountID, false);
    expect(team.isTaken('b1')).toBe(true);
    await other.ensure();
    setConnected(store, accountID, true);
    for (const each of [other, first, other, first]) await each.ensure();
    expect([first.states(), other.states()]).toEqual([['active', 'active'], []]);
    expect([team.isTaken('b1'), team.held('b1')[0]?.webhookID]).toEqual([true, webhook?.webhookID]);
    // Once at each change of the account: the same credentials again.
    expect(team.calls.filter((call) => call.endsWith(' b1'))).toEqual([
      'create b1',
      'setAuth b1',
      'setAuth b1',
    ]);
  });

  it('are removed, at the hub too, with the sign-in of the account', async () => {
    const team = testTeam();
    const ana = team.desktop('ana');
    team.duty('ben');
    await ana.ensure(true);
    // The person's own account takes none of them over.
    putAccount(ana.store, { ...account, accountID: 'own' as AccountID, userID: 'own' }, noon);
    putListedBusinesses(ana.store, 'own', [{ businessID: 'b1', name: 'Biz', imageURL: null }]);
    expect(await ana.removeAll()).toEqual(succeed({ removed: 2 }));
    expect([team.held('b1'), team.held('b2'), [...team.announced]]).toEqual([[], [], []]);
  });
});
