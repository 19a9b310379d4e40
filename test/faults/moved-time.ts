/**
 * Loaded before a program of the campaign (`node --import`): its time passes faster, so that minutes of
 * waiting cost seconds, and its clock can be set while it runs (SIGUSR2 has it read how far). It also
 * writes down how much of the database's log the disk has been asked for, which is what a power cut leaves.
 */
import { open } from 'node:fs/promises';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { readLogState } from './log-state.ts';

const { FAULTS_SPEED, FAULTS_BEGAN, FAULTS_CLOCK, FAULTS_DATABASE, FAULTS_SYNCED } = process.env;
const speed = Number(FAULTS_SPEED);
const began = Number(FAULTS_BEGAN);
const realNow = Date.now;
const passed = (real: number): number => began + (real - began) * speed;

/** By how much the computer's clock is set, in milliseconds. */
let setBy = 0;
const readClock = (): void => {
  if (FAULTS_CLOCK !== undefined && existsSync(FAULTS_CLOCK))
    setBy = Number(readFileSync(FAULTS_CLOCK, 'utf8'));
};
readClock();
if (isMainThread && FAULTS_CLOCK !== undefined) process.on('SIGUSR2', readClock);

const now = (): number => Math.floor(passed(realNow()) + setBy);
Date.now = now;
globalThis.Date = new Proxy(Date, {
  construct: (real, given: unknown[], made) =>
    Reflect.construct(real, given.length === 0 ? [now()] : given, made) as Date,
});

// What a process measures from its start does not jump with the clock.
const origin = passed(performance.timeOrigin) + setBy;
const realPerformance = performance.now.bind(performance);
Object.defineProperties(performance, {
  timeOrigin: { value: origin },
  now: { value: () => realPerformance() * speed },
});

/** The same timer, which fires sooner. */
const sooner = <T extends typeof setTimeout | typeof setInterval>(timer: T): T =>
  new Proxy(timer, {
    apply: (real, self, [work, ms, ...given]: [() => void, number?, ...unknown[]]) =>
      Reflect.apply(real, self, [work, (ms ?? 0) / speed, ...given]) as unknown,
  });
globalThis.setTimeout = sooner(setTimeout);
globalThis.setInterval = sooner(setInterval);

if (FAULTS_SYNCED !== undefined && FAULTS_DATABASE !== undefined && isMainThread) {
  const handle = await open('/dev/null');
  const kind = Object.getPrototypeOf(handle) as { datasync: () => Promise<void> };
  await handle.close();
  const { datasync } = kind;
  kind.datasync = async function (this: unknown): Promise<void> {
    // What stands in the log now; more may be on the disk afterwards.
    const state = readLogState(FAULTS_DATABASE);
    await datasync.call(this as never);
    if (state === null) return;
    // A program that is stopped in the middle of writing leaves the last one whole.
    writeFileSync(`${FAULTS_SYNCED}.new`, JSON.stringify(state));
    renameSync(`${FAULTS_SYNCED}.new`, FAULTS_SYNCED);
  };
}
