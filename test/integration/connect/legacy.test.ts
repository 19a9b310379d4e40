import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EventPayload } from '../../../contract/events.ts';
import type { AttachedAccount } from '../../../contract/port.ts';
import type { AccountID } from '../../../contract/records.ts';
import { systemClock, type Clock } from '../../../main/clock/clock.ts';
import { createConnect, type Connect } from '../../../main/connect/connect.ts';
import { openVault } from '../../../main/vault/vault.ts';
import { createKeptLog, unwrap } from '../../unit/connect/support/service.ts';
import { decide, startService, type Service } from './support/service.ts';

const key = randomBytes(32);
const accountInfo = '/v2/get-service-info';
let service: Service;
let folder = '';
let connect: Connect;
let attached: AttachedAccount[];
let events: EventPayload<'connecting'>[];
let log: ReturnType<typeof createKeptLog>;
/** Codes, tokens and secrets that were sent: they must stay secret. */
let secrets: Set<string>;

beforeAll(async () => {
  service = await startService();
  return () => service.close();
});
beforeEach(async () => {
  await service.control('POST', '/reset');
  folder = mkdtempSync(join(tmpdir(), 'legacy-'));
  [attached, events, log] = [[], [], createKeptLog()];
  secrets = new Set([service.legacyProfile.clientSecret ?? '']);
  const vault = openVault({ file: join(folder, 'vault.bin'), key, random: randomBytes, log });
  connect = createConnect({
    opensAppLinks: false,
    vault: unwrap(vault),
    openBrowser: async () => {},
    clock: hasty,
    random: randomBytes,
    log,
    fetch: fetchAndKeepSecrets,
    detach: async () => {},
    forget: async () => ({ ok: true, value: {} }),
    onRemoval: () => undefined,
    onAccount: (account) => attached.push(account),
    onConnecting: (event) => events.push(event),
  });
  return () => {
    connect.stop();
    rmSync(folder, { recursive: true });
  };
});

/** `fetch` that records the secrets it transfers. */
const fetchAndKeepSecrets = async (address: string, options: RequestInit): Promise<Response> => {
  const { searchParams } = new URL(address);
  for (const name of ['code', 'refresh_token']) secrets.add(searchParams.get(name) ?? '');
  secrets.add(new Headers(options.headers).get('authorization')?.split(' ')[1] ?? '');
  const response = await fetch(address, options);
  const body = (await response
    .clone()
    .json()
    .catch(() => ({}))) as Record<string, unknown>;
  for (const name of ['access_token', 'refresh_token']) {
    if (typeof body[name] === 'string') secrets.add(body[name]);
  }
  return response;
};

/** The real clock, with short delays skipped. */
const hasty: Clock = {
  now: systemClock.now,
  steady: systemClock.steady,
  after: (ms, work) => systemClock.after(ms < 10_000 ? 0 : ms, work),
};

const getBusiness = (index: number) => {
  const business = service.businesses[index];
  if (!business) throw new Error(`the service has no business ${index}`);
  return business;
};
/** Connects: the professional chooses a business on the page and allows or denies access. */
const connectWith = (
  decision: 'allow' | 'deny',
  {
    business = 0,
    profile = service.legacyProfile,
    meanwhile = async (): Promise<unknown> => null,
  } = {},
) =>
  connect.connectTo(profile, {
    practice: false,
    openBrowser: async (page) => {
      const back = await decide(page, decision, getBusiness(business).businessID);
      await meanwhile();
      await fetch(back);
    },
  });
const connectNow = async (business = 0): Promise<AccountID> =>
  unwrap(await connectWith('allow', { business }));
const getToken = async (accountID: AccountID, rejected: string | null = null) =>
  unwrap(await connect.getAccessToken(accountID, rejected));
const advance = (advanceSeconds: number) => service.control('POST', '/clock', { advanceSeconds });

describe('connecting to the legacy interface', () => {
  it('returns an account of the chosen business, whose token opens account info', async () => {
    const accountID = await connectNow(1);
    const { businessID, name } = getBusiness(1);
    expect(connect.listAccounts()).toMatchObject([
      { accountID, interface: 'legacy', userName: name, missingScopes: [] },
    ]);
    expect(attached).toMatchObject([{ accountID, userID: businessID, connected: true }]);
    expect(await service.call(accountInfo, await getToken(accountID))).toBe(200);
    expect(await service.call('/api/v4/businesses', await getToken(accountID))).toBe(401);
  });

  it('connects several businesses of the same client as separate accounts', async () => {
    const accounts = [await connectNow(0), await connectNow(1), await connectNow(2)];
    expect(new Set(accounts).size).toBe(3);
    const tokens = await Promise.all(accounts.map((accountID) => getToken(accountID)));
    expect(new Set(tokens).size).toBe(3);
    for (const token of tokens) expect(await service.call(accountInfo, token)).toBe(200);
    expect(await connectNow(1)).toBe(accounts[1]);
  });

  it('fails when the professional denies access', async () => {
    expect(await connectWith('deny')).toMatchObject({
      ok: false,
      error: { code: 'connect_denied' },
    });
    expect(connect.listAccounts()).toEqual([]);
  });

  it('is refused when the code is older than five minutes', async () => {
    expect(await connectWith('allow', { meanwhile: () => advance(301) })).toMatchObject({
      ok: false,
      error: { code: 'connect_refused', detail: 'invalid_grant' },
    });
  });

  it('accepts a code shortly before five minutes are over', async () => {
    expect(await connectWith('allow', { meanwhile: () => advance(290) })).toMatchObject({
      ok: true,
    });
  });

  it('is refused for a wrong client secret', async () => {
    const profile = { ...service.legacyProfile, clientSecret: 'canary-wrong-secret' };
    expect(await connectWith('allow', { profile })).toMatchObject({
      ok: false,
      error: { code: 'connect_refused', detail: 'invalid_client' },
    });
  });
});

describe('the tokens of a legacy account', () => {
  it('are refreshed after an hour, once for fifty simultaneous requests', async () => {
    const accountID = await connectNow();
    const old = await getToken(accountID);
    await advance(3_601);
    expect(await service.call(accountInfo, old)).toBe(401);

    const tokens = await Promise.all(Array.from({ length: 50 }, () => getToken(accountID, old)));

    expect(new Set(tokens).size).toBe(1);
    expect(await service.call(accountInfo, tokens[0] ?? '')).toBe(200);
  });

  it.each([
    ['the connection is cut after the service made the new pair', { drop: 'after' }],
    ['the connection is cut before', { drop: 'before' }],
    ['the answer is null', { status: 200, body: 'null' }],
    ['the answer is empty', { status: 200, body: '' }],
    ['the service is unavailable for a moment', { status: 503 }],
  ])('survive when %s', async (_, fault) => {
    const accountID = await connectNow();
    const old = await getToken(accountID);
    const match = { method: 'POST', path: '/v2/tokens/access' };
    await service.control('POST', '/faults', { match, times: 1, ...fault });

    const token = await getToken(accountID, old);

    expect(await service.call(accountInfo, token)).toBe(200);
    await advance(3_601);
    expect(await service.call(accountInfo, await getToken(accountID, token))).toBe(200);
  });

  it('are not replaced by those of another business in the response to a refresh', async () => {
    const accountID = await connectNow(0);
    const old = await getToken(accountID);
    const other = await connectNow(1);
    const match = { method: 'POST', path: '/v2/tokens/access' };
    const body = { access_token: await getToken(other), expires_in: 3600, refresh_token: 'other' };
    await service.control('POST', '/faults', { match, body });
    expect(await connect.getAccessToken(accountID, old)).toMatchObject({
      error: { code: 'reconnect_needed' },
    });
    expect(await service.call(accountInfo, await getToken(other))).toBe(200);
  });

  it('can be refreshed for 720 hours after the last refresh, and not longer', async () => {
    const accountID = await connectNow();
    await advance(719 * 3_600);
    const token = await getToken(accountID, await getToken(accountID));
    await advance(721 * 3_600);
    expect(await connect.getAccessToken(accountID, token)).toMatchObject({
      ok: false,
      error: { code: 'reconnect_needed' },
    });
  });

  it('need a reconnect when revoked (INVALID_GRANT), which revives the same account', async () => {
    const accountID = await connectNow();
    const old = await getToken(accountID);
    await service.control('POST', '/tokens/revoke', {});

    expect(await connect.getAccessToken(accountID, old)).toMatchObject({
      ok: false,
      error: { code: 'reconnect_needed' },
    });
    expect(connect.listAccounts()[0]?.grant.state).toBe('reconnect');
    expect(attached.at(-1)).toMatchObject({ accountID, connected: false });
    expect(await connectNow()).toBe(accountID);
    expect(await service.call(accountInfo, await getToken(accountID))).toBe(200);
  });
});

describe('disconnecting from the legacy interface', () => {
  it('revokes every token of the business and leaves the other business connected', async () => {
    const [accountID, other] = [await connectNow(0), await connectNow(1)];
    const token = await getToken(accountID);

    expect(await connect.disconnect(accountID)).toEqual({ ok: true, value: {} });

    expect(await service.call(accountInfo, token)).toBe(401);
    expect(await service.call(accountInfo, await getToken(other))).toBe(200);
    const state = connect.listAccounts().find((account) => account.accountID === accountID)
      ?.grant.state;
    expect(state).toBe('disconnected');
  });

  it('can be repeated, and the business can be connected again', async () => {
    const accountID = await connectNow();
    unwrap(await connect.disconnect(accountID));
    expect(await connect.disconnect(accountID)).toEqual({ ok: true, value: {} });
    expect(await connectNow()).toBe(accountID);
    expect(await service.call(accountInfo, await getToken(accountID))).toBe(200);
  });

  it('deletes the tokens even if the service is down, reports that it was not notified, and can be retried', async () => {
    const accountID = await connectNow();
    const token = await getToken(accountID);
    const match = { path: '/v2/disconnect-partner' };
    await service.control('POST', '/faults', { match, times: 3, status: 503 });

    expect(await connect.disconnect(accountID)).toMatchObject({
      ok: false,
      error: { code: 'service_unavailable' },
    });
    expect(connect.listAccounts()[0]?.grant).toMatchObject({
      state: 'disconnected',
      notNotified: true,
    });
    expect(await service.call(accountInfo, token)).toBe(200);

    unwrap(await connect.disconnect(accountID));
    expect(await service.call(accountInfo, token)).toBe(401);
    expect(connect.listAccounts()[0]?.grant).not.toHaveProperty('notNotified');
  });
});

describe('the secrets of the legacy interface', () => {
  it('are in no log, event, account or readable file, whatever the outcome', async () => {
    const profile = { ...service.legacyProfile, clientSecret: 'canary-wrong-secret' };
    await connectWith('allow', { profile });
    await connectWith('allow', { meanwhile: () => advance(301) });
    const accountID = await connectNow();
    const match = { path: '/v2/tokens/access' };
    await service.control('POST', '/faults', { match, drop: 'after' });
    await getToken(accountID, await getToken(accountID));
    await service.control('POST', '/tokens/revoke', {});
    await connect.getAccessToken(accountID, await getToken(accountID));
    await connect.disconnect(accountID);

    const shown = JSON.stringify([log.lines, events, attached, connect.listAccounts()]);
    const written = readFileSync(join(folder, 'vault.bin')).toString('latin1');
    secrets.delete('');
    expect(secrets.size).toBeGreaterThan(8);
    for (const secret of secrets) expect(shown + written).not.toContain(secret);
    expect(shown + written).not.toMatch(/tokens\/access|refresh_token=|code=/);
  });
});
