/** Accounts of both generations over real HTTP, during and after an outage of their service. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { succeed } from '../../../../../contract/errors.ts';
import { findGeneration } from '../../../../../main/engine/marketplaces/choose.ts';
import type { RunningAccount } from '../../../../../main/engine/accounts/runtime.ts';
import { inertParts } from '../../support/accounts.ts';
import { evenRandom, json } from '../../support/http.ts';
import { testIngest } from '../../support/ingest.ts';
import { account, accountID, testClock, testLog } from '../../support/store.ts';

/** An account whose service breaks off all requests until `end`, as its report shows. */
const duringOutage = async (generation: 'v4' | 'legacy', status: number) => {
  let isDown = true;
  const server = createServer((request, response) => {
    if (isDown) request.socket.destroy();
    else json(response, status, { data: [] });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const clock = testClock();
  const { store, ingest } = testIngest(undefined, clock, generation);
  const { port } = server.address() as AddressInfo;
  const running = findGeneration(generation).open(
    {
      ...account,
      profile: {
        ...account.profile,
        interface: generation,
        baseUrl: `http://127.0.0.1:${port}`,
        ...(generation === 'legacy' && { accountInfoPath: '/info' }),
      },
    },
    {
      ...inertParts,
      store,
      ingest,
      clock,
      random: evenRandom,
      log: testLog(),
      publish: () => undefined,
      token: () => Promise.resolve(succeed('token-1')),
    },
  );
  onTestFinished(async () => {
    await running.close();
    server.closeAllConnections();
    server.close();
  });
  running.sync?.start();
  while (running.report().online) {
    await new Promise((done) => setImmediate(done));
    clock.advance(100);
  }
  return { running, end: () => void (isDown = false) };
};

type Ask = (running: RunningAccount) => unknown;
const reads: readonly ['v4' | 'legacy', string, Ask][] = [
  ['v4', 'a lookup', ({ lookUp }) => lookUp?.({ kind: 'user' })],
  ['v4', 'a review page', ({ service }) => service?.reviews.fetchPage('b1', {})],
  ['v4', 'a phone number list', ({ service }) => service?.getPhoneNumberCalls('b1').list()],
  ['v4', 'a lead', ({ service }) => service?.fetchNegotiation('n1', 'person')],
  ['v4', 'a job status', ({ service }) => service?.reportJobStatus('n1', 'done')],
  ['v4', 'a webhook list', ({ commands }) => commands['webhooks.list']?.({ accountID })],
  ['legacy', 'a lookup', ({ lookUp }) => lookUp?.({ kind: 'accountInfo' })],
];

it.each(reads)(
  'an outage of a %s account ends with an answer to %s',
  async (generation, _of, ask) => {
    const { running, end } = await duringOutage(generation, 200);
    end();
    // The clock stands still, so that synchronization does not ask again.
    await ask(running);
    expect(running.report()).toMatchObject({ online: true, lastFailure: null });
  },
);

it.each([
  [404, true],
  [500, false],
])('an answer with status %i ends an outage: %s', async (status, isOver) => {
  const { running, end } = await duringOutage('v4', status);
  end();
  await running.service?.fetchNegotiation('n1', 'person');
  expect(running.report().online).toBe(isOver);
});
