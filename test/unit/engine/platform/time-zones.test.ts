import { describe, expect, it } from 'vitest';
import { findTimeZone } from '../../../../main/engine/platform/time-zones.ts';

const zoneOfZip = (zipCode: string): string | null => findTimeZone({ state: '', zipCode });

describe('the time zone of a job', () => {
  it.each([
    ['New York', '10001', 'America/New_York'],
    ['Boston', '02108', 'America/New_York'],
    ['Detroit', '48201', 'America/New_York'],
    ['Indianapolis', '46204', 'America/New_York'],
    ['Knoxville', '37902', 'America/New_York'],
    ['Gary', '46402', 'America/Chicago'],
    ['Nashville', '37201', 'America/Chicago'],
    ['Pensacola', '32501', 'America/Chicago'],
    ['Austin', '78701', 'America/Chicago'],
    ['El Paso', '79901', 'America/Denver'],
    ['Denver', '80202', 'America/Denver'],
    ['Rapid City', '57701', 'America/Denver'],
    ['Boise', '83702', 'America/Denver'],
    ['Ontario, Oregon', '97914', 'America/Denver'],
    ['Lewiston', '83501', 'America/Los_Angeles'],
    ['Las Vegas', '89101', 'America/Los_Angeles'],
    ['Beverly Hills', '90210', 'America/Los_Angeles'],
    ['Phoenix', '85001', 'America/Phoenix'],
    ['Anchorage', '99501', 'America/Anchorage'],
    ['Honolulu', '96813', 'Pacific/Honolulu'],
    ['San Juan', '00901', 'America/Puerto_Rico'],
  ])('is derived from the ZIP code of %s', (_, zipCode, zone) => {
    expect(zoneOfZip(zipCode)).toBe(zone);
    expect(zoneOfZip(` ${zipCode}-1234`)).toBe(zone);
    expect(() => new Intl.DateTimeFormat('en', { timeZone: zone })).not.toThrow();
  });

  it.each([
    '57501',
    '69101',
    '79830',
    '86039',
    '09001',
    '96799',
    '96940',
    '00000',
    'K1A 0B1',
    '787',
  ])('is unknown for %s: on a border, abroad, or no ZIP code', (zipCode) =>
    expect(zoneOfZip(zipCode)).toBeNull(),
  );

  it('is derived from a state with a single time zone', () => {
    const zoneOf = (state: string) => findTimeZone({ state, zipCode: '' });
    expect(['CA', ' ny ', 'HI'].map(zoneOf)).toEqual([
      'America/Los_Angeles',
      'America/New_York',
      'Pacific/Honolulu',
    ]);
    expect(['TX', 'FL', 'Bavaria', '', 'constructor'].map(zoneOf)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
  });
});
