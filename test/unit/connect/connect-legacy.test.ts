import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AttachedAccount } from '../../../contract/port.ts';
import type { ServiceProfile } from '../../../contract/profile.ts';
import type { Account } from '../../../contract/accounts.ts';
import { createConnect, type Connect } from '../../../main/connect/connect.ts';
import type { Vault } from '../../../main/vault/vault.ts';
import { handClock, type HandClock } from './support/hand-clock.ts';
import {
  keptLog,
  legacyProfileWith,
  memoryVault,
  profileWithoutAccountInfo,
  valueOf,
} from './support/service.ts';
import { freePort } from '../../ports.ts';

let clock: HandClock;
let vault: Vault;
let connect: Connect;
let profile: ServiceProfile;
let log: ReturnType<typeof keptLog>;
let attached: AttachedAccount[];
/** The grant as the window read it when it heard of the account the last time. */
let shown: Account['grant'] | undefined;
/** What happened, in order: the calls to the service by their path, and `detach`. */
let happened: string[];
/** The business that is chosen on the connection page. */
let business: { readonly business_pk: string; readonly business_name: string };
/** What the service answers to a disconnect. */
let disconnect: () => Response | Promise<Response>;

const lee = { business_pk: '555', business_name: 'Lee Plumbing' };

const service = async (address: string): Promise<Response> => {
  const { pathname, search } = new URL(address);
  happened.push(pathname.startsWith('/v2/disconnect') ? pathname + search : pathname);
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
  [attached, happened, business] = [[], [], lee];
  [clock, vault, log] = [handClock(), memoryVault(), keptLog()];
  disconnect = done;
  const redirectUris = [`http://127.0.0.1:${await freePort()}/callback`];
  profile = legacyProfileWith({ redirectUris });
  connect = appOver(vault);
  return () => connect.stop();
});

/** The app's connections over a vault; another app over the same vault is its next start. */
const appOver = (kept: Vault): Connect =>
  createConnect({
    hasWayBack: false,
    vault: kept,
    openBrowser: async () => {},
    clock,
    random: randomBytes,
    log,
    fetch: service,
    detach: async () => void happened.push('detach'),
    forget: async () => ({ ok: true, value: {} }),
    onRemoval: () => undefined,
    onAccount: (account) => {
      attached.push(account);
      shown = grantOf();
    },
    onConnecting: () => {},
  });

/** Comes back as the legacy service does: a slash before the query (service.md, redirect result). */
const agree = async (address: string): Promise<void> => {
  const { searchParams } = new URL(address);
  const back = searchParams.get('redirect_uri');
  await fetch(`${back}/?code=canary-code&scope=messages&state=${searchParams.get('state')}`);
};
const connectNow = (by = profile) => connect.connectTo(by, { practice: false, openBrowser: agree });
const grantOf = (app = connect) => app.accounts()[0]?.grant;
const stateOf = () => grantOf()?.state;
const done = () => Response.json({ business_pk: '555', client_id: 'client-1' });
const unavailable = () => new Response(null, { status: 503 });

/** Has the service keep a disconnect waiting: when it was asked, and what has it answer. */
const holdDisconnect = () => {
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<Response>();
  disconnect = () => {
    asked.resolve();
    return held.promise;
  };
  return { asked: asked.promise, answer: held.resolve };
};

describe('connecting by the legacy interface', () => {
  it('ends in an account of one business, which says that it is legacy', async () => {
    const accountID = valueOf(await connectNow());
    expect(connect.accounts()).toMatchObject([
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
    expect(await connect.accessToken(accountID, null)).toEqual({
      ok: true,
      value: 'canary-access-of-555',
    });
  });

  it('makes one account for each business, and the same one again for the same business', async () => {
    const first = valueOf(await connectNow());
    business = { business_pk: '556', business_name: 'Lee Roofing' };
    const second = valueOf(await connectNow());
    business = lee;
    expect(valueOf(await connectNow())).toBe(first);
    expect(connect.accounts().map(({ userName }) => userName)).toEqual([
      'Lee Plumbing',
      'Lee Roofing',
    ]);
    expect(await connect.accessToken(second, null)).toMatchObject({
      value: 'canary-access-of-556',
    });
  });

  it('names the account by its profile where the profile does not say how to ask whose it is', async () => {
    const { redirectUris } = profile;
    valueOf(await connectNow({ ...profileWithoutAccountInfo(), redirectUris }));
    expect(connect.accounts()).toMatchObject([{ userName: 'Somewhere', missingScopes: [] }]);
  });

  it('ends when the professional says no, in upper case too', async () => {
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
  it('tells the service after the engine detached, and forgets the grant', async () => {
    const accountID = valueOf(await connectNow());
    happened = [];
    expect(await connect.disconnect(accountID)).toEqual({ ok: true, value: {} });
    expect(happened).toEqual(['detach', '/v2/disconnect-partner?business_pk=555']);
    expect(stateOf()).toBe('disconnected');
    expect(JSON.stringify(vault.names().map(vault.read))).not.toContain('canary-refresh');
  });

  it('forgets the grant and tells the failure when the service cannot be told; trying again may mend it', async () => {
    const accountID = valueOf(await connectNow());
    disconnect = unavailable;
    const answer = connect.disconnect(accountID);
    await clock.advance(60_000);
    expect(await answer).toMatchObject({ ok: false, error: { code: 'service_unavailable' } });
    expect(attached.at(-1)).toMatchObject({ accountID, connected: false });
    expect(shown).toMatchObject({ state: 'disconnected', notNotified: true });

    [disconnect, happened] = [done, []];
    expect(await connect.disconnect(accountID)).toEqual({ ok: true, value: {} });
    expect(happened).toEqual(['/v2/disconnect-partner?business_pk=555']);
    expect(shown).toMatchObject({ state: 'disconnected' });
    expect(shown).not.toHaveProperty('notNotified');
  });

  it('remembers that the service was not told when the app is killed before it was, and tells it later', async () => {
    const accountID = valueOf(await connectNow());
    const { asked } = holdDisconnect();
    void connect.disconnect(accountID);
    await asked;
    const next = appOver(vault);
    expect(grantOf(next)).toMatchObject({ state: 'disconnected', notNotified: true });

    disconnect = () => new Response(null, { status: 404 });
    valueOf(await next.disconnect(accountID));
    expect(grantOf(next)).not.toHaveProperty('notNotified');
    expect(grantOf(appOver(vault))).not.toHaveProperty('notNotified');
  });

  it('does not say that the service could not be told while it is being told', async () => {
    const accountID = valueOf(await connectNow());
    const { asked, answer } = holdDisconnect();
    const ended = connect.disconnect(accountID);
    await asked;
    expect(grantOf()).toMatchObject({ state: 'disconnected' });
    expect(grantOf()).not.toHaveProperty('notNotified');
    answer(done());
    valueOf(await ended);
    expect(grantOf()).not.toHaveProperty('notNotified');
  });

  it('is not tried again once the account was connected anew, whose tokens would die of it', async () => {
    const accountID = valueOf(await connectNow());
    const { asked, answer } = holdDisconnect();
    const ended = connect.disconnect(accountID);
    await asked;
    answer(unavailable());
    [disconnect, happened] = [done, []];
    valueOf(await connectNow());
    await clock.advance(60_000);
    expect(await ended).toMatchObject({ ok: false, error: { code: 'conflict' } });
    expect(happened).toEqual(['/v2/tokens/access', '/v2/get-service-info']);
    expect(grantOf()).toMatchObject({ state: 'connected' });
    expect(grantOf()).not.toHaveProperty('notNotified');
  });

  it('asks nothing of the service when it never said which business it is', async () => {
    const { redirectUris } = profile;
    const by = { ...profileWithoutAccountInfo(), redirectUris };
    const accountID = valueOf(await connectNow(by));
    happened = [];
    expect(await connect.disconnect(accountID)).toEqual({ ok: true, value: {} });
    expect([happened, stateOf()]).toEqual([['detach'], 'disconnected']);
  });

  it('shows and logs no secret, however it ends', async () => {
    const accountID = valueOf(await connectNow());
    disconnect = () => new Response('canary-answer', { status: 401 });
    const answer = await connect.disconnect(accountID);
    const shown = JSON.stringify([connect.accounts(), attached, answer, log.lines]);
    expect(shown).not.toContain('canary');
  });
});
