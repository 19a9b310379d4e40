/** Calendar files follow RFC 5545, whatever text an event has. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCalendarFile, type CalendarEvent } from '../../../main/shell/ics.ts';

const event: CalendarEvent = {
  uid: '555-1@hearthline',
  title: 'Drain repair: Maria Delgado',
  place: '12 Oak St, Austin, TX 78701',
  notes: 'The sink backs up; twice a day.\nBring a snake.',
  start: Date.UTC(2026, 10, 24, 23),
  end: Date.UTC(2026, 10, 25, 3),
  isBooked: true,
  now: Date.UTC(2026, 10, 22, 21, 30, 15),
};

/** Parses a file as a calendar does: unfolds the lines, then splits names and values. */
const read = (file: string): ReadonlyMap<string, string> =>
  new Map(
    file
      .replaceAll('\r\n ', '')
      .split('\r\n')
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
  );
const text = (value: string | undefined): string =>
  (value ?? '').replaceAll(/\\(.)/gs, (_, next: string) => (next === 'n' ? '\n' : next));

it('an event has its times in UTC, its texts and its status', () => {
  const fields = read(formatCalendarFile(event));
  expect(fields.get('DTSTART')).toBe('20261124T230000Z');
  expect(fields.get('DTEND')).toBe('20261125T030000Z');
  expect(fields.get('DTSTAMP')).toBe('20261122T213015Z');
  expect(fields.get('STATUS')).toBe('CONFIRMED');
  expect(fields.get('LOCATION')).toBe('12 Oak St\\, Austin\\, TX 78701');
  expect(text(fields.get('DESCRIPTION'))).toBe(event.notes);
});

it('a proposed time is tentative, and an event without a valid end lasts an hour', () => {
  const fields = read(formatCalendarFile({ ...event, end: null, isBooked: false }));
  expect(fields.get('STATUS')).toBe('TENTATIVE');
  expect(fields.get('DTEND')).toBe('20261125T000000Z');
  expect(read(formatCalendarFile({ ...event, end: event.start - 1 })).get('DTEND')).toBe(
    '20261125T000000Z',
  );
});

describe('with any text', () => {
  const words = fc.string({ unit: 'binary', maxLength: 300, size: 'max' });

  it('lines have at most 75 octets and characters stay whole', () => {
    fc.assert(
      fc.property(words, words, (title, notes) => {
        const file = formatCalendarFile({ ...event, title, notes });
        expect(file.endsWith('\r\n')).toBe(true);
        for (const line of file.split('\r\n')) {
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
          expect(line.isWellFormed()).toBe(true);
        }
      }),
    );
  });

  it('the notes are read back without control characters and add no field', () => {
    const names = [...read(formatCalendarFile(event)).keys()];
    fc.assert(
      fc.property(words, (notes) => {
        const fields = read(formatCalendarFile({ ...event, notes: `.${notes}` }));
        const written = `.${notes}`
          .toWellFormed()
          .replaceAll(/\r\n?/g, '\n')
          .replaceAll(/[^\P{Cc}\n\t]/gu, '');
        expect(text(fields.get('DESCRIPTION'))).toBe(written);
        expect([...fields.keys()]).toEqual(names);
      }),
    );
  });
});
