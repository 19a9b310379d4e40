/** Injects the faults of a campaign, one after another. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Chance } from '../faults/chance.ts';

/** Resolves when the fault is over; with false if it is not possible here. */
export type Fault = readonly [name: string, inject: () => Promise<unknown>];

/**
 * Picks every fault once before it repeats one.
 * @returns number of times by fault
 */
export const injectFaults = async ({
  faults,
  minutes,
  chance,
  pauseMs: [least, most],
  say,
}: {
  readonly faults: readonly Fault[];
  readonly minutes: number;
  readonly chance: Chance;
  readonly pauseMs: readonly [number, number];
  readonly say: (line: string) => void;
}): Promise<ReadonlyMap<string, number>> => {
  const injected = new Map(faults.map(([name]) => [name, 0]));
  const end = performance.now() + minutes * 60_000;
  for (let waiting: readonly Fault[] = []; performance.now() < end;) {
    await pause(chance.between(least, most));
    if (waiting.length === 0) waiting = chance.shuffle(faults);
    const [next, ...others] = waiting;
    waiting = others;
    if (next === undefined) break;
    const [name, inject] = next;
    say(name);
    if ((await inject()) === false) say(`${name}: not possible here`);
    else injected.set(name, (injected.get(name) ?? 0) + 1);
  }
  return injected;
};
