/**
 * Random changes, scrolling, late answers and delayed change events: once everything settles, the loaded rows
 * match the engine's list.
 */
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LeadID } from '../../../../contract/records.ts';
import { createLeads } from '../../../../renderer/leads/leads.ts';
import { listEngine } from '../support/list-engine.ts';

type Event =
  | { readonly what: 'change'; readonly lead: number; readonly at: number; readonly isIn: boolean }
  | { readonly what: 'changeMany'; readonly every: number; readonly at: number }
  | { readonly what: 'notify' }
  | { readonly what: 'see'; readonly first: number }
  | { readonly what: 'move'; readonly by: number }
  | { readonly what: 'answer' }
  | { readonly what: 'wait'; readonly ms: number };

const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constant('change' as const),
      lead: fc.nat({ max: 700 }),
      at: fc.nat({ max: 7_000 }),
      isIn: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('changeMany' as const),
      every: fc.integer({ min: 1, max: 9 }),
      at: fc.nat({ max: 7_000 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('notify' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constant('see' as const), first: fc.nat({ max: 650 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('move' as const),
      by: fc.constantFrom(1, 1, -1, 12, -12, 1_000, -1_000),
    }),
  },
  { weight: 8, arbitrary: fc.record({ what: fc.constant('answer' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('wait' as const),
      ms: fc.constantFrom(1, 100, 1_500),
    }),
  },
);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('the loaded rows match the engine after any order of changes, scrolls and answers', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 60 }), async (events) => {
      const engine = listEngine();
      engine.fill(600);
      const leads = createLeads(engine.bridge);
      await leads.getState().refetch();
      engine.hold();
      const pending: (readonly LeadID[] | null)[] = [];
      let sight = 0;
      for (const each of events) {
        if (each.what === 'change') pending.push([engine.put(`l${each.lead}`, each.at, each.isIn)]);
        if (each.what === 'changeMany') {
          for (let lead = 0; lead < 600; lead += each.every)
            engine.put(`l${lead}`, each.at + lead, lead % 2 === 0);
          pending.push(null);
        }
        const change = each.what === 'notify' ? pending.shift() : undefined;
        if (change !== undefined) leads.getState().markChanged(change);
        if (each.what === 'see') leads.getState().see((sight = each.first), each.first + 12);
        if (each.what === 'move') leads.getState().move(each.by);
        if (each.what === 'answer') engine.answer();
        await vi.advanceTimersByTimeAsync(each.what === 'wait' ? each.ms : 0);
      }
      engine.flow();
      for (const change of pending) leads.getState().markChanged(change);
      await vi.advanceTimersByTimeAsync(5_000);
      leads.getState().select(null);
      const all = engine.ids().length;
      leads.getState().see(sight, sight + 12);
      await vi.advanceTimersByTimeAsync(5_000);

      const { rows, position, length, state } = leads.getState();
      expect(state).toBe('ready');
      expect(length).toBe(all);
      expect(rows).toEqual(engine.rows(position, position + rows.length));
      const last = Math.min(sight + 12, all - 1);
      const first = Math.min(sight, last);
      if (all > 0) {
        expect(position).toBeLessThanOrEqual(first);
        expect(position + rows.length).toBeGreaterThan(last);
      }
    }),
    { numRuns: 400 },
  );
}, 60_000);
