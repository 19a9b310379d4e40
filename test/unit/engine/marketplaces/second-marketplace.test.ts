import { request } from 'undici';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { GenerationName } from '../../../../contract/generations.ts';
import { createOutbox } from '../../../../main/engine/conversation/outbox/outbox.ts';
import {
  createAccountDirectory,
  createRegistry,
} from '../../../../main/engine/accounts/registry.ts';
import {
  allEndpoints,
  findGeneration,
  isStoredOnly,
} from '../../../../main/engine/marketplaces/choose.ts';
import { systemRandom } from '../../../../main/engine/platform/random.ts';
import { createProbes } from '../../../../main/engine/receiver/probes.ts';
import { createReceiver } from '../../../../main/engine/receiver/receiver.ts';
import { inertRegistryParts } from '../support/accounts.ts';
import { testIngest } from '../support/ingest.ts';
import { basic } from '../support/receiver.ts';
import { serveHere } from '../support/serve.ts';
import {
  account,
  accountID,
  newReplyID,
  testClock,
  testLog,
  testSlices,
} from '../support/store.ts';
import { received } from './tiny-marketplace.ts';

// Its entries in the two lists, one for the engine and one for the capabilities.
vi.mock('../../../../main/engine/marketplaces/marketplaces.ts', async (original) => ({
  ...(await original<object>()),
  tinyMarketplace: { tiny: (await import('./tiny-marketplace.ts')).tiny },
}));
vi.mock('../../../../contract/generations.ts', async (original) => {
  const known = await original<{ generationNames: readonly string[] }>();
  return { ...known, generationNames: [...known.generationNames, 'tiny'] };
});

it('a second marketplace needs a folder and its entries: a lead, a message and a reply go through', async () => {
  const name = 'tiny' as GenerationName;
  const clock = testClock();
  const base = testIngest(undefined, clock, name);
  const directory = createAccountDirectory();
  const publish = (): void => undefined;
  const parts = { ...base, publish, random: systemRandom, log: testLog() };
  const outbox = createOutbox({
    ...parts,
    getSender: (id) => directory.find(id)?.sender ?? { canSearch: false, courier: null },
    release: () => true,
    readUndoSeconds: () => 0,
  });
  onTestFinished(outbox.stop);
  const registry = createRegistry({
    ...parts,
    ...inertRegistryParts,
    directory,
    outbox,
    slices: testSlices(clock),
    chooseGeneration: ({ profile }) => findGeneration(profile.interface),
  });
  registry.attach({ ...account, profile: { ...account.profile, interface: name } });
  const receiver = createReceiver({
    ...parts,
    endpoints: allEndpoints,
    openServer: serveHere(clock),
    probes: createProbes(systemRandom),
  });
  onTestFinished(receiver.stop);
  const started = await receiver.start();
  if (!started.ok) throw new Error(started.error.message);
  const post = async (body: object): Promise<void> => {
    const { statusCode } = await request(`http://127.0.0.1:${started.value.port}/tiny/path`, {
      method: 'POST',
      headers: { authorization: basic('tiny:tiny'), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(statusCode).toBe(204);
  };

  await post({ job: 'j1', from: 'Ana', trade: 'Roofing', wish: 'Fix the roof' });
  await post({ job: 'j1', letter: 'l1', from: 'Ana', words: 'Are you there?' });
  await vi.waitFor(() => expect(base.thread(base.lead())).toHaveLength(1));
  expect(base.lead()).toMatchObject({ accountID, customerName: 'Ana', category: 'Roofing' });
  expect(base.thread(base.lead())[0]).toMatchObject({ side: 'customer', text: 'Are you there?' });

  expect(outbox.send(base.lead().leadID, newReplyID(), 'Yes').ok).toBe(true);
  await vi.waitFor(() => {
    clock.advance(1_000);
    expect(received).toEqual(['j1: Yes']);
  });
  expect([isStoredOnly('Bill'), isStoredOnly('Job')]).toEqual([true, false]);
});
