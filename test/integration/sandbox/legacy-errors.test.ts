import { describe, expect, test } from 'vitest';
import {
  createLead,
  buildMessagePath,
  createPartner,
  type LegacyPartner,
} from './legacy-partner.ts';
import {
  formatBasic,
  sendRequest,
  openMarketplace,
  type Answer,
  type Marketplace,
} from './marketplace.ts';

const hours = 3600;
const codeGrant = {
  grant_type: 'authorization_code',
  code: 'x',
  redirect_uri: 'http://127.0.0.1:47813/callback',
  token_type: 'AUTH_CODE',
};
const refreshGrant = { grant_type: 'refresh_token', refresh_token: 'x', token_type: 'REFRESH' };

interface Scene {
  readonly market: Marketplace;
  readonly partner: LegacyPartner;
  readonly tester: LegacyPartner;
}
type Case = [status: number, error: string, what: string, ask: (scene: Scene) => Promise<Answer>];

/** A token request with the regular client's credentials; `changes` sets or removes parameters. */
const token =
  (parameters: object, changes: Readonly<Record<string, string | undefined>> = {}) =>
  ({ market }: Scene) =>
    market.legacyToken({ ...parameters, ...changes });
const tokenAs =
  (credentials: (ready: Marketplace['ready']) => string) =>
  ({ market }: Scene) =>
    market.legacyToken(codeGrant, credentials(market.ready));

const cases: readonly Case[] = [
  [
    400,
    'INVALID_CLIENT',
    'a wrong secret',
    tokenAs(({ legacy }) => formatBasic(legacy.clientId, 'wrong')),
  ],
  [400, 'INVALID_CLIENT', 'an unknown client ID', tokenAs(() => formatBasic('nobody', 'secret'))],
  [
    400,
    'INVALID_CLIENT',
    'no client ID',
    tokenAs(({ legacy }) => formatBasic('', legacy.clientSecret)),
  ],
  [
    400,
    'INVALID_CLIENT',
    'no credentials',
    ({ market }) => sendRequest(`${market.ready.baseUrl}/v2/tokens/access`, { method: 'POST' }),
  ],
  [
    400,
    'INVALID_CLIENT',
    'client ID and secret in the query string',
    ({ market: { ready } }) =>
      sendRequest(
        `${ready.baseUrl}/v2/tokens/access?client_id=${ready.legacy.clientId}&client_secret=${ready.legacy.clientSecret}`,
        { method: 'POST' },
      ),
  ],
  [
    400,
    'UNAUTHORIZED_CLIENT',
    'a grant type that is not for partners',
    token({ grant_type: 'client_credentials' }),
  ],
  [400, 'INVALID_REQUEST', 'no grant_type', token(codeGrant, { grant_type: undefined })],
  [400, 'INVALID_REQUEST', 'no code', token(codeGrant, { code: undefined })],
  [400, 'INVALID_REQUEST', 'an empty code', token(codeGrant, { code: '' })],
  [400, 'INVALID_REQUEST', 'no redirect_uri', token(codeGrant, { redirect_uri: undefined })],
  [
    400,
    'INVALID_REQUEST',
    'a code without token_type',
    token(codeGrant, { token_type: undefined }),
  ],
  [
    400,
    'INVALID_REQUEST',
    'a code with another token_type',
    token(codeGrant, { token_type: 'REFRESH' }),
  ],
  [400, 'INVALID_REQUEST', 'no refresh_token', token(refreshGrant, { refresh_token: undefined })],
  [
    400,
    'INVALID_REQUEST',
    'a refresh token without token_type',
    token(refreshGrant, { token_type: undefined }),
  ],
  [
    400,
    'INVALID_REQUEST',
    'a refresh token with another token_type',
    token(refreshGrant, { token_type: 'AUTH_CODE' }),
  ],
  [
    400,
    'INVALID_REQUEST',
    'the parameters in the body instead of the query string',
    async ({ market: { ready }, partner }) =>
      sendRequest(`${ready.baseUrl}/v2/tokens/access`, {
        form: { ...codeGrant, code: await partner.code() },
        headers: { authorization: formatBasic(ready.legacy.clientId, ready.legacy.clientSecret) },
      }),
  ],
  [400, 'INVALID_GRANT', 'an invalid code', token(codeGrant)],
  [
    400,
    'INVALID_GRANT',
    'a code that was used',
    async ({ partner }) => {
      const code = await partner.code();
      await partner.exchange(code);
      return partner.exchange(code);
    },
  ],
  [
    400,
    'INVALID_GRANT',
    'a code five minutes old',
    async ({ market, partner }) => {
      const code = await partner.code();
      await market.advance(300);
      return partner.exchange(code);
    },
  ],
  [
    400,
    'INVALID_GRANT',
    'a revoked code',
    async ({ market, partner }) => {
      const code = await partner.code();
      await partner.disconnect(market.business);
      return partner.exchange(code);
    },
  ],
  [
    400,
    'INVALID_GRANT',
    'a code that does not match the redirect address',
    async ({ partner }) =>
      partner.exchange(await partner.code(), { redirect_uri: 'http://127.0.0.1:47813/other' }),
  ],
  [
    400,
    'INVALID_GRANT',
    'the code of another client',
    async ({ partner, tester }) =>
      partner.exchange(await tester.code(), { redirect_uri: codeGrant.redirect_uri }),
  ],
  [400, 'INVALID_GRANT', 'an invalid refresh token', token(refreshGrant)],
  [
    400,
    'INVALID_GRANT',
    'a refresh token 720 hours old',
    async ({ market, partner }) => {
      const pair = await partner.connect();
      await market.advance(720 * hours);
      return partner.refresh(pair);
    },
  ],
  [
    400,
    'INVALID_GRANT',
    'a refresh token used more than ten seconds ago',
    async ({ market, partner }) => {
      const pair = await partner.connect();
      await partner.refresh(pair);
      await market.advance(11);
      return partner.refresh(pair);
    },
  ],
  [
    400,
    'INVALID_GRANT',
    'a refresh token revoked by disconnecting',
    async ({ market, partner }) => {
      const pair = await partner.connect();
      await partner.disconnect(market.business);
      return partner.refresh(pair);
    },
  ],
  [
    400,
    'INVALID_GRANT',
    'a refresh token revoked by the service',
    async ({ market, partner }) => {
      const pair = await partner.connect();
      await market.control('POST', '/tokens/revoke', {});
      return partner.refresh(pair);
    },
  ],
  [
    400,
    'INVALID_GRANT',
    'the refresh token of another client',
    async ({ partner, tester }) => partner.refresh(await tester.connect()),
  ],
  [400, 'UNSUPPORTED_GRANT_TYPE', 'an unknown grant_type', token({ grant_type: 'password' })],
  [
    400,
    'INSUFFICIENT_SCOPE',
    'a code exchanged for more than it carries',
    async ({ partner }) => partner.exchange(await partner.code(), { scope: 'messages payments' }),
  ],
  [
    400,
    'INSUFFICIENT_SCOPE',
    'a refresh that asks for more than the token carries',
    async ({ partner }) => partner.refresh(await partner.connect(), { scope: 'payments' }),
  ],
  [
    401,
    'INVALID_TOKEN',
    'no access token',
    ({ market: { ready } }) => sendRequest(ready.baseUrl + ready.legacy.accountInfoPath),
  ],
  [
    401,
    'INVALID_TOKEN',
    'an unknown access token',
    ({ partner }) => partner.fetchInfo({ access_token: 'x' }),
  ],
  [
    401,
    'INVALID_TOKEN',
    'an access token an hour old',
    async ({ market, partner }) => {
      const pair = await partner.connect();
      await market.advance(3600);
      return partner.fetchInfo(pair);
    },
  ],
  [
    401,
    'INVALID_TOKEN',
    'a refresh token in the place of an access token',
    async ({ partner }) =>
      partner.fetchInfo({ access_token: (await partner.connect()).refresh_token }),
  ],
  [
    403,
    'INSUFFICIENT_SCOPE',
    'a message with the token of another business',
    async ({ market, partner }) => {
      const pair = await partner.connect(market.ready.businesses[1]?.businessID);
      const leadID = await createLead(market);
      return partner.write(pair, buildMessagePath(market.business, leadID), 'Hi');
    },
  ],
];

describe('The OAuth errors of the legacy interface', () => {
  test.each(cases)('%i %s answers %s', async (status, error, _what, ask) => {
    const market = await openMarketplace();
    const [partner, tester] = [createPartner(market), createPartner(market, 'legacyTest')];
    const answer = await ask({ market, partner, tester });
    expect({ status: answer.status, json: answer.json }).toEqual({
      status,
      json: { error, error_description: expect.stringMatching(/./) as string },
    });
  });

  test('a simulated outage answers 503 without an error code', async () => {
    const market = await openMarketplace();
    const partner = createPartner(market);
    const pair = await partner.connect();
    await market.control('POST', '/faults', { match: { path: '/v2/' }, status: 503, times: 2 });
    for (const answer of [await partner.refresh(pair), await partner.fetchInfo(pair)])
      expect({ status: answer.status, text: answer.text }).toEqual({ status: 503, text: '' });
    expect((await partner.refresh(pair)).status).toBe(200);
  });
});
