/** The sandbox rejects DNS rebinding and requests of other pages. */
import { createConnection } from 'node:net';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { sendRequest, openMarketplace, type Marketplace } from './marketplace.ts';

/** Sends a request with exactly these headers and returns the status. */
async function fetchStatus(market: Marketplace, line: string, headers: readonly string[]) {
  const { hostname, port } = new URL(market.ready.baseUrl);
  const socket = createConnection(Number(port), hostname);
  socket.end([line, ...headers, 'connection: close', '', ''].join('\r\n'));
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await once(socket, 'close');
  return Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]);
}

const paths = ['/sandbox/stats', '/oauth2/auth', '/api/v4/businesses', '/no-such-path'];

describe('A request', () => {
  test.each(paths)('to %s with another or no Host is rejected', async (path) => {
    const market = await openMarketplace({ secret: 'of this start' });
    const { port } = new URL(market.ready.baseUrl);
    const authorization = `authorization: Bearer ${market.ready.control.token}`;
    for (const host of [`evil.example:${port}`, `localhost:${port}`, '127.0.0.1', `127.0.0.1:1`])
      expect(
        await fetchStatus(market, `GET ${path} HTTP/1.1`, [`host: ${host}`, authorization]),
      ).toBe(421);
    expect(await fetchStatus(market, `GET ${path} HTTP/1.0`, [authorization])).toBe(421);
  });

  test('through a proxy at another port is served, but not with a secret', async () => {
    const status = async (options: { secret?: string }) => {
      const market = await openMarketplace(options);
      const authorization = `authorization: Bearer ${market.ready.control.token}`;
      return fetchStatus(market, 'GET /sandbox/stats HTTP/1.1', [
        'host: 127.0.0.1:1',
        authorization,
      ]);
    };
    expect(await status({})).toBe(200);
    expect(await status({ secret: 'of this start' })).toBe(421);
  });

  test.each(['http://evil.example', 'null', 'http://127.0.0.1:1', 'https://127.0.0.1'])(
    'of a page at %s is rejected, even with the right Host and token',
    async (origin) => {
      const market = await openMarketplace();
      const headers = { origin, authorization: `Bearer ${market.ready.control.token}` };
      for (const path of paths) {
        const answer = await sendRequest(market.ready.baseUrl + path, { headers });
        expect(answer.status).toBe(403);
        expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      }
      const reset = { headers, json: {} };
      expect((await sendRequest(`${market.ready.control.url}/reset`, reset)).status).toBe(403);
    },
  );

  test('of the consent page is accepted, with the origin that browsers send', async () => {
    const market = await openMarketplace();
    const page = await sendRequest(market.consentURL());
    expect(page.headers['referrer-policy']).toBe('same-origin');
    const sent = await sendRequest(market.consentURL(), {
      form: { decision: 'allow' },
      headers: { origin: market.ready.baseUrl },
    });
    expect(sent.status).toBe(302);
  });

  test('that is rejected is not counted and consumes no fault', async () => {
    const market = await openMarketplace();
    await market.control('POST', '/faults', { status: 503 });
    const headers = { origin: 'http://evil.example' };
    await sendRequest(`${market.ready.baseUrl}/api/v4/businesses`, { headers });
    expect(await market.control('GET', '/stats')).toMatchObject({ requests: { total: 0 } });
    expect((await sendRequest(`${market.ready.baseUrl}/api/v4/businesses`)).status).toBe(503);
  });
});
