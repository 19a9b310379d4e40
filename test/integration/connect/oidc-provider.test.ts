import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServiceProfile } from '../../../contract/profile.ts';
import type { AccountID } from '../../../contract/records.ts';
import { systemClock } from '../../../main/clock/clock.ts';
import { createAccountBook } from '../../../main/connect/account-book.ts';
import { createConnect, type Connect } from '../../../main/connect/connect.ts';
import type { Vault } from '../../../main/vault/vault.ts';
import { createKeptLog, createMemoryVault, unwrap } from '../../unit/connect/support/service.ts';
import { startOidcService, type OidcService } from './support/oidc-service.ts';

let service: OidcService;
let vault: Vault;
let connect: Connect;
let log: ReturnType<typeof createKeptLog>;
/** Cuts the connection after the service has processed the app's next request. */
let cutNext: boolean;
/** Responses of the token endpoint, oldest first. */
let responses: Record<string, unknown>[];

beforeEach(async () => {
  // It warns that it keeps its data in memory, which suits a test.
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  service = await startOidcService();
  [vault, log, cutNext, responses] = [createMemoryVault(), createKeptLog(), false, []];
  connect = createConnect({
    opensAppLinks: false,
    vault,
    openBrowser: async () => {},
    clock: systemClock,
    random: randomBytes,
    log,
    fetch: async (address, options) => {
      const response = await fetch(address, options);
      if (address === service.profile.tokenUrl) {
        responses.push((await response.clone().json()) as Record<string, unknown>);
      }
      if (!cutNext) return response;
      cutNext = false;
      throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'UND_ERR_SOCKET' } });
    },
    detach: async () => {},
    forget: async () => ({ ok: true, value: {} }),
    onRemoval: () => undefined,
    onAccount: () => {},
    onConnecting: () => {},
  });
  return async () => {
    warn.mockRestore();
    connect.stop();
    await service.close();
  };
});

const connectWith = (decision: 'allow' | 'deny', profile: ServiceProfile = service.profile) =>
  connect.connectTo(profile, {
    practice: false,
    openBrowser: async (page) => void (await fetch(await service.browse(page, decision))),
  });
const connectNow = async (): Promise<AccountID> => unwrap(await connectWith('allow'));
const getToken = async (accountID: AccountID, rejected: string | null = null) =>
  unwrap(await connect.getAccessToken(accountID, rejected));
const readRefreshToken = (accountID: AccountID): string =>
  createAccountBook(vault).readLiveGrant(accountID)?.refreshToken ?? '';
const getGrantState = () => connect.listAccounts()[0]?.grant.state;
const mustReconnect = { ok: false, error: { code: 'reconnect_needed' } };

/** Another party sends a refresh token; returns the OAuth error, or undefined if it worked. */
const replay = async (refreshToken: string): Promise<string | undefined> => {
  const { clientId, clientSecret, tokenUrl = '' } = service.profile;
  const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const answer = await fetch(tokenUrl, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}` },
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
  });
  return ((await answer.json()) as { error?: string }).error;
};

describe('connecting to a third-party authorization server', () => {
  it('returns an account whose token opens the interface, by code and PKCE', async () => {
    const accountID = await connectNow();
    expect(connect.listAccounts()).toMatchObject([
      {
        accountID,
        userName: 'Ann Lee',
        missingScopes: [],
        grant: { state: 'connected' },
      },
    ]);
    expect(await service.callSelf(await getToken(accountID))).toBe(200);
    expect(service.exchanges).toMatchObject([
      {
        grant_type: 'authorization_code',
        code_verifier: expect.stringMatching(/^.{43,}$/) as string,
      },
    ]);
    expect(service.exchanges[0]).not.toHaveProperty('client_secret');
  });

  it('accepts an id token, at each refresh too', async () => {
    const scopes = ['openid', 'email', 'profile', ...service.profile.scopes];
    const accountID = unwrap(await connectWith('allow', { ...service.profile, scopes }));
    expect(connect.listAccounts()).toMatchObject([{ missingScopes: [] }]);
    for (let rounds = 1; rounds <= 2; rounds += 1) {
      const token = await getToken(accountID, await getToken(accountID));
      expect(await service.callSelf(token)).toBe(200);
    }
    expect(responses.filter(({ id_token }) => typeof id_token === 'string')).toHaveLength(3);
    expect(getGrantState()).toBe('connected');
  });

  it('is refused without PKCE, which this server requires', async () => {
    expect(await connectWith('allow', { ...service.profile, pkce: false })).toMatchObject({
      ok: false,
      error: {
        code: 'connect_refused',
        detail: expect.stringMatching(/^invalid_request: .*PKCE/) as string,
      },
    });
  });

  it('fails when consent is denied', async () => {
    expect(await connectWith('deny')).toMatchObject({
      ok: false,
      error: { code: 'connect_denied' },
    });
    expect(connect.listAccounts()).toEqual([]);
  });

  it('is refused for a wrong client secret, which is neither shown nor logged', async () => {
    const profile = { ...service.profile, clientSecret: 'canary-wrong-secret' };
    const answer = await connectWith('allow', profile);
    expect(answer).toMatchObject({
      ok: false,
      error: { code: 'connect_refused', detail: 'invalid_client' },
    });
    expect(JSON.stringify([answer, log.lines])).not.toContain('canary');
  });

  it('without offline_access needs a reconnect once the access token expires', async () => {
    const scopes = service.profile.scopes.filter((scope) => scope !== 'offline_access');
    const accountID = unwrap(await connectWith('allow', { ...service.profile, scopes }));
    const token = await getToken(accountID);
    expect(await service.callSelf(token)).toBe(200);
    expect(readRefreshToken(accountID)).toBe('');
    expect(await connect.getAccessToken(accountID, token)).toMatchObject(mustReconnect);
    expect(getGrantState()).toBe('reconnect');
  });
});

describe('refreshing at a third-party authorization server', () => {
  it('rotates the refresh token each time, once for fifty simultaneous requests', async () => {
    const accountID = await connectNow();
    const used = new Set<string>();
    for (let rounds = 1; rounds <= 3; rounds += 1) {
      used.add(readRefreshToken(accountID));
      const old = await getToken(accountID);
      const tokens = await Promise.all(Array.from({ length: 50 }, () => getToken(accountID, old)));
      expect(new Set(tokens).size).toBe(1);
      expect(await service.callSelf(tokens[0] ?? '')).toBe(200);
      expect(service.exchanges).toHaveLength(1 + rounds);
    }
    expect([used.size, used.has(readRefreshToken(accountID))]).toEqual([3, false]);
  });

  it('needs a reconnect when an old refresh token was reused, which revokes the whole grant', async () => {
    const accountID = await connectNow();
    const stolen = readRefreshToken(accountID);
    const token = await getToken(accountID, await getToken(accountID));
    expect(await replay(stolen)).toBe('invalid_grant');

    expect(await service.callSelf(token)).toBe(401);
    expect(await connect.getAccessToken(accountID, token)).toMatchObject(mustReconnect);
    expect(getGrantState()).toBe('reconnect');
    expect(await connectNow()).toBe(accountID);
    expect(await service.callSelf(await getToken(accountID))).toBe(200);
  });

  it('needs a reconnect when a new pair was lost and the server has no grace period', async () => {
    const accountID = await connectNow();
    const token = await getToken(accountID);
    cutNext = true;
    expect(await connect.getAccessToken(accountID, token)).toMatchObject(mustReconnect);
    expect(service.exchanges).toHaveLength(3);
    expect(getGrantState()).toBe('reconnect');
  });
});
