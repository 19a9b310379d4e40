import { describe, expect, it } from 'vitest';
import { parseTime, moveToQuarter, toSpan } from '../../../../renderer/settings/clock-text.ts';
import { formatTimeOfDay } from '../../../../renderer/platform/format.ts';

describe('a typed time', () => {
  it.each([
    ['8', 8 * 60],
    ['8:30', 8 * 60 + 30],
    ['830', 8 * 60 + 30],
    ['8:00 AM', 8 * 60],
    ['8 p', 20 * 60],
    ['8:15pm', 20 * 60 + 15],
    ['8:15 p. m.', 20 * 60 + 15],
    ['12', 12 * 60],
    ['12 am', 0],
    ['12:30 PM', 12 * 60 + 30],
    ['17:00', 17 * 60],
    ['1730', 17 * 60 + 30],
    ['00:00', 0],
    ['24:00', 0],
  ])('%j is parsed', (text, minutes) => expect(parseTime(text)).toBe(minutes));

  it.each(['', 'noon', '25', '13 pm', '0 am', '8:60', '8:5', '24:30', '12345', '-1'])(
    '%j is invalid',
    (text) => expect(parseTime(text)).toBe(null),
  );

  it('without AM or PM is after the time before it', () => {
    expect(parseTime('5', 8 * 60)).toBe(17 * 60);
    expect(parseTime('8', 8 * 60)).toBe(20 * 60);
    expect(parseTime('11', 8 * 60)).toBe(11 * 60);
    expect(parseTime('12', 8 * 60)).toBe(12 * 60);
    expect(parseTime('12', 13 * 60)).toBe(0);
    expect(parseTime('5 am', 8 * 60)).toBe(5 * 60);
    expect(parseTime('05:00', 8 * 60)).toBe(5 * 60);
  });

  it.each(['en', 'es'])(
    'is parsed from the format of %s at every quarter of an hour',
    (language) => {
      for (let minutes = 0; minutes < 24 * 60; minutes += 15)
        expect(parseTime(formatTimeOfDay(minutes, language))).toBe(minutes);
    },
  );
});

it('a time is written without a leading zero', () => {
  expect(formatTimeOfDay(8 * 60, 'en')).toBe('8:00 AM');
  expect(formatTimeOfDay(24 * 60, 'en')).toBe('12:00 AM');
});

it('a time moves to the next quarter of an hour, past midnight too', () => {
  expect(moveToQuarter(8 * 60, 1)).toBe(8 * 60 + 15);
  expect(moveToQuarter(8 * 60 + 1, -1)).toBe(8 * 60);
  expect(moveToQuarter(0, -1)).toBe(24 * 60 - 15);
  expect(moveToQuarter(24 * 60, 1)).toBe(15);
});

it('a span must end after its start, at midnight at the latest', () => {
  expect(toSpan(480, 0)).toEqual({ from: 480, to: 1440 });
  expect(toSpan(480, 480)).toBe(null);
  expect(toSpan(null, 480)).toBe(null);
});
