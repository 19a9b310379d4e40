import { once } from 'node:events';
import { createServer as createHttp, type RequestListener } from 'node:http';
import { createServer as createTcp, type AddressInfo, type Server } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemRandom } from '../../../../main/engine/platform/random.ts';
import { createProbes } from '../../../../main/engine/receiver/probes.ts';
import { allEndpoints } from '../../../../main/engine/marketplaces/choose.ts';
import { createReceiver } from '../../../../main/engine/receiver/receiver.ts';
import { makeRoundTrip } from '../../../../main/engine/tunnel/round-trip.ts';
import { testIngest } from '../support/ingest.ts';
import { serveHere } from '../support/serve.ts';
import { noon, testClock, testLog } from '../support/store.ts';

const listen = async (server: Server): Promise<string> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
};
const serve = (listener: RequestListener): Promise<string> => listen(createHttp(listener));

/** Test events that report whether one is still expected. */
const testProbes = () => {
  const probes = createProbes(systemRandom);
  const paths: string[] = [];
  return {
    ...probes,
    expect: () => {
      const expected = probes.expect();
      paths.push(expected.path);
      return expected;
    },
    isWaiting: () => paths.length === 0 || paths.some((path) => probes.find(path) !== null),
  };
};

const startReceiver = async () => {
  const probes = testProbes();
  const bench = testIngest();
  const receiver = createReceiver({
    ...bench,
    endpoints: allEndpoints,
    log: testLog(),
    publish: () => undefined,
    openServer: serveHere(bench.clock),
    probes,
  });
  await receiver.start();
  onTestFinished(() => receiver.stop());
  return { probes, address: receiver.getAddress() ?? '' };
};

describe('a test event', () => {
  it('that reaches our receiver arrives with its duration, even if the clock changes', async () => {
    const { probes, address } = await startReceiver();
    const clock = testClock();
    const slow = await serve((request, answer) => {
      clock.advance(240);
      clock.set(noon - 24 * 60 * 60_000);
      void fetch(`${address}${request.url}`, {
        method: 'POST',
        headers: {
          authorization: request.headers.authorization ?? '',
          'content-type': 'application/json',
        },
        body: '{}',
      }).then((passed) => answer.writeHead(passed.status).end());
    });
    expect(await makeRoundTrip({ testEvents: probes, clock }, `http://${slow}`)).toEqual({
      outcome: 'arrived',
      at: clock.now(),
      ms: 240,
    });
    expect(probes.isWaiting()).toBe(false);
  });

  it('that reaches another installation is reported as such', async () => {
    const other = await startReceiver();
    const probes = createProbes(systemRandom);
    const made = await makeRoundTrip({ testEvents: probes, clock: testClock() }, other.address);
    expect(made).toMatchObject({ why: 'other_installation', status: 404 });
  });

  it('that our receiver refuses reports what the proxy changed', async () => {
    const { probes, address } = await startReceiver();
    const behind = async (
      passed: (url: string) => string,
      keepsCredentials: boolean,
    ): Promise<unknown> => {
      const server = await serve((request, answer) => {
        const headers = {
          'content-type': 'application/json',
          ...(keepsCredentials && { authorization: request.headers.authorization ?? '' }),
        };
        void fetch(address + passed(request.url ?? ''), {
          method: 'POST',
          headers,
          body: '{}',
        }).then((got) => answer.writeHead(got.status, Object.fromEntries(got.headers)).end());
      });
      const made = await makeRoundTrip(
        { testEvents: probes, clock: testClock() },
        `http://${server}/leads`,
      );
      return made.outcome === 'failed' ? made.why : made.outcome;
    };
    expect(await behind((url) => url.replace('/leads', ''), true)).toBe('arrived');
    expect(await behind((url) => url, true)).toBe('arrived');
    expect(await behind((url) => url.replace('/hook', ''), true)).toBe('path_changed');
    expect(await behind((url) => url, false)).toBe('credentials_dropped');
  });

  const findReason = async (address: string, clock = testClock()) => {
    const probes = testProbes();
    const made = await makeRoundTrip({ testEvents: probes, clock }, address);
    expect(probes.isWaiting()).toBe(false);
    return made.outcome === 'failed' ? [made.why, made.status] : made;
  };

  it('that another server answers reports its status and follows no redirect', async () => {
    const elsewhere = await startReceiver();
    const other = await serve((_request, answer) =>
      answer.writeHead(301, { location: elsewhere.address }).end(),
    );
    expect(await findReason(`http://${other}`)).toEqual(['answered_otherwise', 301]);
    const polite = await serve((_request, answer) => answer.writeHead(200).end('ok'));
    expect(await findReason(`http://${polite}`)).toEqual(['answered_otherwise', 200]);
  });

  it('that cannot connect reports the reason', async () => {
    const gone = createTcp();
    const address = await listen(gone);
    await new Promise((done) => gone.close(done));
    expect(await findReason(`http://${address}`)).toEqual(['refused', null]);
    expect(await findReason('https://no-such-name.invalid')).toEqual(['dns', null]);
    const plain = await serve((_request, answer) => answer.end());
    expect(await findReason(`https://${plain}`)).toEqual(['tls', null]);
    const rude = await listen(createTcp((socket) => socket.destroy()));
    expect(await findReason(`http://${rude}`)).toEqual(['cut', null]);
  });

  it('without a response times out after fifteen seconds', async () => {
    const clock = testClock();
    const silent = await serve(() => clock.advance(15_000));
    expect(await findReason(`http://${silent}`, clock)).toEqual(['timeout', null]);
  });
});
