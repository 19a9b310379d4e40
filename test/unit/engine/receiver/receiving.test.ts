import { expect, it } from 'vitest';
import { allEndpoints } from '../../../../main/engine/marketplaces/choose.ts';
import { systemRandom } from '../../../../main/engine/platform/random.ts';
import { createProbes } from '../../../../main/engine/receiver/probes.ts';
import { createReceiving } from '../../../../main/engine/receiver/receiving.ts';
import { testIngest } from '../support/ingest.ts';
import { testLog } from '../support/store.ts';

it('an engine whose receiver cannot be started goes on without it', async () => {
  const log = testLog();
  const receiving = createReceiving({
    ...testIngest(),
    endpoints: allEndpoints,
    openServer: () => {
      throw new Error('no thread');
    },
    log,
    publish: () => undefined,
    probes: createProbes(systemRandom),
    findLastDeliveryAt: () => null,
    tunnel: {
      getAddress: () => null,
      isUp: () => false,
      isHub: () => false,
      getFailedAt: () => null,
      start: () => Promise.resolve(),
    },
  });
  receiving.start();
  await receiving.waitUntilListening();
  await receiving.stop();
  expect(log.lines).toMatchObject([{ level: 'error', text: 'the receiver does not listen' }]);
});
