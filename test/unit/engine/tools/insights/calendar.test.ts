/** Days, hours, and weekdays in the business's time zone. */
import { expect, it } from 'vitest';
import type { Period } from '../../../../../contract/commands/insights.ts';
import { buildCalendar } from '../../../../../main/engine/tools/insights/calendar.ts';

const newYork = 'America/New_York';
const hour = 3_600_000;
const at = (text: string): number => Date.parse(text);

it.each<[string, Period, string, string, string, number]>([
  ['seven days including today', '7', '2026-11-16', '2026-11-22', 'day', 7],
  ['thirty days', '30', '2026-10-24', '2026-11-22', 'day', 30],
  ['ninety days, by week', '90', '2026-08-25', '2026-11-22', 'week', 13],
  ['this year, by month', 'year', '2026-01-01', '2026-11-22', 'month', 11],
  ['one day', { from: '2026-11-01', to: '2026-11-01' }, '2026-11-01', '2026-11-01', 'day', 1],
])('a period can be %s', (_, period, from, to, unit, points) => {
  const calendar = buildCalendar(period, at('2026-11-23T02:00Z'), newYork);
  expect(calendar).toMatchObject({ from, to, unit });
  expect(calendar.points).toHaveLength(points);
  expect(calendar.points.at(0)?.from).toBe(from);
  expect(calendar.points.at(-1)?.to).toBe(to);
});

it('a period is compared with as many days before it, a year with the same days of last year', () => {
  const now = at('2026-03-10T15:00Z');
  const week = buildCalendar('7', now, newYork);
  // The clocks went forward on March 8, so the week is an hour shorter.
  expect(week.end - week.start).toBe(7 * 24 * hour - hour);
  expect(week.before).toEqual({ start: at('2026-02-25T05:00Z'), end: week.start });
  const { before } = buildCalendar('year', now, newYork);
  expect(before).toEqual({ start: at('2025-01-01T05:00Z'), end: at('2025-03-11T04:00Z') });
});

it('hours follow the wall clock: 1 AM twice in the fall, never 2 AM in the spring', () => {
  const autumn = buildCalendar({ from: '2026-10-31', to: '2026-11-02' }, at('2026-11-22'), newYork);
  const hoursOf = (texts: readonly string[]) => texts.map((text) => autumn.locate(at(text)).hour);
  expect(hoursOf(['2026-11-01T05:30Z', '2026-11-01T06:30Z', '2026-11-01T07:30Z'])).toEqual([
    1, 1, 2,
  ]);
  expect(autumn.locate(at('2026-11-02T04:59:59Z'))).toEqual({ point: 1, hour: 23, weekday: 6 });
  expect(autumn.locate(at('2026-11-02T05:00Z'))).toEqual({ point: 2, hour: 0, weekday: 0 });
  expect(autumn.locate(at('2026-10-31T12:00Z'))).toEqual({ point: 0, hour: 8, weekday: 5 });

  const spring = buildCalendar({ from: '2026-03-08', to: '2026-03-08' }, at('2026-11-22'), newYork);
  expect(spring.locate(at('2026-03-08T06:59Z')).hour).toBe(1);
  expect(spring.locate(at('2026-03-08T07:00Z')).hour).toBe(3);
});
