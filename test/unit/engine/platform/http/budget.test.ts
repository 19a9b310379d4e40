import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createBudget,
  chooseRequestsPerMinute,
  type Urgency,
} from '../../../../../main/engine/platform/http/budget.ts';
import { testClock } from '../../support/store.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('the request budget', () => {
  it('serves the professional first when there is a queue', async () => {
    const clock = testClock();
    const budget = createBudget(clock, 60);
    const order: string[] = [];
    const ask = (urgency: Urgency, name: string) =>
      void budget.acquire(urgency).then(() => order.push(name));
    for (let n = 0; n < 20; n += 1) ask('background', 'poll');
    await settle();
    const atOnce = order.length;
    ask('person', 'reply');
    await settle();
    expect(atOnce).toBe(10);
    expect(order.slice(atOnce)).toEqual(['reply']);
    clock.advance(60_000);
    await settle();
    expect(order).toHaveLength(21);
  });

  it('never allows more than 1.2 times its rate in a minute', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ wait: fc.integer({ min: 0, max: 5_000 }), person: fc.boolean() }), {
          minLength: 50,
          maxLength: 200,
        }),
        async (steps) => {
          const clock = testClock();
          const budget = createBudget(clock, 60);
          const times: number[] = [];
          for (const { wait, person } of steps) {
            void budget
              .acquire(person ? 'person' : 'background')
              .then(() => times.push(clock.now()));
            clock.advance(wait);
            await settle();
          }
          for (const time of times) {
            const minute = times.filter((other) => other >= time && other < time + 60_000);
            expect(minute.length).toBeLessThanOrEqual(72 + 1);
          }
        },
      ),
      { numRuns: 20 },
    );
  });

  it.each(['production', 'staging'] as const)(
    'keeps an account in %s below 360 requests in the first minute',
    async (environment) => {
      const clock = testClock();
      const budget = createBudget(clock, chooseRequestsPerMinute(environment));
      let went = 0;
      for (let n = 0; n < 1_000; n += 1) void budget.acquire('person').then(() => (went += 1));
      clock.advance(59_999);
      await settle();
      expect(went).toBeGreaterThan(300);
      expect(went).toBeLessThan(360);
    },
  );

  it.each([
    ['back', -1],
    ['forward', 1],
  ])('keeps its rate when the clock is set %s by a day', async (_way, sign) => {
    const clock = testClock();
    const budget = createBudget(clock, 60);
    let went = 0;
    for (let n = 0; n < 100; n += 1) void budget.acquire('person').then(() => (went += 1));
    await settle();
    expect(went).toBe(12);
    clock.set(clock.now() + sign * 24 * 60 * 60_000);
    clock.advance(10_000);
    await settle();
    expect(went).toBe(22);
  });

  it('sends nothing during a pause and refuses calls that would wait too long', async () => {
    const clock = testClock();
    const budget = createBudget(clock, 60);
    budget.pause(clock.now() + 2_000);
    let went = false;
    void budget.acquire('person').then(() => (went = true));
    clock.advance(1_999);
    await settle();
    expect(went).toBe(false);
    clock.advance(1);
    await settle();
    expect(went).toBe(true);
    budget.pause(clock.now() + 60_000);
    expect(await budget.acquire('person')).toBe('paused');
    expect(budget.pausedUntil()).toBe(clock.now() + 60_000);
  });
});
