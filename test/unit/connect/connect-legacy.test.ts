import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AttachedAccount } from '../../../contract/port.ts';
import type { ServiceProfile } from '../../../contract/profile.ts';
import type { Account } from '../../../contract/accounts.ts';
import { createConnect, type Connect } from '../../../main/connect/connect.ts';
import type { Vault } from '../../../main/vault/vault.ts';
import { createHandClock, type HandClock } from './support/hand-clock.ts';
import {
  createKeptLog,
  buildLegacyProfile,
  createMemoryVault,
  buildProfileWithoutAccountInfo,
  unwrap,
} from './support/service.ts';
import { findFreePort } from '../../ports.ts';

let clock: HandClock;
let vault: Vault;
let connect: Connect;
let profile: ServiceProfile;
let log: ReturnType<typeof createKeptLog>;
let attached: AttachedAccount[];
/** The account's grant at the latest onAccount. */
let shown: Account['grant'] | undefined;
/** Paths of calls to the service, and `detach`, in order. */
let calls: string[];
/** The business chosen on the connection page. */
let business: { readonly business_pk: string; readonly business_name: string };
/** The service's response to a disconnect. */
let disconnect: () => Response | Promise<Response>;

const lee = { business_pk: '555', business_name: 'Lee Plumbing' };

const service = async (address: string): Promise<Response> => {
  const { pathname, search } = new URL(address);
  calls.push(pathname.startsWith('/v2/disconnect') ? pathname + search : pathname);
  if (pathname === '/v2/tokens/access') {
    return Response.json({
      access_token: `canary-access-of-${business.business_pk}`,
      token_type: 'bearer',
      expires_in: 3600,
      refresh_token: 'canary-refresh',
    });
  }
  return pathname === '/v2/get-service-info'
    ? Response.json({ ...business, client_id: 'client-1', scope: ['messages'] })
    : disconnect();
};

beforeEach(async () => {
  [attached, calls, business] = [[], [], lee];
  [clock, vault, log] = [createHandClock(), createMemoryVault(), createKeptLog()];
  disconnect = done;
  const redirectUris = [`http://127.0.0.1:${await findFreePort()}/callback`];
  profile = buildLegacyProfile({ redirectUris });
  connect = createAppWith(vault);
  return () => connect.stop();
});

/** An app over a vault; a second one over the same vault acts as its next start. */
const createAppWith = (kept: Vault): Connect =>
  createConnect({
    opensAppLinks: false,
    vault: kept,
    openBrowser: async () => {},
    clock,
    random: randomBytes,
    log,
    fetch: service,
    detach: async () => void calls.push('detach'),
    forget: async () => ({ ok: true, value: {} }),
    onRemoval: () => undefined,
    onAccount: (account) => {
      attached.push(account);
      shown = getGrant();
    },
    onConnecting: () => {},
  });

/** Redirects as the legacy service does, with a slash before the query. */
const agree = async (address: string): Promise<void> => {
  const { searchParams } = new URL(address);
  const back = searchParams.get('redirect_uri');
  await fetch(`${back}/?code=canary-code&scope=messages&state=${searchParams.get('state')}`);
};
const connectNow = (by = profile) => connect.connectTo(by, { practice: false, openBrowser: agree });
const getGrant = (app = connect) => app.listAccounts()[0]?.grant;
const getState = () => getGrant()?.state;
const done = () => Response.json({ business_pk: '555', client_id: 'client-1' });
const unavailable = () => new Response(null, { status: 503 });

/** Makes the service wait with its response to a disconnect. */
const holdDisconnect = () => {
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<Response>();
  disconnect = () => {
    asked.resolve();
    return held.promise;
  };
  return { asked: asked.promise, answer: held.resolve };
};

describe('connecting over the legacy interface', () => {
  it('creates a legacy account of one business', async () => {
    const accountID = unwrap(await connectNow());
    expect(connect.listAccounts()).toMatchObject([
      {
        accountID,
        interface: 'legacy',
        userName: 'Lee Plumbing',
        scopes: ['messages'],
        missingScopes: [],
        grant: { state: 'connected' },
      },
    ]);
    expect(attached).toMatchObject([
      { accountID, userID: '555', userName: 'Lee Plumbing', connected: true },
    ]);
    expect(await connect.getAccessToken(accountID, null)).toEqual({
      ok: true,
      value: 'canary-access-of-555',
    });
  });

  it('creates one account for each business, and reuses it for the same business', async () => {
    const first = unwrap(await connectNow());
    business = { business_pk: '556', business_name: 'Lee Roofing' };
    const second = unwrap(await connectNow());
    business = lee;
    expect(unwrap(await connectNow())).toBe(first);
    expect(connect.listAccounts().map(({ userName }) => userName)).toEqual([
      'Lee Plumbing',
      'Lee Roofing',
    ]);
    expect(await connect.getAccessToken(second, null)).toMatchObject({
      value: 'canary-access-of-556',
    });
  });

  it('names the account after its profile when the profile has no account info path', async () => {
    const { redirectUris } = profile;
    unwrap(await connectNow({ ...buildProfileWithoutAccountInfo(), redirectUris }));
    expect(connect.listAccounts()).toMatchObject([{ userName: 'Somewhere', missingScopes: [] }]);
  });

  it('fails when the professional declines, with an error code in upper case', async () => {
    const openBrowser = async (address: string): Promise<void> => {
      const { searchParams } = new URL(address);
      const back = searchParams.get('redirect_uri');
      await fetch(`${back}/?error=ACCESS_DENIED&state=${searchParams.get('state')}`);
    };
    const answer = await connect.connectTo(profile, { practice: false, openBrowser });
    expect(answer).toMatchObject({ ok: false, error: { code: 'connect_denied' } });
  });
});

describe('disconnecting a legacy account', () => {
  it('calls the service after the engine detached, and deletes the grant', async () => {
    const accountID = unwrap(await connectNow());
    calls = [];
    expect(await connect.disconnect(accountID)).toEqual({ ok: true, value: {} });
    expect(calls).toEqual(['detach', '/v2/disconnect-partner?business_pk=555']);
    expect(getState()).toBe('disconnected');
    expect(JSON.stringify(vault.listNames().map(vault.read))).not.toContain('canary-refresh');
  });

  it('deletes the grant and fails when the service is unreachable, and a later try completes it', async () => {
    const accountID = unwrap(await connectNow());
    disconnect = unavailable;
    const answer = connect.disconnect(accountID);
    await clock.advance(60_000);
    expect(await answer).toMatchObject({ ok: false, error: { code: 'service_unavailable' } });
    expect(attached.at(-1)).toMatchObject({ accountID, connected: false });
    expect(shown).toMatchObject({ state: 'disconnected', notNotified: true });

    [disconnect, calls] = [done, []];
    expect(await connect.disconnect(accountID)).toEqual({ ok: true, value: {} });
    expect(calls).toEqual(['/v2/disconnect-partner?business_pk=555']);
    expect(shown).toMatchObject({ state: 'disconnected' });
    expect(shown).not.toHaveProperty('notNotified');
  });

  it('remembers after a crash that the service was not notified, and notifies it later', async () => {
    const accountID = unwrap(await connectNow());
    const { asked } = holdDisconnect();
    void connect.disconnect(accountID);
    await asked;
    const next = createAppWith(vault);
    expect(getGrant(next)).toMatchObject({ state: 'disconnected', notNotified: true });

    disconnect = () => new Response(null, { status: 404 });
    unwrap(await next.disconnect(accountID));
    expect(getGrant(next)).not.toHaveProperty('notNotified');
    expect(getGrant(createAppWith(vault))).not.toHaveProperty('notNotified');
  });

  it('does not report a missed notification while the request is pending', async () => {
    const accountID = unwrap(await connectNow());
    const { asked, answer } = holdDisconnect();
    const ended = connect.disconnect(accountID);
    await asked;
    expect(getGrant()).toMatchObject({ state: 'disconnected' });
    expect(getGrant()).not.toHaveProperty('notNotified');
    answer(done());
    unwrap(await ended);
    expect(getGrant()).not.toHaveProperty('notNotified');
  });

  it('is not retried after the account was reconnected, because it would revoke the new tokens', async () => {
    const accountID = unwrap(await connectNow());
    const { asked, answer } = holdDisconnect();
    const ended = connect.disconnect(accountID);
    await asked;
    answer(unavailable());
    [disconnect, calls] = [done, []];
    unwrap(await connectNow());
    await clock.advance(60_000);
    expect(await ended).toMatchObject({ ok: false, error: { code: 'conflict' } });
    expect(calls).toEqual(['/v2/tokens/access', '/v2/get-service-info']);
    expect(getGrant()).toMatchObject({ state: 'connected' });
    expect(getGrant()).not.toHaveProperty('notNotified');
  });

  it('skips the service when the business is unknown', async () => {
    const { redirectUris } = profile;
    const by = { ...buildProfileWithoutAccountInfo(), redirectUris };
    const accountID = unwrap(await connectNow(by));
    calls = [];
    expect(await connect.disconnect(accountID)).toEqual({ ok: true, value: {} });
    expect([calls, getState()]).toEqual([['detach'], 'disconnected']);
  });

  it('exposes and logs no secret when it fails', async () => {
    const accountID = unwrap(await connectNow());
    disconnect = () => new Response('canary-answer', { status: 401 });
    const answer = await connect.disconnect(accountID);
    const shown = JSON.stringify([connect.listAccounts(), attached, answer, log.lines]);
    expect(shown).not.toContain('canary');
  });
});
