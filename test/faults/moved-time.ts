/**
 * Preloaded into every program of the campaign (`node --import`). Its time runs faster, so that minutes of
 * waiting take seconds, and its clock can be changed while it runs (SIGUSR2 reloads the offset). It also records
 * the progress of fsync on the WAL, because a power cut loses the rest.
 */
import { open } from 'node:fs/promises';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { readLogState } from './log-state.ts';

const { FAULTS_SPEED, FAULTS_BEGAN, FAULTS_CLOCK, FAULTS_DATABASE, FAULTS_SYNCED } = process.env;
const speed = Number(FAULTS_SPEED);
const began = Number(FAULTS_BEGAN);
const realNow = Date.now;
const toFastTime = (real: number): number => began + (real - began) * speed;

/** Offset of the computer's clock in milliseconds. */
let setBy = 0;
const readClock = (): void => {
  if (FAULTS_CLOCK !== undefined && existsSync(FAULTS_CLOCK))
    setBy = Number(readFileSync(FAULTS_CLOCK, 'utf8'));
};
readClock();
if (isMainThread && FAULTS_CLOCK !== undefined) process.on('SIGUSR2', readClock);

const now = (): number => Math.floor(toFastTime(realNow()) + setBy);
Date.now = now;
globalThis.Date = new Proxy(Date, {
  construct: (real, args: unknown[], made) =>
    Reflect.construct(real, args.length === 0 ? [now()] : args, made) as Date,
});

// Time since the process started ignores clock changes.
const origin = toFastTime(performance.timeOrigin) + setBy;
const realPerformance = performance.now.bind(performance);
Object.defineProperties(performance, {
  timeOrigin: { value: origin },
  now: { value: () => realPerformance() * speed },
});

/** The same timer, accelerated. */
const accelerate = <T extends typeof setTimeout | typeof setInterval>(timer: T): T =>
  new Proxy(timer, {
    apply: (real, self, [work, ms, ...args]: [() => void, number?, ...unknown[]]) =>
      Reflect.apply(real, self, [work, (ms ?? 0) / speed, ...args]) as unknown,
  });
globalThis.setTimeout = accelerate(setTimeout);
globalThis.setInterval = accelerate(setInterval);

if (FAULTS_SYNCED !== undefined && FAULTS_DATABASE !== undefined && isMainThread) {
  const handle = await open('/dev/null');
  const kind = Object.getPrototypeOf(handle) as { datasync: () => Promise<void> };
  await handle.close();
  const { datasync } = kind;
  kind.datasync = async function (this: unknown): Promise<void> {
    // The WAL's length before the sync; the sync may include more.
    const state = readLogState(FAULTS_DATABASE);
    await datasync.call(this as never);
    if (state === null) return;
    // Renamed into place, so that a killed program leaves a complete file.
    writeFileSync(`${FAULTS_SYNCED}.new`, JSON.stringify(state));
    renameSync(`${FAULTS_SYNCED}.new`, FAULTS_SYNCED);
  };
}
