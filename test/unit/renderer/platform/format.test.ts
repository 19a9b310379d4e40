import { describe, expect, it } from 'vitest';
import {
  toAge,
  formatCountdown,
  formatFileSize,
  formatPeriod,
  toLength,
  buildPhoneLink,
  formatPhone,
  formatZone,
} from '../../../../renderer/platform/format.ts';

const minute = 60_000;
const hour = 60 * minute;
/** Local noon, so that the test works in every time zone. */
const noon = new Date(2026, 10, 21, 12).getTime();

describe('the age of a lead', () => {
  it('is in minutes and hours today, then the weekday, then the date', () => {
    expect(toAge(noon - 20_000, noon, 'en')).toEqual({ unit: 'now' });
    expect(toAge(noon - 12 * minute, noon, 'en')).toEqual({ unit: 'minutes', count: 12 });
    expect(toAge(noon - 3 * hour, noon, 'en')).toEqual({ unit: 'hours', count: 3 });
    expect(toAge(noon - 13 * hour, noon, 'en')).toEqual({ unit: 'yesterday' });
    expect(toAge(noon - 3 * 24 * hour, noon, 'en')).toEqual({ unit: 'date', text: 'Wed' });
    expect(toAge(noon - 30 * 24 * hour, noon, 'en')).toEqual({ unit: 'date', text: 'Oct 22' });
    expect(toAge(noon - 400 * 24 * hour, noon, 'en')).toMatchObject({ text: 'Oct 17, 2025' });
  });

  it('is never negative when the clocks disagree', () => {
    expect(toAge(noon + 5 * minute, noon, 'en')).toEqual({ unit: 'now' });
  });
});

it('a wait is shown in its largest whole unit', () => {
  expect(toLength(59 * minute)).toEqual({ unit: 'minutes', count: 59 });
  expect(toLength(49 * hour)).toEqual({ unit: 'days', count: 2 });
});

it('a countdown shows minutes and seconds and stops at zero', () => {
  expect([formatCountdown(299_001), formatCountdown(9_000), formatCountdown(-5)]).toEqual([
    '5:00',
    '0:09',
    '0:00',
  ]);
});

it('a period names its day once, and one time if it is shorter than a minute', () => {
  expect(formatPeriod(noon, noon + 40_000, 'en')).toBe('Nov 21, 2026, 12:00 PM');
  expect(formatPeriod(noon, noon + hour, 'en')).toBe('Nov 21, 2026, 12:00 – 1:00 PM');
});

it('North American phone numbers have their national form, others are unchanged', () => {
  expect(['+15125550100', '5125550100', '+49 30 1234567'].map(formatPhone)).toEqual([
    '(512) 555-0100',
    '(512) 555-0100',
    '+49 30 1234567',
  ]);
  expect(['5125550100', '+1 (512) 555-0100'].map(buildPhoneLink)).toEqual([
    'tel:+15125550100',
    'tel:+15125550100',
  ]);
});

it('a time zone has its current name, not that of 1970', () => {
  const zones = ['America/New_York', 'America/Detroit', 'America/Anchorage'];
  expect(zones.map((zone) => formatZone(zone, 'en'))).toEqual([
    'Eastern Time',
    'Eastern Time',
    'Alaska Time',
  ]);
  expect(formatZone('America/Anchorage', 'es')).toBe('hora de Alaska');
});

it('file sizes have readable units', () => {
  expect([0, 512_000, 2_483_211].map((bytes) => formatFileSize(bytes, 'en'))).toEqual([
    '0 bytes',
    '512 kB',
    '2.5 MB',
  ]);
});

it('a phone link dials the number without its extension', () => {
  expect(['512-555-0100 ext. 12', '(512) 555-0100x12'].map(buildPhoneLink)).toEqual(
    Array.from({ length: 2 }, () => 'tel:+15125550100;ext=12'),
  );
});
