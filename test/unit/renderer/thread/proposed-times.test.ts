/** Proposed times of all kinds that the service sends. */
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  buildTimeLines,
  type Span,
  type TimeLine,
} from '../../../../renderer/thread/proposed-times.ts';

/** Austin, six hours behind UTC in winter. */
const timeZone = 'America/Chicago';
const hour = 3_600_000;
/** A time in November 2026 in Austin's time zone. */
const at = (day: number, hours: number): number => Date.UTC(2026, 10, day, 6) + hours * hour;
const wording = {
  language: 'en',
  now: at(20, 12),
  timeZone,
  allDay: 'All day',
  isByDay: false,
  formatOpen: (start: string) => `from ${start}`,
};
const joinHours = ({ windows }: TimeLine): string => windows.map(({ hours }) => hours).join(', ');
const summarize = (...spans: readonly (readonly [number, number | null])[]): readonly string[] =>
  buildTimeLines(
    spans.map(([start, end]) => ({ start, end })),
    wording,
  ).map((line) => `${line.days}: ${joinHours(line)}`.replace(/\u202f/g, ' '));

describe('the proposed times', () => {
  it('are grouped by day', () => {
    expect(
      summarize([at(24, 13), at(24, 17)], [at(25, 9), at(25, 11)], [at(24, 8), at(24, 10)]),
    ).toEqual(['Tue, Nov 24: 8:00 – 10:00 AM, 1:00 – 5:00 PM', 'Wed, Nov 25: 9:00 – 11:00 AM']);
  });

  it('of whole days are shown as such, with consecutive days in one line', () => {
    expect(
      summarize([at(24, 0), at(25, 0)], [at(25, 0), at(26, 0)], [at(28, 0), at(28, 23.99)]),
    ).toEqual(['Tue, Nov 24 – Wed, Nov 25: All day', 'Sat, Nov 28: All day']);
  });

  it('of consecutive half hours are one window', () => {
    const halves = Array.from(
      { length: 6 },
      (_, nth) => [at(24, 9 + nth / 2), at(24, 9.5 + nth / 2)] as const,
    );
    expect(summarize(...halves, ...halves)).toEqual(['Tue, Nov 24: 9:00 AM – 12:00 PM']);
  });

  it('across midnight are on their first day and name the other', () => {
    expect(summarize([at(24, 22), at(25, 2)])).toEqual(['Tue, Nov 24: 10:00 PM – 2:00 AM (Wed)']);
    expect(summarize([at(24, 20), at(25, 0)])).toEqual(['Tue, Nov 24: 8:00 PM – 12:00 AM']);
    expect(summarize([at(24, 20), at(26, 9)])).toEqual([
      'Tue, Nov 24: 8:00 PM – 9:00 AM (Thu, Nov 26)',
    ]);
  });

  it('without a valid end show their start', () => {
    expect(summarize([at(24, 9), null], [at(24, 9), null], [at(25, 9), at(25, 8)])).toEqual([
      'Tue, Nov 24 – Wed, Nov 25: from 9:00 AM',
    ]);
  });

  it('that repeat daily share one line', () => {
    const week = Array.from({ length: 7 }, (_, day) =>
      [8, 10, 13, 15, 18].map((hours) => [at(24 + day, hours), at(24 + day, hours + 1)] as const),
    ).flat();
    expect(week).toHaveLength(35);
    expect(summarize(...week)).toEqual([
      'Tue, Nov 24 – Mon, Nov 30: 8:00 – 9:00 AM, 10:00 – 11:00 AM, 1:00 – 2:00 PM, 3:00 – 4:00 PM, 6:00 – 7:00 PM',
    ]);
  });

  it('keep their hours across a clock change', () => {
    const before = Date.UTC(2026, 9, 31, 14);
    const after = Date.UTC(2026, 10, 1, 15);
    expect(summarize([before, before + hour], [after, after + hour])).toEqual([
      'Sat, Oct 31 – Sun, Nov 1: 9:00 – 10:00 AM',
    ]);
  });

  it('of any numbers are shown without an error, in at most one line each', () => {
    const time = fc.oneof(
      fc.integer({ min: at(20, 0), max: at(30, 0) }),
      fc.integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }),
    );
    const span: fc.Arbitrary<Span> = fc.record({ start: time, end: fc.option(time) });
    fc.assert(
      fc.property(fc.array(span, { maxLength: 35 }), (spans) => {
        const lines = buildTimeLines(spans, wording);
        expect(lines.length).toBeLessThanOrEqual(spans.length);
        expect(lines.length > 0).toBe(spans.length > 0);
        for (const line of lines) expect(line.days !== '' && joinHours(line) !== '').toBe(true);
      }),
    );
  });
});
