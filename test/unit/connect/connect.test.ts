import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { fail, succeed, type Answer } from '../../../contract/errors.ts';
import type { EventPayload } from '../../../contract/events.ts';
import type { AttachedAccount } from '../../../contract/port.ts';
import type { ServiceProfile } from '../../../contract/profile.ts';
import type { AccountID } from '../../../contract/records.ts';
import { createConnect, type Connect } from '../../../main/connect/connect.ts';
import type { Vault } from '../../../main/vault/vault.ts';
import { createHandClock, type HandClock } from './support/hand-clock.ts';
import {
  canarySecret,
  createKeptLog,
  createMemoryVault,
  buildProfile,
  unwrap,
} from './support/service.ts';
import { findFreePort } from '../../ports.ts';

type Connecting = EventPayload<'connecting'>;

let clock: HandClock;
let vault: Vault;
let connect: Connect;
let profile: ServiceProfile;
let log: ReturnType<typeof createKeptLog>;
let opened: string[];
let events: Connecting[];
let attached: AttachedAccount[];
let detached: AccountID[];
/** Accounts whose data the engine was asked to remove. */
let forgotten: AccountID[];
/** The engine's answer to the removal of an account's data. */
let forget: () => Promise<Answer<unknown>>;
/** The engine's removal of webhooks. */
let detach: (accountID: AccountID) => Promise<void>;
/** The service's id of the signed-in person; null when the grant does not cover it. */
let userID: string | null;
let grantedScope: string;
/** More fields of a token response. */
let extraTokenFields: object;

/** Credentials sent to the token endpoint, with its address, newest last. */
let shown: [address: string, credentials: string][];

const service = async (address: string, options: RequestInit): Promise<Response> => {
  const basic = new Headers(options.headers).get('authorization')?.replace('Basic ', '') ?? '';
  if (address.includes('/oauth2/')) shown.push([address, Buffer.from(basic, 'base64').toString()]);
  if (address.endsWith('/oauth2/token')) {
    return Response.json({
      access_token: `access-of-${userID}`,
      token_type: 'bearer',
      expires_in: 3600,
      scope: grantedScope,
      ...(grantedScope.includes('offline_access') ? { refresh_token: 'canary-refresh' } : {}),
      ...extraTokenFields,
    });
  }
  return userID === null
    ? new Response('', { status: 401 })
    : Response.json({ userID, firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com' });
};

/** Starts the app over the same vault. */
const createTestConnect = (): Connect =>
  createConnect({
    opensAppLinks: false,
    vault,
    openBrowser: async (address) => void opened.push(address),
    clock,
    random: randomBytes,
    log,
    fetch: service,
    detach: (accountID) => {
      detached.push(accountID);
      return detach(accountID);
    },
    forget: async (accountID) => {
      forgotten.push(accountID);
      return forget();
    },
    onRemoval: () => undefined,
    onAccount: (account) => attached.push(account),
    onConnecting: (event) => events.push(event),
  });

beforeEach(async () => {
  [opened, events, attached, detached, shown, forgotten] = [[], [], [], [], [], []];
  [clock, vault, log] = [createHandClock(), createMemoryVault(), createKeptLog()];
  detach = async () => {};
  forget = async () => succeed({});
  userID = '7';
  grantedScope = 'offline_access supply::users.read';
  extraTokenFields = {};
  profile = buildProfile({ redirectUris: [`http://127.0.0.1:${await findFreePort()}/callback`] });
  connect = createTestConnect();
  return () => connect.stop();
});

const importTestProfile = (): string =>
  unwrap(connect.importProfile(JSON.stringify(profile))).profileID;

/** Redirects as the browser does after consent. */
const agree = async (address: string): Promise<void> => {
  const { searchParams } = new URL(address);
  const back = new URL(searchParams.get('redirect_uri') ?? '');
  back.search = `?code=canary-code&state=${searchParams.get('state')}`;
  await fetch(back);
};
const connectNow = (practice = false, by = profile) =>
  connect.connectTo(by, { practice, openBrowser: agree });

/** Resolves with the account, or with the code of the failure, at the end of an attempt. */
const waitForEnd = async (attemptID: string): Promise<string> => {
  for (;;) {
    const end = events.find((event) => event.attemptID === attemptID && 'accountID' in event);
    const failure = events.find((event) => event.attemptID === attemptID && 'error' in event);
    if (end?.state === 'done') return end.accountID;
    if (failure?.state === 'failed') return failure.error.code;
    await new Promise((done) => setImmediate(done));
  }
};

describe('connecting', () => {
  it('with an imported profile creates an account for the engine', async () => {
    const profileID = importTestProfile();
    const { attemptID, expiresAt } = unwrap(await connect.start({ profileID }));
    expect(expiresAt).toBe(clock.now() + 300_000);
    await agree(opened[0] ?? '');
    const accountID = (await waitForEnd(attemptID)) as AccountID;

    expect(events.map(({ state }) => state)).toEqual(['waiting', 'exchanging', 'done']);
    expect(events.every((event) => event.attemptID === attemptID)).toBe(true);
    expect(connect.listAccounts()).toEqual([
      {
        accountID,
        profileName: 'Somewhere',
        environment: 'staging',
        interface: 'v4',
        host: 'api.example.com',
        userName: 'Ann Lee',
        email: 'ann@example.com',
        scopes: ['offline_access', 'supply::users.read'],
        missingScopes: [],
        grant: { state: 'connected', since: clock.now(), memoryOnly: true },
        practice: false,
      },
    ]);
    expect(attached).toEqual(connect.listAttachedAccounts());
    expect(attached).toMatchObject([{ accountID, userID: '7', connected: true }]);
    expect(await connect.getAccessToken(accountID, null)).toEqual({
      ok: true,
      value: 'access-of-7',
    });
  });

  it('with OpenID scopes works, without missing scopes, and drops the id token', async () => {
    const scopes = ['openid', 'email', 'profile', ...profile.scopes];
    extraTokenFields = { id_token: 'canary.id.token' };
    const accountID = unwrap(await connectNow(false, { ...profile, scopes }));
    expect(connect.listAccounts()).toMatchObject([{ accountID, missingScopes: [] }]);
    expect((await connect.getAccessToken(accountID, 'access-of-7')).ok).toBe(true);
    expect(JSON.stringify(vault.listNames().map(vault.read))).not.toContain('canary.id');
  });

  it('exposes and logs no secret', async () => {
    importTestProfile();
    await connectNow();
    const shown = JSON.stringify([connect.listAccounts(), attached, events, log.lines]);
    for (const secret of [canarySecret, 'canary-code', 'canary-refresh', 'access-of']) {
      expect(shown).not.toContain(secret);
    }
  });

  it('cancels a pending attempt when another begins, even at the same time', async () => {
    const profileID = importTestProfile();
    const [first, second] = await Promise.all([
      connect.start({ profileID }),
      connect.start({ profileID }),
    ]);
    expect(await waitForEnd(unwrap(first).attemptID)).toBe('connect_cancelled');
    await agree(opened[1] ?? '');
    const accountID = await waitForEnd(unwrap(second).attemptID);
    expect(connect.listAccounts().map((account) => account.accountID)).toEqual([accountID]);
  });

  it('can be cancelled, once or twice', async () => {
    const { attemptID } = unwrap(await connect.start({ profileID: importTestProfile() }));
    expect(connect.cancel(attemptID)).toEqual({ ok: true, value: {} });
    expect(await waitForEnd(attemptID)).toBe('connect_cancelled');
    expect(connect.cancel(attemptID)).toEqual({ ok: true, value: {} });
    const pasted = await connect.paste({ attemptID, address: 'http://127.0.0.1/' });
    expect(pasted).toMatchObject({ ok: false, error: { code: 'not_found' } });
  });

  it('fails when no browser opens', async () => {
    const openBrowser = async (): Promise<void> => {
      throw new Error('no browser');
    };
    const answer = await connect.connectTo(profile, { practice: false, openBrowser });
    expect(answer).toMatchObject({ ok: false, error: { code: 'internal' } });
  });

  it('fails for an unknown profile or account', async () => {
    const lost = { ok: false, error: { code: 'not_found' } };
    expect(await connect.start({ profileID: 'x' })).toMatchObject(lost);
    expect(await connect.start({ accountID: 'x' as AccountID })).toMatchObject(lost);
    expect(await connect.disconnect('x' as AccountID)).toMatchObject(lost);
  });
});

describe('the account of a sign-in', () => {
  it('is the same when the same person connects again', async () => {
    const first = unwrap(await connectNow());
    profile = { ...profile, clientSecret: 'rotated' };
    expect(unwrap(await connectNow())).toBe(first);
    expect(connect.listAccounts()).toHaveLength(1);
  });

  it('is a new one for another person, environment or host', async () => {
    const accounts = [
      await connectNow(),
      await connectNow(false, { ...profile, environment: 'production' }),
      await connectNow(false, { ...profile, baseUrl: 'https://api.example.org' }),
    ].map(unwrap);
    userID = '8';
    accounts.push(unwrap(await connectNow()));
    expect(new Set(accounts).size).toBe(4);
  });

  it('is a new one when somebody else signs in to reconnect, and the old one stays', async () => {
    const before = unwrap(await connectNow());
    userID = '8';
    const { attemptID } = unwrap(await connect.start({ accountID: before }));
    await agree(opened[0] ?? '');
    expect(await waitForEnd(attemptID)).not.toBe(before);
    expect(connect.listAccounts()).toHaveLength(2);
    expect(await connect.getAccessToken(before, null)).toEqual({ ok: true, value: 'access-of-7' });
  });

  it('is one for each client when the service does not identify the person', async () => {
    userID = null;
    const first = unwrap(await connectNow());
    expect(unwrap(await connectNow())).toBe(first);
    expect(unwrap(await connectNow(false, { ...profile, clientId: 'other' }))).not.toBe(first);
  });

  it('is the same for practice, whatever the address of its service', async () => {
    const first = unwrap(await connectNow(true));
    const moved = { ...profile, baseUrl: 'https://elsewhere.example.com' };
    expect(unwrap(await connectNow(true, moved))).toBe(first);
    expect(attached.at(-1)?.profile.baseUrl).toBe('https://elsewhere.example.com');
    expect([connect.hasPractice(), connect.listAccounts()[0]?.practice]).toEqual([true, true]);
  });

  it('lacks the scopes that were not granted', async () => {
    grantedScope = 'supply::users.read';
    await connectNow();
    expect(connect.listAccounts()[0]).toMatchObject({
      scopes: ['supply::users.read'],
      missingScopes: ['offline_access'],
    });
  });
});

describe('an imported profile', () => {
  const importing = (changes: Partial<ServiceProfile>) =>
    unwrap(connect.importProfile(JSON.stringify({ ...profile, ...changes })));
  const refresh = (accountID: AccountID) => connect.getAccessToken(accountID, 'access-of-7');

  it('with another token address does not redirect the tokens of a connected account', async () => {
    importTestProfile();
    const accountID = unwrap(await connectNow());
    const { profileID, replaces } = importing({ tokenUrl: 'https://evil.example/oauth2/token' });
    expect(replaces).toBeNull();
    expect(profileID).not.toBe(importTestProfile());
    expect((await refresh(accountID)).ok).toBe(true);
    expect(new Set(shown.map(([address]) => address))).toEqual(new Set([profile.tokenUrl]));
  });

  it('lists its changes to a profile in use and replaces it only on request', async () => {
    importTestProfile();
    const accountID = unwrap(await connectNow());
    const scopes = ['offline_access', 'supply::messages.read'];
    const next = importing({ clientSecret: 'canary-next-secret', scopes });
    expect(next.replaces).toEqual({
      accounts: ['Ann Lee'],
      changes: [
        { field: 'clientSecret', added: [], removed: [] },
        { field: 'scopes', added: ['supply::messages.read'], removed: ['supply::users.read'] },
      ],
    });
    expect(JSON.stringify(next)).not.toMatch(/canary/);
    await refresh(accountID);
    expect(shown.at(-1)?.[1]).toContain(canarySecret);

    expect(connect.replaceProfile(next.profileID)).toEqual({ ok: true, value: {} });
    await refresh(accountID);
    expect(shown.at(-1)?.[1]).toBe('client-1:canary-next-secret');
    expect(connect.listAccounts()[0]?.missingScopes).toEqual(['supply::messages.read']);
    expect(importing({ clientSecret: 'canary-next-secret', scopes }).replaces).toBeNull();
  });

  it('shows a broker among its changes, and sends it nothing of an earlier sign-in', async () => {
    importTestProfile();
    const accountID = unwrap(await connectNow());
    const next = importing({ clientSecret: undefined, broker: 'https://hub.example.com' });
    expect(next.replaces?.changes).toEqual([
      { field: 'clientSecret', added: [], removed: [] },
      { field: 'broker', added: ['https://hub.example.com'], removed: [] },
    ]);
    connect.replaceProfile(next.profileID);
    shown = [];
    expect(await refresh(accountID)).toMatchObject({ error: { code: 'reconnect_needed' } });
    expect(shown).toEqual([]);
  });

  it('replaces nothing when it is unchanged or not in use', async () => {
    expect(importing({}).replaces).toBeNull();
    expect(importing({ clientSecret: 'another' }).replaces).toBeNull();
    importTestProfile();
    await connectNow();
    expect(importing({}).replaces).toBeNull();
    expect(connect.replaceProfile('never-read')).toMatchObject({ error: { code: 'not_found' } });
  });

  it('lists the hosts of a sign-in', () => {
    expect(importing({ tokenUrl: 'https://tokens.example.net/t' }).signInHosts).toEqual([
      'auth.example.com',
      'tokens.example.net',
    ]);
  });

  it('with another token address in the vault requires reconnecting, and the grant is not sent there', async () => {
    const profileID = importTestProfile();
    const accountID = unwrap(await connectNow());
    const elsewhere = { ...profile, tokenUrl: 'https://evil.example/oauth2/token' };
    unwrap(vault.write(`profile:${profileID}`, elsewhere));
    expect(await refresh(accountID)).toMatchObject({ error: { code: 'reconnect_needed' } });
    expect(shown.filter(([address]) => address.includes('evil'))).toEqual([]);
    expect(connect.listAccounts()[0]?.grant.state).toBe('reconnect');
  });
});

describe('the requested person of a sign-in', () => {
  const asked = (nth: number) => {
    const { searchParams } = new URL(opened[nth] ?? '');
    return [searchParams.get('prompt'), searchParams.get('login_hint')];
  };

  it('is anybody at first, and another person once an account is connected', async () => {
    const profileID = importTestProfile();
    await connect.start({ profileID });
    await connectNow();
    await connect.start({ profileID });
    await connect.start({ profileID, email: 'bob@example.com' });
    expect([0, 1, 2].map(asked)).toEqual([
      ['consent', null],
      ['login consent', null],
      ['login consent', 'bob@example.com'],
    ]);
  });

  it('is the account’s user when it reconnects', async () => {
    importTestProfile();
    const accountID = unwrap(await connectNow());
    userID = '8';
    await connectNow();
    await connect.start({ accountID });
    expect(asked(0)).toEqual(['consent', 'ann@example.com']);
  });

  it('is anybody when the other accounts are disconnected or of another service', async () => {
    const profileID = importTestProfile();
    const accountID = unwrap(await connectNow());
    await connectNow(false, { ...profile, authorizeUrl: 'https://else.example/oauth2/auth' });
    await connect.disconnect(accountID);
    await connect.start({ profileID });
    expect(asked(0)).toEqual(['consent', null]);
  });
});

describe('disconnecting', () => {
  it('removes the webhooks while the token works, then deletes the grant', async () => {
    const accountID = unwrap(await connectNow());
    let tokenMeanwhile: unknown;
    detach = async (id) => void (tokenMeanwhile = await connect.getAccessToken(id, null));

    expect(await connect.disconnect(accountID)).toEqual({ ok: true, value: {} });

    expect(tokenMeanwhile).toEqual({ ok: true, value: 'access-of-7' });
    expect(connect.listAccounts()[0]?.grant.state).toBe('disconnected');
    expect(attached.at(-1)).toMatchObject({ accountID, connected: false });
    expect(await connect.getAccessToken(accountID, null)).toMatchObject({
      ok: false,
      error: { code: 'reconnect_needed' },
    });
    expect(JSON.stringify(vault.listNames().map(vault.read))).not.toContain('canary-refresh');
  });

  it('deletes the grant even if the webhooks cannot be removed', async () => {
    const accountID = unwrap(await connectNow());
    detach = () => Promise.reject(new Error('the engine is gone'));
    expect(await connect.disconnect(accountID)).toEqual({ ok: true, value: {} });
    expect(connect.hasPractice()).toBe(false);
  });

  it('does not wait forever for the engine', async () => {
    const accountID = unwrap(await connectNow());
    detach = () => new Promise(() => {});
    const answer = connect.disconnect(accountID);
    await clock.advance(20_000);
    expect(await answer).toEqual({ ok: true, value: {} });
  });

  it('keeps a grant that was created meanwhile', async () => {
    const accountID = unwrap(await connectNow());
    detach = async () => {
      await clock.advance(1_000);
      unwrap(await connectNow());
    };
    expect(await connect.disconnect(accountID)).toMatchObject({ error: { code: 'conflict' } });
    expect(attached.at(-1)).toMatchObject({ accountID, connected: true });
    expect((await connect.getAccessToken(accountID, null)).ok).toBe(true);
  });

  it('detaches only an account with a grant', async () => {
    const accountID = unwrap(await connectNow());
    await connect.disconnect(accountID);
    await connect.disconnect(accountID);
    expect(detached).toEqual([accountID]);
  });
});

describe('sample leads', () => {
  it('disappear when a real account connects, and cannot be added next to it', async () => {
    const sample = unwrap(await connectNow(true));
    expect(connect.hasPractice()).toBe(true);
    userID = '8';
    unwrap(await connectNow());
    await expect.poll(() => detached).toEqual([sample]);
    await expect
      .poll(() => connect.listAccounts().find(({ practice }) => practice)?.grant.state)
      .toBe('disconnected');
    expect(connect.hasPractice()).toBe(false);
    expect(await connectNow(true)).toMatchObject({ ok: false, error: { code: 'conflict' } });
  });

  it('are removed with one call', async () => {
    const sample = unwrap(await connectNow(true));
    unwrap(await connect.remove(sample));
    expect([detached, forgotten]).toEqual([[sample], [sample]]);
    expect(connect.listAccounts()).toEqual([]);
  });
});

describe('removing a real account', () => {
  it('disconnects it, then removes it with its data', async () => {
    const accountID = unwrap(await connectNow());
    unwrap(await connect.remove(accountID));
    expect([detached, forgotten, connect.listAccounts()]).toEqual([[accountID], [accountID], []]);
  });

  it('resumes after the engine exits, and is shown until it is done', async () => {
    const accountID = unwrap(await connectNow());
    forget = async () => fail('engine_unavailable', 'It ended.');
    const removed = connect.remove(accountID);
    await expect.poll(() => connect.listAccounts()[0]?.removing).toBe(true);
    forget = async () => succeed({});
    connect.resumeRemovals();
    unwrap(await removed);
    expect([forgotten, connect.listAccounts()]).toEqual([[accountID, accountID], []]);
    connect.resumeRemovals();
    expect(forgotten).toHaveLength(2);
  });

  it('resumes at the next start of the app and affects no other account', async () => {
    const accountID = unwrap(await connectNow());
    userID = '8';
    const other = unwrap(await connectNow());
    forget = () => new Promise(() => undefined);
    void connect.remove(accountID);
    await expect.poll(() => forgotten).toEqual([accountID]);

    forget = async () => succeed({});
    connect = createTestConnect();
    expect(connect.listAccounts()).toHaveLength(2);
    connect.resumeRemovals();
    await expect.poll(() => connect.listAccounts()).toMatchObject([{ accountID: other }]);
    expect(forgotten).toEqual([accountID, accountID]);
  });

  it('is canceled when the account reconnects', async () => {
    const accountID = unwrap(await connectNow());
    forget = async () => fail('disk_full', 'No room.');
    expect(await connect.remove(accountID)).toMatchObject({ error: { code: 'disk_full' } });
    unwrap(await connectNow());
    connect = createTestConnect();
    connect.resumeRemovals();
    expect(forgotten).toHaveLength(1);
    expect(connect.listAccounts()).toMatchObject([{ accountID, grant: { state: 'connected' } }]);
  });

  it('removes restored data without a sign-in', async () => {
    unwrap(await connect.remove('from-a-backup' as AccountID));
    expect(forgotten).toEqual(['from-a-backup']);
  });

  it('does not disconnect a disconnected account again, and keeps other accounts', async () => {
    const accountID = unwrap(await connectNow());
    userID = '8';
    const other = unwrap(await connectNow());
    unwrap(await connect.disconnect(accountID));
    unwrap(await connect.remove(accountID));
    expect([detached, forgotten]).toEqual([[accountID], [accountID]]);
    expect(connect.listAccounts()).toMatchObject([
      { accountID: other, grant: { state: 'connected' } },
    ]);
  });
});

describe('the consent page of an attempt', () => {
  it('can be shown again only while the attempt is pending', async () => {
    const { attemptID } = unwrap(await connect.start({ profileID: importTestProfile() }));
    expect(connect.getConsentPage(attemptID)).toEqual({ ok: true, value: opened[0] });
    connect.cancel(attemptID);
    await waitForEnd(attemptID);
    expect(connect.getConsentPage(attemptID)).toMatchObject({ error: { code: 'not_found' } });
  });
});
