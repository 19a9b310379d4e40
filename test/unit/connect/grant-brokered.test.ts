import { generateKeyPairSync, randomBytes, sign, verify } from 'node:crypto';
import { readFileSync, mkdtempSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { fail, succeed } from '../../../contract/errors.ts';
import { getCapabilities } from '../../../contract/generations.ts';
import type { AttachedAccount } from '../../../contract/port.ts';
import type { ServiceProfile } from '../../../contract/profile.ts';
import type { AccountID } from '../../../contract/records.ts';
import { brokerErrors, type BrokerErrorCode } from '../../../contract/team/broker.ts';
import { verifyRequest, type Signer } from '../../../main/http/signed-request.ts';
import { createBroker } from '../../../main/connect/broker.ts';
import { createConnect, type Connect } from '../../../main/connect/connect.ts';
import { openVault, type Vault } from '../../../main/vault/vault.ts';
import { findFreePort } from '../../ports.ts';
import { createHandClock, type HandClock } from './support/hand-clock.ts';
import { startHTTPService, json, type Asked, type Respond } from './support/http-service.ts';
import { createKeptLog, buildLegacyProfile, buildProfile, unwrap } from './support/service.ts';

const keys = generateKeyPairSync('ed25519');
const desktop = `U${'A'.repeat(55)}`;
const signer: Signer = { desktop, sign: (bytes) => sign(null, bytes, keys.privateKey) };
const hour = 3_600_000;

let clock: HandClock;
let vault: Vault;
let vaultFile: string;
let log: ReturnType<typeof createKeptLog>;
let connect: Connect;
let profile: ServiceProfile;
let key: Signer | null;
let isOwner: boolean;
/** Accounts that the engine was notified of. */
let announced: AttachedAccount[];
/** Requests to the hub and to the service's API. */
let asked: Asked[];
/** The hub's next answers; afterwards tokens. */
let answers: Respond[];
let issued: number;
let hub: string;
/** Milliseconds by which the hub's clock is ahead. */
let ahead: number;
/** The service's user of every token. */
let userID: string;

const token = (): object => ({
  account: 'acc-1',
  accessToken: `access-${(issued += 1)}`,
  expiresIn: 3600,
  scopes: null,
  refreshToken: 'canary-refresh',
});
const refuse =
  (code: BrokerErrorCode, more: object = {}): Respond =>
  (...args) =>
    json(brokerErrors[code], { error: { code, ...more } })(...args);
const cut = (_asked: Asked, response: ServerResponse): void => void response.destroy();

/** Answers as a hub does, for requests with the desktop's signature. */
const answerAsHub = async (...[one, response, nth]: Parameters<Respond>): Promise<void> => {
  if (one.path.endsWith('/users/self'))
    return json(200, { userID, firstName: 'Ann', lastName: 'Lee', email: '' })(one, response, nth);
  if (one.path.endsWith('/v2/get-service-info'))
    return json(200, { business_pk: '9', business_name: 'Ann’s' })(one, response, nth);
  if (one.path.endsWith('/oauth2/token'))
    return json(200, { access_token: 'own', token_type: 'Bearer', expires_in: 3600 })(
      one,
      response,
      nth,
    );
  const verified = verifyRequest(
    one.headers.authorization,
    { method: one.method, path: one.path },
    {
      now: clock.now() + ahead,
      verify: (_desktop, bytes, signature) => verify(null, bytes, keys.publicKey, signature),
    },
  );
  const answer = answers.shift();
  if ('refusal' in verified || !verified.isFor(one.body))
    return refuse('refusal' in verified ? verified.refusal : 'unsigned', {
      now: clock.now() + ahead,
    })(one, response, nth);
  if (answer !== undefined) return answer(one, response, nth);
  return json(200, one.path.endsWith('/broker/disconnect') ? {} : token())(one, response, nth);
};

const createTestConnect = (): Connect =>
  createConnect({
    ...{ opensAppLinks: false, vault, clock, random: randomBytes, log },
    team: () => key && { address: hub, signer: key, isOwner },
    openBrowser: async () => {},
    detach: async () => {},
    forget: async () => succeed({}),
    onRemoval: () => undefined,
    onAccount: (account) => void announced.push(account),
    onConnecting: () => undefined,
  });

const agree = async (address: string): Promise<void> => {
  const { searchParams } = new URL(address);
  const back = new URL(searchParams.get('redirect_uri') ?? '');
  back.search = `?code=canary-code&state=${searchParams.get('state')}`;
  await fetch(back);
};
const connectNow = async (by = profile) =>
  connect.connectTo(by, { practice: false, openBrowser: agree });
const listHubRequests = (path: string) => asked.filter((one) => one.path === path);
const getGrant = (accountID: AccountID) =>
  connect.listAccounts().find((account) => account.accountID === accountID)?.grant;

beforeEach(async () => {
  announced = [];
  [clock, log, answers, issued, key] = [
    createHandClock(Date.now()),
    createKeptLog(),
    [],
    0,
    signer,
  ];
  [ahead, userID, isOwner] = [0, '7', true];
  const service = await startHTTPService((...args) => void answerAsHub(...args));
  asked = service.asked;
  hub = `${service.origin}/team`;
  vaultFile = join(mkdtempSync(join(tmpdir(), 'broker-')), 'vault.bin');
  vault = unwrap(openVault({ file: vaultFile, key: Buffer.alloc(32), random: randomBytes, log }));
  profile = buildProfile({
    ...{ clientSecret: undefined, tokenUrl: undefined },
    ...{ broker: hub, baseUrl: service.origin },
    redirectUris: [`http://127.0.0.1:${await findFreePort()}/callback`],
  });
  connect = createTestConnect();
  return () => connect.stop();
});

describe('connecting with a broker', () => {
  it('sends the code with its verifier to the hub, and keeps no refresh token or secret', async () => {
    const accountID = unwrap(await connectNow());
    expect(
      listHubRequests('/team/broker/exchange').map(({ body }) => JSON.parse(body) as unknown),
    ).toEqual([
      {
        service: { environment: 'staging', interface: 'v4', clientId: 'client-1' },
        code: 'canary-code',
        redirectUri: profile.redirectUris[0],
        verifier: expect.stringMatching(/^[\w-]{43}$/) as unknown,
      },
    ]);
    expect(connect.listAccounts()).toMatchObject([
      { userName: 'Ann Lee', grant: { state: 'connected' } },
    ]);
    expect(await connect.getAccessToken(accountID, null)).toEqual(succeed('access-1'));
    const stored = JSON.stringify(vault.listNames().map((name) => vault.read(name)));
    expect(stored).toContain('access-1');
    expect(stored).toContain('acc-1');
    for (const text of [stored, log.lines.join()]) {
      expect(text).not.toContain('canary-refresh');
      expect(text).not.toContain('clientSecret');
      expect(text).not.toContain('canary-code');
    }
    expect(readFileSync(vaultFile).toString('latin1')).not.toContain('canary');
  });

  it('works for the legacy interface, without a verifier', async () => {
    const legacy = buildLegacyProfile({
      ...{ clientSecret: undefined, broker: hub, baseUrl: profile.baseUrl },
      redirectUris: profile.redirectUris,
    });
    const accountID = unwrap(await connectNow(legacy));
    expect(JSON.parse(listHubRequests('/team/broker/exchange')[0]?.body ?? '')).toMatchObject({
      service: { interface: 'legacy' },
      verifier: null,
    });
    expect(await connect.getAccessToken(accountID, null)).toEqual(succeed('access-1'));
  });

  it('without a team asks nobody and says that this computer is in none', async () => {
    key = null;
    expect(await connectNow()).toMatchObject({ error: { code: 'not_in_team' } });
    expect(asked).toEqual([]);
  });

  it('never repeats an exchange whose answer was cut', async () => {
    answers.push(cut);
    expect(await connectNow()).toMatchObject({ error: { code: 'hub_unavailable' } });
    expect(listHubRequests('/team/broker/exchange')).toHaveLength(1);
  });
});

describe('a token of the hub', () => {
  let accountID: AccountID;
  beforeEach(async () => {
    accountID = unwrap(await connectNow());
  });

  it('is replaced shortly before it expires, and when the service refused it', async () => {
    expect(await connect.getAccessToken(accountID, 'access-1')).toEqual(succeed('access-2'));
    await clock.advance(hour - 100_000);
    expect(await connect.getAccessToken(accountID, null)).toEqual(succeed('access-3'));
    expect(
      listHubRequests('/team/broker/token').map(({ body }) => JSON.parse(body) as unknown),
    ).toEqual([
      { account: 'acc-1', refused: 'access-1' },
      { account: 'acc-1', refused: null },
    ]);
    const again = createTestConnect();
    expect(await again.getAccessToken(accountID, null)).toEqual(succeed('access-3'));
  });

  it.each(['cut', 'unavailable', 'garbage', 'rate limit'] as const)(
    'is used while it is valid, although the hub answers with %s',
    async (what) => {
      const answer: Respond = {
        cut,
        unavailable: refuse('unavailable'),
        garbage: json(200, { accessToken: '' }),
        'rate limit': refuse('rate_limited'),
      }[what];
      answers.push(answer, answer);
      await clock.advance(hour - 100_000);
      expect(await connect.getAccessToken(accountID, null)).toEqual(succeed('access-1'));
      await clock.advance(100_000);
      expect(await connect.getAccessToken(accountID, null)).toMatchObject({
        error: { code: what === 'rate limit' ? 'rate_limited' : 'hub_unavailable' },
      });
      expect(getGrant(accountID)).toMatchObject({ state: 'connected' });
      expect(await connect.getAccessToken(accountID, null)).toEqual(succeed('access-2'));
    },
  );

  it.each([
    ['revoked', 'not_in_team'],
    ['unknown_account', 'owner_needed'],
    ['reconnect_needed', 'owner_needed'],
  ] as const)(
    'that the hub refuses with %s ends the grant, and the account says why',
    async (code, why) => {
      answers.push(refuse(code));
      expect(await connect.getAccessToken(accountID, 'access-1')).toMatchObject({
        error: { code: 'reconnect_needed' },
      });
      expect(getGrant(accountID)).toMatchObject({ state: 'reconnect', why });
      expect(unwrap(await connectNow())).toBe(accountID);
      expect(getGrant(accountID)).toEqual({
        ...{ state: 'connected', since: clock.now(), memoryOnly: false },
      });
    },
  );

  it('is requested again with the hub’s time when this computer’s clock is wrong', async () => {
    ahead = 24 * hour;
    expect(await connect.getAccessToken(accountID, 'access-1')).toEqual(succeed('access-2'));
    expect(listHubRequests('/team/broker/token')).toHaveLength(2);
  });

  it('of another user ends the grant', async () => {
    userID = '8';
    expect(await connect.getAccessToken(accountID, 'access-1')).toMatchObject({
      error: { code: 'reconnect_needed' },
    });
    expect(getGrant(accountID)).toMatchObject({ state: 'reconnect' });
  });
});

describe('disconnecting with a broker', () => {
  let accountID: AccountID;
  beforeEach(async () => {
    accountID = unwrap(await connectNow());
  });

  it('ends the grant at the hub', async () => {
    expect(await connect.disconnect(accountID)).toMatchObject({ ok: true });
    expect(listHubRequests('/team/broker/disconnect').map(({ body }) => body)).toEqual([
      '{"account":"acc-1"}',
    ]);
    expect(getGrant(accountID)).toMatchObject({ state: 'disconnected' });
    expect(getGrant(accountID)).not.toHaveProperty('notNotified');
  });

  it('is not for members: the account stays as it is', async () => {
    isOwner = false;
    expect(await connect.disconnect(accountID)).toMatchObject({ error: { code: 'owner_only' } });
    expect(await connect.remove(accountID)).toMatchObject({ error: { code: 'owner_only' } });
    expect(connect.listAccounts()[0]).toMatchObject({ team: 'member' });
    expect(getGrant(accountID)).toMatchObject({ state: 'connected' });
    expect(listHubRequests('/team/broker/disconnect')).toEqual([]);
  });

  it.each(['not_owner', 'revoked'] as const)(
    'only leaves the account here when the hub answers %s',
    async (code) => {
      answers.push(refuse(code));
      expect(await connect.disconnect(accountID)).toMatchObject({ ok: true });
      expect(getGrant(accountID)).not.toHaveProperty('notNotified');
    },
  );

  it('says that the hub was not notified, and can be repeated', async () => {
    answers.push(cut);
    expect(await connect.disconnect(accountID)).toMatchObject({
      error: { code: 'hub_unavailable' },
    });
    expect(getGrant(accountID)).toMatchObject({ state: 'disconnected', notNotified: true });
    expect(await connect.disconnect(accountID)).toMatchObject({ ok: true });
    expect(getGrant(accountID)).not.toHaveProperty('notNotified');
  });
});

describe('the accounts of a team', () => {
  const listed = (more: object = {}) => ({
    ...{ account: 'acc-1', profile, userID: '7', userName: 'Ann Lee', email: '', since: 1 },
    ...{ scopes: ['offline_access'], state: 'connected', connectedAt: 1, ...more },
  });
  const list = async (...accounts: readonly object[]) => {
    answers.push(json(200, { accounts }));
    unwrap(await connect.adoptTeamAccounts());
    return connect.listAccounts().map(({ userName, grant }) => [userName, grant.state]);
  };
  const only = (): AccountID => {
    const [accountID] = connect.listAccounts().map((account) => account.accountID);
    if (accountID === undefined) throw new Error('there is no account');
    return accountID;
  };

  it('appear on a member’s desktop, which gets a token when it needs one', async () => {
    isOwner = false;
    expect(await list(listed())).toEqual([['Ann Lee', 'connected']]);
    expect(await connect.getAccessToken(only(), null)).toEqual(succeed('access-1'));
    expect(listHubRequests('/team/broker/token').map(({ body }) => body)).toEqual([
      '{"account":"acc-1","refused":null}',
    ]);
    connect = createTestConnect();
    expect(await list(listed())).toEqual([['Ann Lee', 'connected']]);
    expect(await connect.getAccessToken(only(), null)).toEqual(succeed('access-1'));
  });

  it('are requested from the hub of the membership, whatever address the list names', async () => {
    await list(listed({ profile: { ...profile, broker: 'https://thief.example' } }));
    expect(await connect.getAccessToken(only(), null)).toEqual(succeed('access-1'));
  });

  it('end and begin with the hub’s, and keep what has happened here since', async () => {
    await list(listed());
    expect(await list(listed({ since: 2, state: 'reconnect' }))).toEqual([
      ['Ann Lee', 'reconnect'],
    ]);
    expect(connect.listAccounts()[0]?.grant).toMatchObject({ why: 'owner_needed' });
    expect(await list(listed({ since: 3 }))).toEqual([['Ann Lee', 'connected']]);
    expect(await list(listed({ since: 4, state: 'disconnected' }))).toEqual([
      ['Ann Lee', 'disconnected'],
    ]);
    expect(await list(listed({ since: 5 }))).toEqual([['Ann Lee', 'connected']]);
    userID = '8';
    await connect.getAccessToken(only(), null);
    expect(await list(listed({ since: 5 }))).toEqual([['Ann Lee', 'reconnect']]);
  });

  it('stay until the vault can store their end', async () => {
    await list(listed());
    const { write } = vault;
    const full = fail('disk_full', '');
    Object.assign(vault, { write: () => full });
    expect(connect.removeTeamAccounts()).toEqual(full);
    expect(connect.listAccounts()[0]?.grant.state).toBe('connected');
    Object.assign(vault, { write });
    expect(connect.removeTeamAccounts()).toEqual(succeed({}));
    expect(connect.listAccounts()[0]?.grant.state).toBe('disconnected');
  });

  it('that were disconnected before this desktop joined do not appear', async () => {
    expect(await list(listed({ state: 'disconnected' }))).toEqual([]);
  });

  it('keep the sign-in of a computer that has its own', async () => {
    const { origin } = new URL(hub);
    const { redirectUris } = profile;
    const own = buildProfile({ baseUrl: origin, redirectUris, tokenUrl: `${origin}/oauth2/token` });
    const accountID = unwrap(await connectNow(own));
    await list(listed({ userName: 'Team' }));
    expect(only()).toBe(accountID);
    expect(await connect.getAccessToken(accountID, null)).toEqual(succeed('own'));
  });

  it('rank by their first sign-in at the hub, also one of which this computer has a grant', async () => {
    const ranks = () =>
      connect.listAttachedAccounts().map(({ userName, teamSince }) => [userName, teamSince]);
    await list(listed({ since: 5, connectedAt: 2 }));
    expect(ranks()).toEqual([['Ann Lee', 2]]);
    connect.removeTeamAccounts();

    const { origin } = new URL(hub);
    const { redirectUris } = profile;
    const own = buildProfile({ baseUrl: origin, redirectUris, tokenUrl: `${origin}/oauth2/token` });
    await connectNow(own);
    const rankWith = async (more: object) => {
      await list(listed({ connectedAt: 2, ...more }));
      return connect.listAttachedAccounts()[0]?.teamSince;
    };
    expect(connect.listAttachedAccounts()[0]?.teamSince).toBeUndefined();
    expect(await rankWith({})).toBe(2);
    expect(await rankWith({ since: 6, state: 'reconnect' })).toBeUndefined();
    expect(await rankWith({ since: 7 })).toBe(2);
    connect.removeTeamAccounts();
    expect(connect.listAttachedAccounts()[0]?.teamSince).toBeUndefined();
    expect(announced.at(-1)).toEqual(connect.listAttachedAccounts()[0]);
    expect(await connect.getAccessToken(only(), null)).toEqual(succeed('own'));
  });

  it('are the team’s as soon as they are connected, and stay so when they are connected again', async () => {
    await connectNow();
    expect(connect.listAttachedAccounts()[0]?.teamSince).toBeGreaterThan(1);
    await list(listed({ connectedAt: 1 }));
    expect(connect.listAttachedAccounts()[0]?.teamSince).toBe(1);
    await connectNow();
    expect(connect.listAttachedAccounts()[0]?.teamSince).toBe(1);
  });

  it('without a scope that leads need are marked', async () => {
    const { neededScopes } = getCapabilities(profile);
    const lacks = async (more: object) => {
      await list(listed(more));
      return connect.listAttachedAccounts()[0]?.lacksScopes;
    };
    expect(await lacks({ scopes: neededScopes })).toBe(false);
    expect(await lacks({ since: 2, scopes: neededScopes.slice(1) })).toBe(true);
  });

  it('of a list that comes after the team has ended are not adopted', async () => {
    answers.push((...args) => {
      key = null;
      return json(200, { accounts: [listed()] })(...args);
    });
    unwrap(await connect.adoptTeamAccounts());
    expect(connect.listAccounts()).toEqual([]);
  });

  it('are adopted again after a request that could not be signed', async () => {
    const sound = key;
    const sign = (): never => {
      throw new Error('no key');
    };
    key = { desktop, sign };
    await expect(connect.adoptTeamAccounts()).rejects.toThrow('no key');
    key = sound;
    expect(await list(listed())).toEqual([['Ann Lee', 'connected']]);
  });

  it('are not asked for without a team', async () => {
    key = null;
    unwrap(await connect.adoptTeamAccounts());
    expect(asked).toEqual([]);
  });
});

describe('the broker', () => {
  const broker = (fetch = globalThis.fetch as Parameters<typeof createBroker>[0]['fetch']) =>
    createBroker({ address: hub, signer, fetch, clock });
  const request = { account: 'acc-1', refused: null };
  const codes: Record<BrokerErrorCode, string> = {
    malformed: 'hub_unavailable',
    unsigned: 'hub_unavailable',
    clock: 'hub_unavailable',
    replayed: 'hub_unavailable',
    revoked: 'not_in_team',
    stranger: 'hub_unavailable',
    not_owner: 'owner_needed',
    unknown_account: 'owner_needed',
    unknown_service: 'connect_refused',
    reconnect_needed: 'owner_needed',
    connect_refused: 'connect_refused',
    rate_limited: 'rate_limited',
    forbidden: 'forbidden',
    unexpected_answer: 'unexpected_answer',
    service_unavailable: 'service_unavailable',
    unavailable: 'hub_unavailable',
  };

  it.each(Object.entries(codes) as [BrokerErrorCode, string][])(
    'that refuses with %s is reported as %s',
    async (code, reported) => {
      answers.push(refuse(code, { detail: 'invalid_grant' }));
      expect(await broker().fetchToken(request)).toMatchObject({
        error: { code: reported, detail: 'invalid_grant' },
      });
    },
  );

  it.each<[string, Respond]>([
    ['a page', (_one, response) => void response.end('<html>')],
    ['nothing', (_one, response) => void response.end()],
    ['a refresh token only', json(200, { refreshToken: 'r' })],
    [
      'a token that breaks a header',
      json(200, { account: 'a', accessToken: 'a\nb', expiresIn: 1, scopes: null }),
    ],
    ['an unknown error', json(403, { error: { code: 'other' } })],
    ['a server error', json(500, {})],
    ['a redirect', (_one, response) => void response.writeHead(302, { location: hub }).end()],
    [
      'a success with an error status',
      json(403, { account: 'a', accessToken: 'a', expiresIn: 1, scopes: null }),
    ],
    ['a very long body', (_one, response) => void response.end(`"${'x'.repeat(300_000)}"`)],
    [
      'a cut body',
      (_one, response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('{');
        setImmediate(() => response.destroy());
      },
    ],
  ])('that answers %s is reported as unavailable', async (_what, answer) => {
    answers.push(answer);
    expect(await broker().fetchToken(request)).toMatchObject({
      error: { code: 'hub_unavailable' },
    });
  });

  it('that does not answer in time, or cannot be found, is reported as unavailable', async () => {
    for (const error of [new DOMException('', 'TimeoutError'), new TypeError('fetch failed')])
      expect(await broker(() => Promise.reject(error)).fetchToken(request)).toMatchObject({
        error: { code: 'hub_unavailable' },
      });
  });

  it('that refuses every time is asked twice', async () => {
    const never = refuse('clock', { now: 0 });
    answers.push(never, never);
    expect(await broker().fetchToken(request)).toMatchObject({
      error: { code: 'hub_unavailable', detail: 'clock', status: 401 },
    });
    expect(asked).toHaveLength(2);
  });

  it('lists the accounts of the team', async () => {
    const account = {
      ...{ account: 'acc-1', userID: '7', userName: 'Ann', email: '', scopes: [], since: 1 },
      profile,
      state: 'reconnect',
      connectedAt: 1,
      connectedBy: 'ana',
    };
    answers.push(json(200, { accounts: [account] }));
    expect(await broker().fetchAccounts()).toEqual(succeed({ accounts: [account] }));
    expect(asked.at(-1)).toMatchObject({ method: 'GET', body: '' });
  });
});
