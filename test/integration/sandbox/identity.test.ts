/** Sign-in and id_tokens, as in production. */
import * as oauth from 'oauth4webapi';
import { describe, expect, test } from 'vitest';
import { openMarketplace, type Marketplace, type Tokens } from './marketplace.ts';

interface Person {
  readonly userID: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly businessIDs: readonly string[];
}

type WithIdentity = Tokens & { readonly id_token?: string };

const parseClaims = ({ id_token: token = '' }: WithIdentity) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as object;

async function listPeople(market: Marketplace): Promise<readonly [Person, Person]> {
  const { data } = (await market.control('GET', '/users')) as { data: [Person, Person] };
  return data;
}

describe('A client that also requests “openid email profile”', () => {
  const listScopes = (market: Marketplace) => ['openid email profile', ...market.ready.v4.scopes];

  test('gets an id_token for a code and for each refresh', async () => {
    const market = await openMarketplace();
    const [user] = await listPeople(market);
    const scope = listScopes(market).join(' ');
    const first: WithIdentity = await market.connect({ scope });
    const second = (await market.refresh(first.refresh_token)).json as WithIdentity;
    expect(second.id_token).not.toBe(first.id_token);
    for (const tokens of [first, second]) {
      expect(tokens.scope).toBe(scope);
      expect(parseClaims(tokens)).toMatchObject({
        iss: `${market.ready.baseUrl}/`,
        aud: market.ready.v4.clientId,
        sub: user.userID,
        email: user.email,
        given_name: user.firstName,
        family_name: user.lastName,
      });
      expect((await market.call(tokens, 'GET', '/v4/users/self')).status).toBe(200);
    }
  });

  test('can validate it as any OpenID client does: by discovery, key, nonce and user', async () => {
    const market = await openMarketplace();
    const [user, coOwner] = await listPeople(market);
    const { v4, baseUrl } = market.ready;
    const insecure = { [oauth.allowInsecureRequests]: true };
    const issuer = new URL(baseUrl);
    const server = await oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, insecure),
    );
    expect(server).toMatchObject({
      authorization_endpoint: v4.authorizeUrl,
      token_endpoint: v4.tokenUrl,
    });
    const client = { client_id: v4.clientId };
    const auth = oauth.ClientSecretBasic(v4.clientSecret);
    const [nonce, verifier] = [oauth.generateRandomNonce(), oauth.generateRandomCodeVerifier()];
    const state = oauth.generateRandomState();
    const back = await market.consent({
      scope: listScopes(market).join(' '),
      state,
      nonce,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      login_hint: coOwner.email,
    });
    const exchanged = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      auth,
      oauth.validateAuthResponse(server, client, back, state),
      market.redirectURI,
      verifier,
      insecure,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, exchanged, {
      expectedNonce: nonce,
      requireIdToken: true,
    });
    await oauth.validateApplicationLevelSignature(server, exchanged, insecure);
    expect(oauth.getValidatedIdTokenClaims(tokens)).toMatchObject({ sub: coOwner.userID, nonce });

    const again = await oauth.refreshTokenGrantRequest(
      server,
      client,
      auth,
      tokens.refresh_token ?? '',
      insecure,
    );
    const refreshed = await oauth.processRefreshTokenResponse(server, client, again);
    await oauth.validateApplicationLevelSignature(server, again, insecure);
    const { sub, nonce: repeated } = oauth.getValidatedIdTokenClaims(refreshed) ?? {};
    expect([sub, repeated]).toEqual([coOwner.userID, undefined]);
    expect(sub).not.toBe(user.userID);
  });

  test('gets only the requested claims, and none without openid', async () => {
    const market = await openMarketplace();
    const plain: WithIdentity = await market.connect({ scope: 'offline_access email profile' });
    expect(plain).not.toHaveProperty('id_token');
    const bare = parseClaims(await market.connect({ scope: 'openid' }));
    expect(bare).not.toHaveProperty('email');
    expect(bare).not.toHaveProperty('given_name');
  });
});

test('The error names a forbidden scope among allowed ones', async () => {
  const market = await openMarketplace();
  const to = await market.consent({ scope: 'openid supply::users.read supply::everything' });
  expect(to.searchParams.get('error')).toBe('invalid_scope');
  expect(to.searchParams.get('error_description')).toContain('supply::everything');
});

test('A client_credentials request is an unauthorized_client error', async () => {
  const market = await openMarketplace();
  const answer = await market.token({ grant_type: 'client_credentials' });
  expect(answer.status).toBe(400);
  expect(answer.json).toMatchObject({ error: 'unauthorized_client' });
});

describe('Two sign-ins that own the same business', () => {
  /** The professional, and the co-owner by login_hint. */
  async function openBoth() {
    const market = await openMarketplace();
    const [user, coOwner] = await listPeople(market);
    const first = await market.connect();
    const second = await market.connect({ login_hint: coOwner.email });
    return { market, user, coOwner, first, second };
  }
  const listIDs = async (market: Marketplace, tokens: Tokens) =>
    (
      (await market.call(tokens, 'GET', '/v4/businesses')).json as {
        data: { businessID: string }[];
      }
    ).data.map(({ businessID }) => businessID);

  test('a login_hint signs in that user, and the first user stays connected', async () => {
    const { market, user, coOwner, first, second } = await openBoth();
    const { businessIDs, ...self } = coOwner;
    expect((await market.call(second, 'GET', '/v4/users/self')).json).toEqual(self);
    expect((await market.call(first, 'GET', '/v4/users/self')).json).toMatchObject({
      userID: user.userID,
    });
    expect(businessIDs).toEqual([market.business]);
  });

  test('the professional signs in without a login_hint or with an unknown one', async () => {
    const market = await openMarketplace();
    for (const login_hint of [undefined, 'nobody@example.com']) {
      const tokens = await market.connect({ login_hint });
      expect((await market.call(tokens, 'GET', '/v4/users/self')).json).toMatchObject(
        market.ready.user,
      );
    }
  });

  test('both can read the shared business, and neither can read what only the other owns', async () => {
    const { market, first, second } = await openBoth();
    expect(await listIDs(market, first)).toEqual(
      market.ready.businesses.map(({ businessID }) => businessID),
    );
    expect(await listIDs(market, second)).toEqual([market.business]);
    const ask = async (businessID: string) =>
      ((await market.control('POST', '/leads', { businessID })) as { negotiationID: string })
        .negotiationID;
    const shared = `/v4/negotiations/${await ask(market.business)}`;
    const other = `/v4/negotiations/${await ask(market.ready.businesses[1]?.businessID ?? '')}`;
    const status = async (tokens: Tokens, path: string) =>
      (await market.call(tokens, 'GET', path)).status;
    expect([await status(first, shared), await status(second, shared)]).toEqual([200, 200]);
    expect([await status(first, other), await status(second, other)]).toEqual([200, 403]);
    expect(await status(second, `/v4/businesses/${market.business}/webhooks`)).toBe(200);
  });

  test('revoking one’s tokens keeps the other’s', async () => {
    const { market, coOwner, first, second } = await openBoth();
    await market.control('POST', '/tokens/revoke', { userID: coOwner.userID });
    expect((await market.call(second, 'GET', '/v4/users/self')).status).toBe(401);
    expect((await market.call(first, 'GET', '/v4/users/self')).status).toBe(200);
  });

  test('each has a separate consent', async () => {
    const { market, coOwner } = await openBoth();
    const scope = 'supply::users.read';
    const login_hint = coOwner.email;
    await market.connect({ login_hint, scope });
    const both = `${scope} supply::businesses.list`;
    expect((await market.connect({ login_hint, scope: both, prompt: 'login' })).scope).toBe(scope);
    expect((await market.connect({ scope: both, prompt: 'login' })).scope).toBe(both);
  });
});
