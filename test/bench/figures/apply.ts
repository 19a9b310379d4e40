/**
 * Recorded deliveries become leads and messages after the computer wakes up: throughput next to raw inserts
 * of the same rows, and the longest time without an answer meanwhile.
 */
import { openBacklog } from '../backlog.ts';
import type { Engine } from '../engine.ts';
import type { Context, Figure } from '../figure.ts';
import { sleep } from '../measure.ts';
import { insertRaw } from '../raw-inserts.ts';
import { ratioAtLeast, createResult, valueAtMost, type Result } from '../report.ts';
import { dispose } from '../seed.ts';

const warmUp = 1_000;
const count = 20_000;

const measureThroughput = async ({ size, store }: Context): Promise<Result> => {
  const backlog = await openBacklog(store, warmUp, count);
  backlog.put();
  const began = performance.now();
  backlog.begin();
  await backlog.waitUntilApplied();
  const seconds = (performance.now() - began) / 1_000;
  await backlog.end();
  const rawSeconds = await insertRaw(store, backlog.folder, warmUp, count);
  dispose(backlog.folder);
  return createResult({
    figure: 'deliveries applied, of raw inserts of the same rows',
    size,
    value: count / seconds,
    unit: 'a second',
    floor: count / rawSeconds,
    goal: ratioAtLeast(0.45),
  });
};

/** The longest gap between two answers of an engine that gets a command every other millisecond. */
const findLongestSilence = async (engine: Engine, work: () => Promise<void>): Promise<number> => {
  const { leads } = await engine.ask('leads.list', { view: 'all', limit: 50 });
  const [lead] = leads;
  if (lead === undefined) throw new Error('the seeded store is empty');
  let answeredAt = performance.now();
  let longest = 0;
  let isOver = false;
  const asking: Promise<void>[] = [];
  const ask = async (): Promise<void> => {
    await engine.ask('thread.page', { leadID: lead.leadID, limit: 50 });
    const now = performance.now();
    longest = Math.max(longest, now - answeredAt);
    answeredAt = now;
  };
  const timer = setInterval(() => {
    if (!isOver && asking.length < 100_000) asking.push(ask());
  }, 2);
  await sleep(200);
  longest = 0;
  await work();
  isOver = true;
  clearInterval(timer);
  await Promise.all(asking);
  return longest;
};

const measureSilence = async ({ size, store }: Context): Promise<readonly Result[]> => {
  const backlog = await openBacklog(store, warmUp, count);
  const idle = await findLongestSilence(backlog.engine, () => sleep(2_000));
  backlog.put();
  const began = performance.now();
  const busy = await findLongestSilence(backlog.engine, () => {
    backlog.begin();
    return backlog.waitUntilApplied();
  });
  const seconds = (performance.now() - began) / 1_000;
  await backlog.end();
  dispose(backlog.folder);
  return [
    createResult({
      figure: 'longest silence while 20,000 deliveries are applied (floor: idle)',
      size,
      value: busy,
      unit: 'ms',
      floor: idle,
      goal: valueAtMost(20),
    }),
    createResult({
      figure: 'the same 20,000 applied while commands are asked',
      size,
      value: seconds,
      unit: 's',
    }),
  ];
};

export const apply: Figure = {
  name: 'apply',
  measure: async (context) => [
    await measureThroughput(context),
    ...(await measureSilence(context)),
  ],
};
