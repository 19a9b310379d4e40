/** Clauses of the specification about the legacy interface without another test. */
import { describe, expect, test } from 'vitest';
import { createLead, buildMessagePath, createPartner } from './legacy-partner.ts';
import { sendRequest, openMarketplace, type Answer, type Marketplace } from './marketplace.ts';

describe('The legacy connection page', () => {
  test.each([
    ['scope', 'invalid_scope'],
    ['response_type', 'unsupported_response_type'],
  ])('sends back without %s as %s, with the state', async (name, error) => {
    const market = await openMarketplace();
    const answer = await sendRequest(market.legacyConnectURL({ [name]: undefined, state: 's1' }));
    expect(Object.fromEntries(market.locationOf(answer).searchParams)).toEqual({
      error,
      state: 's1',
    });
  });

  test('says on the page that a client_id is missing', async () => {
    const market = await openMarketplace();
    const answer = await sendRequest(market.legacyConnectURL({ client_id: undefined }));
    expect(answer.status).toBe(400);
    expect(answer.headers['location']).toBeUndefined();
  });
});

type Ask = (market: Marketplace) => Promise<Answer>;

const write =
  (leadOf: (market: Marketplace) => Promise<string>, text: string): Ask =>
  async (market) => {
    const partner = createPartner(market);
    const pair = await partner.connect();
    return partner.write(pair, buildMessagePath(market.business, await leadOf(market)), text);
  };
/** Account info during a simulated fault, for errors that no request can cause. */
const accountInfoDuring =
  (status: number): Ask =>
  async (market) => {
    const partner = createPartner(market);
    const pair = await partner.connect();
    await market.control('POST', '/faults', { match: { path: '/v2/' }, status });
    return partner.fetchInfo(pair);
  };
const unknownLead = async () => '400000000000000000';

describe('The general status codes of the legacy interface:', () => {
  test.each<[number, string, Ask]>([
    [400, 'a message without a text', write(createLead, '')],
    [
      401,
      'a token that is none',
      (market) => createPartner(market).fetchInfo({ access_token: 'x' }),
    ],
    [404, 'a lead that does not exist', write(unknownLead, 'Hi')],
    [409, 'a conflict (asked for as a fault)', accountInfoDuring(409)],
    [500, 'a server problem (asked for as a fault)', accountInfoDuring(500)],
    [503, 'being unavailable (asked for as a fault)', accountInfoDuring(503)],
  ])('%i for %s', async (status, _what, ask) => {
    expect((await ask(await openMarketplace())).status).toBe(status);
  });

  test('429 for too many requests, with Retry-After', async () => {
    const market = await openMarketplace({ rateLimit: 1 });
    const partner = createPartner(market);
    const pair = await partner.connect();
    await partner.fetchInfo(pair);
    const answer = await partner.fetchInfo(pair);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });
});
