import { describe, expect, it } from 'vitest';
import type { Clock } from '../../../main/clock/clock.ts';
import { createSchedule } from '../../../main/clock/schedule.ts';
import { createHandClock } from '../connect/support/hand-clock.ts';

/** A schedule with its own clock, and its jobs with the milliseconds when they ran. */
const bench = (around: (clock: Clock) => Clock = (clock) => clock) => {
  const clock = createHandClock(0);
  const failed: string[] = [];
  const done: [string, number][] = [];
  const schedule = createSchedule(around(clock), (error, name) => {
    failed.push(`${name}: ${String(error)}`);
  });
  const job = (name: string) => () => void done.push([name, clock.steady()]);
  return { clock, schedule, failed, done, job };
};

/** A job that runs until the test ends it. */
const createLongJob = () => {
  let begun = 0;
  let end = (): void => undefined;
  const job = (): Promise<void> => {
    begun += 1;
    return new Promise((resolve) => (end = resolve));
  };
  return { job, begun: () => begun, end: () => end() };
};

describe('a schedule', () => {
  it('runs each job once, when it is due', async () => {
    const { clock, schedule, done, job } = bench();
    schedule.in('late', 300, job('late'));
    schedule.in('early', 100, job('early'));
    schedule.at('between', 200, job('between'));
    await clock.advance(1_000);
    expect(done).toEqual([
      ['early', 100],
      ['between', 200],
      ['late', 300],
    ]);
  });

  it('runs a rescheduled job at its latest time only, earlier or later', async () => {
    const { clock, schedule, done, job } = bench();
    schedule.in('later', 100, job('before'));
    schedule.in('later', 500, job('later'));
    schedule.in('sooner', 900, job('before'));
    schedule.in('sooner', 50, job('sooner'));
    expect(schedule.getDueTime('later')).toBe(500);
    await clock.advance(1_000);
    expect(done).toEqual([
      ['sooner', 50],
      ['later', 500],
    ]);
    expect(schedule.getDueTime('later')).toBeNull();
  });

  it('runs a scheduled job at once on request, and not again at its time', async () => {
    const { clock, schedule, done, job } = bench();
    schedule.in('a', 100, job('planned'));
    schedule.now('a', job('now'));
    expect(done).toEqual([['now', 0]]);
    await clock.advance(1_000);
    expect(done).toHaveLength(1);
  });

  it('runs an overdue job at once', async () => {
    const { clock, schedule, done, job } = bench();
    schedule.at('long over', -5_000, job('long over'));
    await clock.advance(0);
    expect(done).toEqual([['long over', 0]]);
  });

  it('never runs a job twice at the same time, and repeats it once for all requests meanwhile', async () => {
    const { clock, schedule } = bench();
    const long = createLongJob();
    schedule.now('a', long.job);
    schedule.now('a', long.job);
    schedule.in('a', 10, long.job);
    schedule.now('a', long.job);
    await clock.advance(1_000);
    expect(long.begun()).toBe(1);
    long.end();
    await clock.advance(0);
    expect(long.begun()).toBe(2);
    long.end();
    await clock.advance(1_000);
    expect(long.begun()).toBe(2);
  });

  it('runs other jobs while a long one runs', async () => {
    const { clock, schedule, done, job } = bench();
    const long = createLongJob();
    schedule.now('long', long.job);
    schedule.in('other', 10, job('other'));
    await clock.advance(20);
    expect(done).toEqual([['other', 10]]);
  });

  it('lets a job reschedule itself and cancel another that is due at the same time', async () => {
    const { clock, schedule, done, job } = bench();
    const tick = (): void => {
      job('tick')();
      schedule.cancel('never');
      schedule.in('tick', 100, tick);
    };
    schedule.in('tick', 100, tick);
    schedule.in('never', 100, job('never'));
    await clock.advance(350);
    expect(done).toEqual([
      ['tick', 100],
      ['tick', 200],
      ['tick', 300],
    ]);
  });

  it('reports the error of a job and continues', async () => {
    const { clock, schedule, failed, done, job } = bench();
    schedule.in('throws', 1, () => {
      throw new Error('one');
    });
    schedule.in('rejects', 1, () => Promise.reject(new Error('two')));
    schedule.in('after', 2, job('after'));
    await clock.advance(10);
    expect(failed).toEqual(['throws: Error: one', 'rejects: Error: two']);
    expect(done).toEqual([['after', 2]]);
    schedule.now('throws', job('again'));
    expect(done).toHaveLength(2);
  });

  it('loses no job when a timer fires too early or is lost', async () => {
    let isLost = false;
    const { clock, schedule, done, job } = bench((hand) => ({
      ...hand,
      after: (ms, work) => (isLost ? () => undefined : hand.after(Math.min(ms, 40), work)),
    }));
    schedule.in('far', 100, job('far'));
    isLost = true;
    schedule.in('near', 10, job('near'));
    isLost = false;
    await clock.advance(1_000);
    expect(done).toEqual([
      ['near', 40],
      ['far', 100],
    ]);
    schedule.in('next', 10, job('next'));
    await clock.advance(10);
    expect(done.at(-1)).toEqual(['next', 1_010]);
  });

  it('runs nothing after it is stopped, not even jobs scheduled by a running one', async () => {
    const { clock, schedule, done, job } = bench();
    const long = createLongJob();
    schedule.now('long', () => long.job().then(() => schedule.in('after', 1, job('after'))));
    schedule.in('planned', 10, job('planned'));
    schedule.stop();
    schedule.now('late', job('late'));
    long.end();
    await clock.advance(1_000);
    expect(done).toEqual([]);
  });
});
