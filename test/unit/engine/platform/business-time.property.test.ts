/** Business time with any hours and clock changes. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultBusinessHours, type BusinessHours } from '../../../../contract/business-hours.ts';
import { createBusinessTime } from '../../../../main/engine/platform/business-time.ts';

const hour = 3_600_000;
const newYork = 'America/New_York';

const zones = [
  newYork,
  'America/Phoenix',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
];
const minutes = fc.integer({ min: 0, max: 1_440 });
const span = fc.record({ from: minutes, to: minutes });
const hours = fc.record({
  timeZone: fc.constantFrom(null, ...zones),
  week: fc.array(fc.array(span, { maxLength: 3 }), { minLength: 7, maxLength: 7 }),
  holidays: fc.array(
    fc.record({
      date: fc
        .integer({ min: 0, max: 400 })
        .map((day) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10)),
      name: fc.constant(''),
    }),
    { maxLength: 5 },
  ),
}) satisfies fc.Arbitrary<BusinessHours>;
const moment = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2026, 11, 31) });
const stretch = fc.integer({ min: 1, max: 40 * hour });

/** The local date, weekday (0 for Monday) and minute of a time. */
const wallOf = (at: number, timeZone: string): { date: string; day: number; minute: number } => {
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      weekday: 'short',
    })
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
  return {
    date: `${parts.year}-${parts.month}-${parts.day}`,
    day: days.indexOf(parts.weekday ?? ''),
    minute: Number(parts.hour) * 60 + Number(parts.minute),
  };
};

describe('business time', () => {
  it('between a start and its deadline is exactly the requested time', () => {
    fc.assert(
      fc.property(hours, moment, stretch, (open, from, needed) => {
        const time = createBusinessTime(open, newYork);
        const until = time.add(from, needed);
        if (until === null) return;
        expect(until).toBeGreaterThanOrEqual(from + needed);
        expect(time.measure(from, until)).toBe(needed);
        expect(time.measure(from, until - 1)).toBe(needed - 1);
      }),
      { numRuns: 150 },
    );
  });

  it('adds up from any two parts', () => {
    fc.assert(
      fc.property(hours, moment, stretch, stretch, (open, from, one, other) => {
        const time = createBusinessTime(open, newYork);
        const middle = time.add(from, one);
        const whole = time.add(from, one + other);
        if (middle === null || whole === null) return;
        expect(time.add(middle, other)).toBe(whole);
      }),
      { numRuns: 150 },
    );
  });

  it('passes only during local open hours', () => {
    fc.assert(
      fc.property(hours, moment, (open, near) => {
        const at = near - (near % 60_000);
        const zone = open.timeZone ?? newYork;
        const { date, day, minute } = wallOf(at, zone);
        // Skip hours that occur twice because of a clock change.
        const isTwice = [-60, -30, 30, 60].some(
          (away) => wallOf(at + away * 60_000, zone).minute === minute,
        );
        if (isTwice) return;
        const isHoliday = open.holidays.some((holiday) => holiday.date === date);
        const isOpen = open.week[day]?.some(({ from, to }) => minute >= from && minute < to);
        const passed = createBusinessTime(open, newYork).measure(at, at + 60_000);
        expect(passed).toBe(isOpen === true && !isHoliday ? 60_000 : 0);
      }),
      { numRuns: 300 },
    );
  });

  it('equals the difference of its clock', () => {
    fc.assert(
      fc.property(hours, moment, fc.array(stretch, { maxLength: 8 }), (open, from, steps) => {
        const time = createBusinessTime(open, newYork);
        const moments = steps.map((step, index) => from + step * (index + 1));
        const clock = time.createClock(from, Math.max(from, ...moments));
        for (const one of [from, ...moments])
          for (const other of moments)
            if (one <= other) expect(clock(other) - clock(one)).toBe(time.measure(one, other));
      }),
      { numRuns: 150 },
    );
  });

  it('has no deadline when the business never opens', () => {
    const never = { ...defaultBusinessHours, week: defaultBusinessHours.week.map(() => []) };
    expect(createBusinessTime(never, newYork).add(0, hour)).toBeNull();
  });

  it('opens next at the start of the first span of the next open day', () => {
    fc.assert(
      fc.property(hours, moment, (open, at) => {
        const time = createBusinessTime(open, newYork);
        const next = time.findNextOpening(at);
        if (next === null) return;
        const zone = open.timeZone ?? newYork;
        const [today, day] = [wallOf(at, zone).date, wallOf(next, zone).date];
        expect(day > today).toBe(true);
        expect(time.measure(next, next + 1)).toBe(1);
        // Nothing is open in between.
        let from = at;
        while (wallOf(from, zone).date === today) from += 15 * 60_000;
        from -= from % (15 * 60_000);
        expect(time.measure(from, next)).toBe(0);
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    ['the same day', '2026-11-24T09:00', '2026-11-24T13:00'],
    ['the next morning', '2026-11-24T16:30', '2026-11-25T10:30'],
    ['over a weekend', '2026-11-27T17:00', '2026-11-30T11:00'],
    ['from before it opens', '2026-11-24T05:00', '2026-11-24T12:00'],
    ['over a holiday', '2026-11-25T17:00', '2026-11-27T11:00'],
    ['in the week in which the clocks change', '2026-10-30T17:00', '2026-11-02T11:00'],
  ])('of four hours ends on %s', (_, from, until) => {
    const open = {
      ...defaultBusinessHours,
      holidays: [{ date: '2026-11-26', name: 'Thanksgiving' }],
    };
    // Tests run in UTC, so New York's offset is spelled out; after November 1 it is the winter offset.
    const at = (local: string): number =>
      Date.parse(`${local}:00${local < '2026-11-01' ? '-04:00' : '-05:00'}`);
    expect(createBusinessTime(open, newYork).add(at(from), 4 * hour)).toBe(at(until));
  });
});
