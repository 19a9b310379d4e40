import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { succeed } from '../../../../../../../contract/errors.ts';
import type { MessageQuery } from '../../../../../../../main/engine/marketplaces/pro-integration/v4/service/thread.ts';
import { fetchThreadPages } from '../../../../../../../main/engine/marketplaces/pro-integration/v4/service/thread.ts';
import { message } from '../../../../support/records.ts';
import { noon } from '../../../../support/store.ts';

type Service = {
  readonly order: 'newest' | 'oldest';
  /** Milliseconds; the service rounds limits down to a multiple. */
  readonly resolution: number;
  /** True if a message sent exactly at a limit is returned. */
  readonly inclusive: boolean;
};

/** Reads a conversation whose messages were sent at `times`; returns their IDs as read. */
const read = async (
  times: readonly number[],
  { order, resolution, inclusive }: Service,
): Promise<{ readonly ids: readonly string[]; readonly requests: number }> => {
  let requests = 0;
  const rounded = (limit: number): number => limit - (limit % resolution);
  const sign = order === 'newest' ? -1 : 1;
  const sent = times
    .map((at, n) => ({ at, record: message(`m${n}`, 'n1', 'Customer', 'Hi', at) }))
    .sort((a, b) => sign * (a.at - b.at));
  const fetchMessagePage = (_id: string, { limit, sentAfter, sentBefore }: MessageQuery) => {
    requests += 1;
    const isWithin = (at: number): boolean => {
      const after = sentAfter === undefined ? -Infinity : rounded(sentAfter);
      const before = sentBefore === undefined ? Infinity : rounded(sentBefore);
      return inclusive ? at >= after && at <= before : at > after && at < before;
    };
    const records = sent
      .filter(({ at }) => isWithin(at))
      .slice(0, limit)
      .map(({ record }) => record);
    return Promise.resolve(succeed({ records, limit, next: null }));
  };
  const ids: string[] = [];
  for await (const page of fetchThreadPages({ fetchMessagePage }, 'n1', null, 'background')) {
    if (!page.ok) throw new Error(page.error.message);
    ids.push(
      ...page.value.map((record) => String((record as Record<string, unknown>)['messageID'])),
    );
    if (requests > 1_000) throw new Error('the conversation is read forever');
  }
  return { ids, requests };
};

const all = (count: number): readonly string[] => Array.from({ length: count }, (_, n) => `m${n}`);

const services = fc.record<Service>({
  order: fc.constantFrom('newest', 'oldest'),
  resolution: fc.constantFrom(1, 1_000),
  inclusive: fc.boolean(),
});

describe('a conversation', () => {
  it.each(['newest', 'oldest'] as const)(
    'with more than twenty messages in a second is read completely, %s first',
    async (order) => {
      const times = Array.from({ length: 65 }, (_, n) => noon + n * 15);
      const { ids } = await read(times, { order, resolution: 1, inclusive: false });
      expect([...ids].sort()).toEqual([...all(65)].sort());
    },
  );

  it('is read past a second that the service cannot divide', async () => {
    const times = [
      ...Array.from({ length: 30 }, (_, n) => noon - (n + 1) * 60_000),
      ...Array.from({ length: 30 }, (_, n) => noon + n),
    ];
    const { ids, requests } = await read(times, {
      order: 'newest',
      resolution: 1_000,
      inclusive: false,
    });
    expect(ids).toEqual(expect.arrayContaining([...all(30)]));
    expect(requests).toBeLessThan(15);
  });

  it('is read completely, each message once, wherever its bursts are and whatever limits mean', async () => {
    await fc.assert(
      fc.asyncProperty(
        services,
        fc.array(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 1, max: 19 })), {
          maxLength: 12,
        }),
        fc.integer({ min: 1, max: 90 }),
        async (service, bursts, apart) => {
          // A second that the service cannot divide has no more messages than fit on a page.
          const perSecond = new Map<number, number>();
          const step = service.resolution === 1 ? apart : 40;
          const times = bursts.flatMap(([start, count]) => {
            const before = perSecond.get(start) ?? 0;
            const here = service.resolution === 1 ? count : Math.min(count, 19 - before);
            perSecond.set(start, before + here);
            return Array.from(
              { length: here },
              (_, n) => noon + start * 1_000 + (((before + n) * step) % 1_000),
            );
          });
          const { ids } = await read(times, service);
          expect([...ids].sort()).toEqual([...all(times.length)].sort());
        },
      ),
      { numRuns: 300 },
    );
  });
});
