/** For any leads, the figures of the parts add up to the totals, and every wait is counted. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Figures } from '../../../../../contract/commands/insights.ts';
import { defaultBusinessHours } from '../../../../../contract/business-hours.ts';
import { createBusinessTime } from '../../../../../main/engine/platform/business-time.ts';
import type { Arrival, LeadFacts } from '../../../../../main/engine/tools/insights/arrivals.ts';
import { buildCalendar } from '../../../../../main/engine/tools/insights/calendar.ts';
import { createReporting } from '../../../../../main/engine/tools/insights/report.ts';

const hour = 3_600_000;
const zone = 'America/New_York';
const now = Date.parse('2026-11-23T12:00:00Z');

const arrival = fc.record({
  lead: fc.nat(),
  at: fc.integer({ min: now - 30 * 24 * hour, max: now }),
  accountID: fc.constant('a'),
  businessID: fc.constantFrom('b1', 'b2', 'b3'),
  category: fc.constantFrom('', 'Plumbing', 'Painting'),
  status: fc.constantFrom('Open', 'Canceled', 'Picked'),
  priceText: fc.constantFrom(null, '', '$10.50', '£3', 'free'),
  chargeState: fc.constantFrom(null, 'Charged', 'Refunded', 'Pending'),
  availability: fc.constantFrom('here', 'gone'),
  ruleWait: fc.option(fc.integer({ min: 0, max: hour })),
  wait: fc.option(fc.integer({ min: -hour, max: 200 * hour })),
  job: fc.constantFrom(null, 'quoted', 'hired', 'done', 'not_hired'),
  reason: fc.constantFrom(null, 'other', 'unheard of'),
  unheard: fc.constantFrom(0, 1),
});

const sum = (parts: readonly Figures[], of: 'leads' | 'answered' | 'due' | 'inTime' | 'won') =>
  parts.reduce((total, part) => total + part[of], 0);

/** The median and 90th percentile, computed by sorting. */
const ranked = (waits: readonly number[]): readonly (number | null)[] => {
  const sorted = waits.toSorted((one, other) => one - other);
  const middle = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  const [low, high] = middle;
  const median = low === undefined || high === undefined ? null : (low + high) / 2;
  return [median, sorted[Math.ceil(sorted.length * 0.9) - 1] ?? null];
};

it('the parts of a report add up to its totals', () => {
  fc.assert(
    fc.property(fc.array(arrival, { maxLength: 60 }), (generated) => {
      const leads = generated.map(({ wait, ruleWait, ...lead }): Arrival => {
        const { accountID, businessID, category, status, chargeState, availability } = lead;
        const facts: LeadFacts = [
          accountID,
          businessID,
          category,
          status,
          chargeState,
          availability,
        ];
        return {
          ...lead,
          facts: JSON.stringify(facts),
          ruleReplyAt: ruleWait === null ? null : lead.at + ruleWait,
          firstReplyAt: wait === null ? null : lead.at + wait,
          firstReplyBy: wait === null ? null : wait % 2 === 0 ? 'ana' : 'ben',
        };
      });
      const calendar = buildCalendar('30', now, zone);
      const reporting = createReporting({
        calendar,
        timeZone: zone,
        businessClock: createBusinessTime(defaultBusinessHours, zone).createClock(
          calendar.start,
          now,
        ),
        withinMs: 4 * hour,
        now,
        isPractice: false,
        findBusinessKey: (_, businessID) => businessID,
        getBusinessName: (key) => key,
        getPersonName: (person) => person,
        countHandedOver: () => 0,
        business: null,
        category: null,
      });
      const counted = leads.filter(({ at }) => at >= calendar.start);
      counted.forEach(reporting.add);
      while (reporting.computeNext());
      const { total, trend, hours, weekdays, categories, businesses, outcomes, spend, notes } =
        reporting.buildReport();
      for (const parts of [trend, hours, weekdays, categories, businesses])
        for (const of of ['leads', 'answered', 'due', 'inTime', 'won'] as const)
          expect(sum(parts, of)).toBe(total[of]);
      expect(total.leads).toBe(counted.length);
      expect(total.inTime).toBeLessThanOrEqual(total.due);
      const { pending, quoted, hired, done, notHired, reasons } = outcomes;
      expect(pending + quoted + hired + done + notHired).toBe(total.leads);
      expect(Object.values(reasons).reduce((all, one) => all + one, 0)).toBe(notHired);
      expect(hired + done).toBe(total.won);
      const pricedLeads = spend.reduce(
        (all, one) => all + one.chargedLeads + one.refundedLeads + one.openLeads,
        notes.unreadPrices,
      );
      expect(pricedLeads).toBe(counted.filter(({ priceText }) => !!priceText).length);
      const waits = counted.flatMap(({ at, firstReplyAt }) =>
        firstReplyAt === null ? [] : [Math.max(0, firstReplyAt - at)],
      );
      expect([total.medianMs, total.p90Ms]).toEqual(ranked(waits));
    }),
    { numRuns: 150 },
  );
});
