import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EventPayload } from '../../../contract/events.ts';
import type { AttachedAccount } from '../../../contract/port.ts';
import type { AccountID } from '../../../contract/records.ts';
import { systemClock } from '../../../main/clock/clock.ts';
import { createConnect, type Connect } from '../../../main/connect/connect.ts';
import { openVault } from '../../../main/vault/vault.ts';
import { createKeptLog, unwrap } from '../../unit/connect/support/service.ts';
import { decide, startService, type Service } from './support/service.ts';

type Connecting = EventPayload<'connecting'>;

const key = randomBytes(32);
let service: Service;
let folder = '';
let connect: Connect;
let pages: string[];
let attached: AttachedAccount[];
let log: ReturnType<typeof createKeptLog>;
let tellNext: (event: Connecting) => void;

beforeAll(async () => {
  service = await startService();
  return () => service.close();
});
beforeEach(async () => {
  await service.control('POST', '/reset');
  folder = mkdtempSync(join(tmpdir(), 'connect-'));
  [pages, attached, log] = [[], [], createKeptLog()];
  connect = start();
  return () => {
    connect.stop();
    rmSync(folder, { recursive: true });
  };
});

/** Starts the connection module on this test's data folder. */
const start = (): Connect =>
  createConnect({
    opensAppLinks: false,
    vault: unwrap(openVault({ file: join(folder, 'vault.bin'), key, random: randomBytes, log })),
    openBrowser: async (page) => void pages.push(page),
    clock: systemClock,
    random: randomBytes,
    log,
    detach: async () => {},
    forget: async () => ({ ok: true, value: {} }),
    onRemoval: () => undefined,
    onAccount: (account) => attached.push(account),
    onConnecting: (event) => {
      if (event.state === 'done' || event.state === 'failed') tellNext(event);
    },
  });

/** Begins to connect; returns the attempt, the consent page and a promise of the outcome. */
const begin = async (input: { email?: string } = {}, profile = service.profile) => {
  const { profileID } = unwrap(connect.importProfile(JSON.stringify(profile)));
  const end = new Promise<Connecting>((resolve) => (tellNext = resolve));
  const { attemptID } = unwrap(await connect.start({ profileID, ...input }));
  return { attemptID, page: pages.at(-1) ?? '', end };
};
const connectNow = async (...how: Parameters<typeof begin>): Promise<AccountID> => {
  const { page, end } = await begin(...how);
  await fetch(await decide(page, 'allow'));
  const event = await end;
  if (event.state !== 'done') throw new Error(JSON.stringify(event));
  return event.accountID;
};
/** The token response for a second user, who signs in elsewhere. */
const fetchTokensOfSecondUser = async (): Promise<unknown> => {
  const { data } = await service.control<{ data: { email: string }[] }>('GET', '/users');
  const { authorizeUrl = '', tokenUrl = '', clientId, clientSecret } = service.profile;
  const redirect_uri = service.profile.redirectUris[0] ?? '';
  const query = new URLSearchParams({
    ...service.profile.authorizeParams,
    client_id: clientId,
    redirect_uri,
    response_type: 'code',
    scope: service.profile.scopes.join(' '),
    state: 'somebody-else',
    login_hint: data[1]?.email ?? '',
  });
  const back = new URL(await decide(`${authorizeUrl}?${query}`, 'allow'));
  const code = back.searchParams.get('code') ?? '';
  const answer = await fetch(tokenUrl, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri }),
  });
  return answer.json();
};
const getToken = async (accountID: AccountID, rejected: string | null = null) =>
  unwrap(await connect.getAccessToken(accountID, rejected));

describe('connecting to the service', () => {
  it('returns an account whose token opens the interface', async () => {
    const accountID = await connectNow();
    expect(connect.listAccounts()).toMatchObject([
      { accountID, grant: { state: 'connected', memoryOnly: false }, missingScopes: [] },
    ]);
    expect(attached).toMatchObject([{ accountID, userID: service.userID, connected: true }]);
    expect(await service.call('/api/v4/businesses', await getToken(accountID))).toBe(200);
  });

  it('accepts an id token with the first tokens and with each refresh', async () => {
    const scopes = ['openid', 'email', 'profile', ...service.profile.scopes];
    const accountID = await connectNow({}, { ...service.profile, scopes });
    expect(connect.listAccounts()).toMatchObject([{ accountID, missingScopes: [] }]);
    const token = await getToken(accountID, await getToken(accountID));
    expect(await service.call('/api/v4/businesses', token)).toBe(200);
  });

  it('keeps two users of the same service apart, also when each reconnects', async () => {
    const { data } = await service.control<{ data: { email: string }[] }>('GET', '/users');
    const first = await connectNow();
    const second = await connectNow({ email: data[1]?.email ?? '' });
    expect(connect.listAccounts().map(({ accountID, email }) => [accountID, email])).toEqual([
      [first, data[0]?.email],
      [second, data[1]?.email],
    ]);
    for (const accountID of [first, second]) {
      const end = new Promise<Connecting>((resolve) => (tellNext = resolve));
      unwrap(await connect.start({ accountID }));
      await fetch(await decide(pages.at(-1) ?? '', 'allow'));
      expect(await end).toMatchObject({ state: 'done', accountID });
    }
  });

  it('names the scope that the service refused', async () => {
    const scopes = [...service.profile.scopes, 'supply::everything'];
    const { page, end } = await begin({}, { ...service.profile, scopes });
    const { headers } = await fetch(page, { redirect: 'manual' });
    await fetch(headers.get('location') ?? '');
    expect(await end).toMatchObject({
      state: 'failed',
      error: {
        code: 'connect_refused',
        detail: expect.stringMatching(/^invalid_scope: .*supply::everything/) as string,
      },
    });
  });

  it('survives a restart, and writes no secret in plain text', async () => {
    const accountID = await connectNow();
    const token = await getToken(accountID);
    connect = start();
    expect(await getToken(accountID)).toBe(token);
    const written = readFileSync(join(folder, 'vault.bin')).toString('latin1') + log.lines.join();
    for (const secret of [token, service.profile.clientSecret]) {
      expect(written).not.toContain(secret);
    }
  });

  it('fails when the professional denies access', async () => {
    const { page, end } = await begin();
    await fetch(await decide(page, 'deny'));
    expect(await end).toMatchObject({ state: 'failed', error: { code: 'connect_denied' } });
    expect(connect.listAccounts()).toEqual([]);
  });

  it('rejects a redirect with a wrong state and waits for the right one', async () => {
    const { page, end } = await begin();
    const right = await decide(page, 'allow');
    const wrong = new URL(right);
    wrong.searchParams.set('state', 'made-up-by-somebody');
    const refused = await fetch(wrong);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('not the sign-in that Hearthline waits for');
    await fetch(right);
    expect(await end).toMatchObject({ state: 'done' });
  });

  it('accepts a redirect address pasted by hand', async () => {
    const { attemptID, page, end } = await begin();
    const address = await decide(page, 'allow');
    expect(await connect.paste({ attemptID, address })).toEqual({ ok: true, value: {} });
    expect(await end).toMatchObject({ state: 'done' });
  });

  it('is refused when the code has expired', async () => {
    const { page, end } = await begin();
    const back = await decide(page, 'allow');
    await service.control('POST', '/clock', { advanceSeconds: 301 });
    await fetch(back);
    expect(await end).toMatchObject({ state: 'failed', error: { code: 'connect_refused' } });
  });

  it('is refused for a wrong client secret, which is neither shown nor logged', async () => {
    const profile = { ...service.profile, clientSecret: 'canary-wrong-secret' };
    const answer = await connect.connectTo(profile, {
      practice: false,
      openBrowser: async (page) => void (await fetch(await decide(page, 'allow'))),
    });
    expect(answer).toMatchObject({
      ok: false,
      error: { code: 'connect_refused', detail: 'invalid_client' },
    });
    expect(JSON.stringify([answer, log.lines])).not.toContain('canary');
  });

  it('connects the practice account without a browser', async () => {
    const openBrowser = async (page: string): Promise<void> =>
      void (await fetch(await decide(page, 'allow')));
    unwrap(await connect.connectTo(service.profile, { practice: true, openBrowser }));
    expect([connect.hasPractice(), pages]).toEqual([true, []]);
  });

  it('without offline_access needs a reconnect once the token expires', async () => {
    const scopes = service.profile.scopes.filter((scope) => scope !== 'offline_access');
    const answer = await connect.connectTo(
      { ...service.profile, scopes },
      {
        practice: false,
        openBrowser: async (page) => void (await fetch(await decide(page, 'allow'))),
      },
    );
    const accountID = unwrap(answer);
    const token = await getToken(accountID);
    await service.control('POST', '/clock', { advanceSeconds: 3601 });
    expect(await service.call('/api/v4/businesses', token)).toBe(401);
    expect(await connect.getAccessToken(accountID, token)).toMatchObject({
      ok: false,
      error: { code: 'reconnect_needed' },
    });
  });
});

describe('the tokens of a connected account', () => {
  it('are refreshed once for fifty simultaneous requests', async () => {
    const accountID = await connectNow();
    const old = await getToken(accountID);
    await service.control('POST', '/clock', { advanceSeconds: 3601 });
    expect(await service.call('/api/v4/businesses', old)).toBe(401);

    const tokens = await Promise.all(Array.from({ length: 50 }, () => getToken(accountID, old)));

    expect(new Set(tokens).size).toBe(1);
    expect((await service.stats()).tokens).toMatchObject({ refreshed: 1, reused: 0 });
    expect(await service.call('/api/v4/businesses', tokens[0] ?? '')).toBe(200);
  });

  it.each([
    ['the connection is cut after the service made the new pair', { drop: 'after' }],
    ['the connection is cut before', { drop: 'before' }],
    ['the answer is an empty 202', { status: 202 }],
    ['a gateway fails', { status: 502, body: { error: 'proxy_oauth_failed' } }],
    ['the answer is a web page', { status: 200, body: '<html>Please wait</html>' }],
  ])('survive when %s', async (_, fault) => {
    const accountID = await connectNow();
    const old = await getToken(accountID);
    const match = { method: 'POST', path: '/oauth2/token' };
    await service.control('POST', '/faults', { match, times: 1, ...fault });

    const token = await getToken(accountID, old);

    expect(await service.call('/api/v4/businesses', token)).toBe(200);
    await service.control('POST', '/clock', { advanceSeconds: 3601 });
    const next = await getToken(accountID, token);
    expect(await service.call('/api/v4/businesses', next)).toBe(200);
    expect(attached).toHaveLength(1);
  });

  it('are not replaced by those of another user: the account needs a reconnect', async () => {
    const accountID = await connectNow();
    const old = await getToken(accountID);
    const body = await fetchTokensOfSecondUser();
    const match = { method: 'POST', path: '/oauth2/token' };
    await service.control('POST', '/faults', { match, body });

    expect(await connect.getAccessToken(accountID, old)).toMatchObject({
      ok: false,
      error: { code: 'reconnect_needed' },
    });

    expect(connect.listAccounts()).toMatchObject([{ accountID, grant: { state: 'reconnect' } }]);
    expect(attached.at(-1)).toMatchObject({ userID: service.userID, connected: false });
    connect = start();
    expect((await connect.getAccessToken(accountID, null)).ok).toBe(false);
  });

  it.each([500, 503, 429])(
    'are withheld while users/self answers %i, and checked afterwards, even after a restart',
    async (status) => {
      const accountID = await connectNow();
      const old = await getToken(accountID);
      const body = await fetchTokensOfSecondUser();
      const token = { method: 'POST', path: '/oauth2/token' };
      const self = { path: '/api/v4/users/self' };
      await service.control('POST', '/faults', { match: token, body });
      await service.control('POST', '/faults', { match: self, status, times: 99 });
      expect(await connect.getAccessToken(accountID, old)).toMatchObject({
        error: { code: status === 429 ? 'rate_limited' : 'service_unavailable' },
      });
      connect = start();
      await service.control('POST', '/faults/clear');
      expect(await connect.getAccessToken(accountID, null)).toMatchObject({
        error: { code: 'reconnect_needed' },
      });
    },
  );

  it('are accepted when the service does not tell whose they are', async () => {
    const accountID = await connectNow();
    const match = { path: '/api/v4/users/self' };
    await service.control('POST', '/faults', { match, status: 401, times: 99 });
    const token = await getToken(accountID, await getToken(accountID));
    expect(await service.call('/api/v4/businesses', token)).toBe(200);
  });

  it('need a reconnect when revoked, which revives the same account', async () => {
    const accountID = await connectNow();
    const old = await getToken(accountID);
    await service.control('POST', '/tokens/revoke', {});

    expect(await connect.getAccessToken(accountID, old)).toMatchObject({
      ok: false,
      error: { code: 'reconnect_needed' },
    });
    expect(connect.listAccounts()[0]?.grant.state).toBe('reconnect');
    expect(attached.at(-1)).toMatchObject({ accountID, connected: false });

    const end = new Promise<Connecting>((resolve) => (tellNext = resolve));
    unwrap(await connect.start({ accountID }));
    await fetch(await decide(pages.at(-1) ?? '', 'allow'));
    expect(await end).toMatchObject({ state: 'done', accountID });
    expect(await service.call('/api/v4/businesses', await getToken(accountID))).toBe(200);
  });

  it('are deleted by disconnecting', async () => {
    const accountID = await connectNow();
    unwrap(await connect.disconnect(accountID));
    connect = start();
    expect(connect.listAccounts()).toMatchObject([{ accountID, grant: { state: 'disconnected' } }]);
    expect(await connect.getAccessToken(accountID, null)).toMatchObject({ ok: false });
  });
});
