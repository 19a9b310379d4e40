/** An account with as many businesses as a sandbox offers. */
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { forkEngine, temporaryFolder } from './support/engine.ts';
import { openMarketplace } from './support/marketplace.ts';

const many = 1_000;
/** Eight times what it takes on a busy computer. */
const withinMs = 300_000;

const median = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? Infinity;

it(
  'an account with a thousand businesses is connected in bounded time, and the window is answered meanwhile',
  async () => {
    const marketplace = await openMarketplace({
      ...{ businesses: many, leads: 200, messages: 2, listNegotiations: true },
    });
    const engine = await forkEngine(marketplace, temporaryFolder());
    const times = { counts: [] as number[], report: [] as number[] };
    const timed = async <T>(into: number[], work: () => Promise<T>): Promise<T> => {
      const began = performance.now();
      const answer = await work();
      into.push(performance.now() - began);
      return answer;
    };
    const report = await engine.until(
      'all is synchronized and registered',
      async () => {
        // The window merges the changes of a tenth of a second.
        await wait(100);
        await timed(times.counts, () => engine.ask('views.counts', {}));
        const { reports } = await timed(times.report, () => engine.ask('connection.report', {}));
        const [first] = reports;
        const active = first?.webhooks.filter(({ state }) => state === 'active').length;
        return first?.backfill.state === 'done' && active === many && first;
      },
      withinMs,
    );
    expect(report.backfill.leads).toBe(200);
    // Each took 100 ms of computing when the businesses were compared with each other.
    expect(median(times.counts)).toBeLessThan(250);
    expect(median(times.report)).toBeLessThan(250);
    const { businesses } = await engine.ask('views.counts', {});
    expect(businesses).toHaveLength(many);
    await marketplace.request('Wilma');
    await engine.until('her request is delivered', () => engine.leadOf('Wilma'));
  },
  withinMs + 60_000,
);
