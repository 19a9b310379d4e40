/** Time until an engine that was killed while working is ready again, next to a clean start. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { openBacklog } from '../backlog.ts';
import type { Context, Figure } from '../figure.ts';
import { median, sleep } from '../measure.ts';
import { createResult, valueAtMost, type Result } from '../report.ts';
import { copyStore, dispose } from '../seed.ts';

const runs = 3;
const deliveries = 2_000;

const program = join(import.meta.dirname, '../open-once.ts');

/** Opens the store in a new process; returns the milliseconds until the engine is ready. */
const open = async (folder: string): Promise<number> => {
  const child = fork(program, [folder], { execArgv: [] });
  const ended = once(child, 'exit');
  const [took] = (await once(child, 'message')) as [number];
  await ended;
  return took;
};

/** A store whose engine was killed while it applied deliveries, with a full write-ahead log. */
const createKilledStore = async (store: string): Promise<string> => {
  const backlog = await openBacklog(store, 0, deliveries);
  backlog.put();
  backlog.begin();
  await sleep(300);
  await backlog.engine.kill();
  return backlog.folder;
};

const measure = async ({ size, store }: Context): Promise<readonly Result[]> => {
  const clean: number[] = [];
  const killed: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const copy = copyStore(store);
    clean.push(await open(copy));
    dispose(copy);
    const folder = await createKilledStore(store);
    killed.push(await open(folder));
    dispose(folder);
  }
  return [
    createResult({
      figure: 'opening after a crash (floor: after a clean end)',
      size,
      value: median(killed),
      unit: 'ms',
      floor: median(clean),
      goal: valueAtMost(100),
    }),
  ];
};

export const opening: Figure = { name: 'opening', measure };
