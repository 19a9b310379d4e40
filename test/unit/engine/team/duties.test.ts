/** A duty has one holder at a time, whatever fails, sleeps or loses its answers. */
import { setImmediate as immediate } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Clock } from '../../../../main/clock/clock.ts';
import { wantDuty } from '../../../../main/engine/team/duties.ts';
import type { TeamLog } from '../../../../main/engine/team/log/team-log.ts';
import { memoryServer } from '../../../team/memory-log.ts';
import { testClock } from '../support/store.ts';

const subject = 'duty.poll.account';

/** A clock of a computer that can sleep: its steady clock stops, and timers fire after it woke. */
const sleepyClock = (base: Clock) => {
  let slept = 0;
  let sleepsSince: number | null = null;
  let late: (() => void)[] = [];
  const clock: Clock = {
    now: base.now,
    steady: () => (sleepsSince ?? base.steady()) - slept,
    after: (ms, work) => {
      const fire = (): void => void (sleepsSince === null ? work() : late.push(fire));
      const cancel = base.after(ms, fire);
      return () => {
        cancel();
        late = late.filter((each) => each !== fire);
      };
    },
  };
  return {
    clock,
    sleep: () => (sleepsSince ??= base.steady()),
    wake: () => {
      if (sleepsSince === null) return;
      slept += base.steady() - sleepsSince;
      sleepsSince = null;
      for (const fire of late.splice(0)) fire();
    },
  };
};

const team = (size: number) => {
  const time = testClock();
  const server = memoryServer({ clock: time });
  let proofs = 0;
  const desktops = Array.from({ length: size }, (_each, at) => {
    const { clock, sleep, wake } = sleepyClock(time);
    const log = server.connect();
    const changes: boolean[] = [];
    const join = (teamLog: TeamLog = log) =>
      wantDuty({
        teamLog,
        clock,
        chance: () => (at + 1) / (size + 1),
        subject,
        createProof: () => new TextEncoder().encode(`desktop ${at} attempt ${(proofs += 1)}`),
        onChange: (isHeld) => changes.push(isHeld),
      });
    return { duty: join(), sleep, wake, changes, log };
  });
  const pass = async (ms: number, check = (): void => {}): Promise<void> => {
    for (let left = ms; left > 0; left -= 500) {
      time.advance(Math.min(left, 500));
      await immediate();
      await immediate();
      check();
    }
  };
  const holders = (): { at: number; fence: number }[] =>
    desktops.flatMap(({ duty }, at) => {
      const fence = duty.getFence();
      return fence === null ? [] : [{ at, fence }];
    });
  return { server, desktops, pass, holders };
};

it('one desktop holds a duty and renews it with higher fencing numbers', async () => {
  const { desktops, pass, holders } = team(3);
  await pass(1000);
  const [first] = holders();
  await pass(300_000, () => expect(holders().map(({ at }) => at)).toEqual([first?.at]));
  expect(holders()[0]?.fence).toBeGreaterThan(first?.fence ?? 0);
  expect(desktops.map(({ changes }) => changes).toSorted()).toEqual([[], [], [true]]);
});

it('another desktop takes over once the lease of a lost holder has ended', async () => {
  const { desktops, pass, holders } = team(2);
  await pass(1000);
  const lost = holders()[0]?.at ?? -1;
  await desktops[lost]?.log.close();
  await pass(29_000, () => expect(holders().filter(({ at }) => at !== lost)).toEqual([]));
  expect(holders()).toEqual([]);
  await pass(15_000);
  expect(holders().map(({ at }) => at)).toEqual([1 - lost]);
  expect(desktops[lost]?.changes).toEqual([true, false]);
});

it('a desktop that stops releases the duty at once', async () => {
  const { desktops, pass, holders } = team(2);
  await pass(1000);
  const [before] = holders();
  await desktops[before?.at ?? -1]?.duty.stop();
  expect(holders()).toEqual([]);
  await pass(13_000);
  expect(holders().map(({ at }) => at)).toEqual([1 - (before?.at ?? 0)]);
  expect(holders()[0]?.fence).toBeGreaterThan(before?.fence ?? 0);
});

it('a desktop that slept no longer holds the duty, before its first timer', async () => {
  const { desktops, pass, holders } = team(2);
  await pass(1000);
  const asleep = holders()[0]?.at ?? -1;
  desktops[asleep]?.sleep();
  await pass(3_600_000);
  expect(desktops[asleep]?.duty.getFence()).toBeNull();
  expect(holders().map(({ at }) => at)).toEqual([1 - asleep]);
});

it('a lost answer costs nobody the duty', async () => {
  const { server, pass, holders } = team(1);
  await pass(1000);
  server.loseAnswers(1);
  await pass(60_000, () => expect(holders()).toHaveLength(1));
});

const event = fc.record({
  kind: fc.constantFrom('stop', 'start', 'lose', 'sleep', 'wake', 'pass'),
  desktop: fc.nat(2),
  ms: fc.integer({ min: 500, max: 40_000 }),
});

it('never do two desktops hold a duty, and its fencing numbers never go back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 25 }), async (events) => {
      const { server, desktops, pass, holders } = team(3);
      let highest = 0;
      let holder = -1;
      const check = (): void => {
        const all = holders();
        expect(all.length).toBeLessThanOrEqual(1);
        for (const { at, fence } of all) {
          if (at !== holder) expect(fence).toBeGreaterThan(highest);
          [holder, highest] = [at, Math.max(highest, fence)];
        }
      };
      for (const { kind, desktop, ms } of events) {
        if (kind === 'stop') server.stop();
        if (kind === 'start') server.start();
        if (kind === 'lose') server.loseAnswers(2);
        if (kind === 'sleep') desktops[desktop]?.sleep();
        if (kind === 'wake') desktops[desktop]?.wake();
        check();
        await pass(ms, check);
      }
      server.start();
      for (const { wake } of desktops) wake();
      await pass(60_000, check);
      expect(holders()).toHaveLength(1);
    }),
    { numRuns: 60 },
  );
});
