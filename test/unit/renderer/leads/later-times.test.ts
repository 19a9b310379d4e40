import { describe, expect, it } from 'vitest';
import { laterTimes } from '../../../../renderer/leads/later-times.ts';
import { fieldTime, timeOfField } from '../../../../renderer/platform/format.ts';

const choicesAt = (time: string, opening: string | null = null) =>
  laterTimes(timeOfField(time), opening === null ? null : timeOfField(opening)).map(
    ({ name, at }) => `${name} ${fieldTime(at)}`,
  );

describe('the usual times for a reply that is not sent now', () => {
  it('are this evening, tomorrow, and the next business day where that is another day', () => {
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

  it('name no business day where the business never opens', () => {
    expect(choicesAt('2026-11-28T20:00')).toEqual(['tomorrow 2026-11-29T08:00']);
  });

  it('leave the evening out when it is as good as here', () => {
    expect(choicesAt('2026-11-24T17:45')).toEqual(['tomorrow 2026-11-25T08:00']);
  });

  it('are eight in the morning on a day that has lost an hour as well', () => {
    expect(choicesAt('2026-03-07T20:00')).toContain('tomorrow 2026-03-08T08:00');
  });
});
