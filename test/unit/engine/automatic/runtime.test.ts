/** The modules of automatic replies are loaded when they are needed, which changes no reply. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { succeed } from '../../../../contract/errors.ts';
import { createAutomaticReplyRuntime } from '../../../../main/engine/automatic/runtime.ts';
import { createOutbox } from '../../../../main/engine/conversation/outbox/outbox.ts';
import { settle } from '../conversation/outbox/bench.ts';
import { noon, testLog, testSlices } from '../support/store.ts';
import { automaticBench, firstReply } from './bench.ts';

/** The engine stopped while a rule's reply waited, and starts again when it is due. */
const restarted = async (before: (bench: ReturnType<typeof automaticBench>) => void) => {
  const bench = automaticBench();
  await bench.save(firstReply);
  bench.newLead('1');
  await settle();
  expect(bench.messagesOf()).toHaveLength(1);
  bench.stop();
  before(bench);
  const { store, clock, publish, posted } = bench;
  clock.advance(60_000);
  const automatic = createAutomaticReplyRuntime({
    ...{ store, clock, publish, slices: testSlices(clock), log: testLog(), alone: false },
    pump: () => outbox.pump(),
    readUndoSeconds: () => 5,
    getTeam: () => null,
    mayChange: () => true,
  });
  const outbox = createOutbox({
    ...{ store, clock, publish, log: testLog(), readUndoSeconds: () => 5 },
    random: { fraction: () => 0.5, bytes: (count) => Buffer.alloc(count) },
    release: automatic.release,
    getSender: () => ({
      canSearch: true,
      courier: {
        deliver: async ({ text }) => {
          posted.push(text);
          return succeed({ messageID: 'sent', sentAt: noon });
        },
        find: async () => succeed(null),
        pausedUntil: () => null,
      },
    }),
  });
  onTestFinished(() => {
    automatic.stop();
    outbox.stop();
  });
  return { ...bench, automatic };
};

it('a reply of a rule that is due before they are loaded leaves a moment later', async () => {
  const bench = await restarted(() => undefined);
  expect(bench.posted).toEqual([]);
  await vi.dynamicImportSettled();
  await bench.pass(2_000);
  expect(bench.posted).toEqual(['Hi Maria, we got your request.']);
});

it('a reply of a rule that was switched off never leaves, and the lead says why', async () => {
  const bench = await restarted(({ store }) =>
    store.db.exec('UPDATE automatic_rules SET is_on = 0'),
  );
  await vi.dynamicImportSettled();
  await bench.pass(2_000);
  expect(bench.posted).toEqual([]);
  expect(bench.unsent()).toEqual(['off']);
});
