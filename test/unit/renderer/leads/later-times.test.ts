import { describe, expect, it } from 'vitest';
import { listLaterTimes } from '../../../../renderer/leads/later-times.ts';
import { toFieldTime, parseFieldTime } from '../../../../renderer/platform/format.ts';

const choicesAt = (time: string, opening: string | null = null) =>
  listLaterTimes(parseFieldTime(time), opening === null ? null : parseFieldTime(opening)).map(
    ({ name, at }) => `${name} ${toFieldTime(at)}`,
  );

describe('the suggested times for a scheduled reply', () => {
  it('are this evening, tomorrow, and the next business day if it is later', () => {
    expect(choicesAt('2026-11-24T10:00', '2026-11-25T09:00')).toEqual([
      'evening 2026-11-24T18:00',
      'tomorrow 2026-11-25T08:00',
    ]);
    expect(choicesAt('2026-11-27T10:00', '2026-11-30T07:30')).toEqual([
      'evening 2026-11-27T18:00',
      'tomorrow 2026-11-28T08:00',
      'businessDay 2026-11-30T07:30',
    ]);
    expect(choicesAt('2026-11-28T20:00', '2026-11-30T08:00')).toEqual([
      'tomorrow 2026-11-29T08:00',
      'businessDay 2026-11-30T08:00',
    ]);
  });

  it('have no business day when the business never opens', () => {
    expect(choicesAt('2026-11-28T20:00')).toEqual(['tomorrow 2026-11-29T08:00']);
  });

  it('omit the evening shortly before it', () => {
    expect(choicesAt('2026-11-24T17:45')).toEqual(['tomorrow 2026-11-25T08:00']);
  });

  it('are at 8 a.m. on a day with a clock change too', () => {
    expect(choicesAt('2026-03-07T20:00')).toContain('tomorrow 2026-03-08T08:00');
  });
});
