import { describe, expect, it } from 'vitest';
import { lookupRequest } from '../../../contract/commands/lookup.ts';

const businesses = {
  kind: 'businesses',
  searchQuery: 'plumber',
  zipCode: '78701',
  utmSource: 'cma-hearthline',
  limit: 10,
};
const isValid = (change: object): boolean =>
  lookupRequest.safeParse({ ...businesses, ...change }).success;

describe('a lookup request', () => {
  it('requires a zip code of five digits', () => {
    expect(isValid({})).toBe(true);
    for (const zipCode of ['7870', '787011', '7870a', '78701-1234', ' 78701', '٧٨٧٠١', '78701\n'])
      expect(isValid({ zipCode }), zipCode).toBe(false);
  });

  it('requires a utm_source of the documented pattern with up to 48 characters', () => {
    expect(isValid({ utmSource: `cma-${'a'.repeat(44)}` })).toBe(true);
    expect(isValid({ utmSource: 'cma-Big_team-2' })).toBe(true);
    for (const utmSource of [
      `cma-${'a'.repeat(45)}`,
      'cma-',
      'CMA-a',
      'hearthline',
      'cma-a b',
      'cma-a\n',
    ])
      expect(isValid({ utmSource }), utmSource).toBe(false);
  });

  it('requires a limit of 1 to 100', () => {
    expect([0, 1, 100, 101, 1.5].map((limit) => isValid({ limit }))).toEqual([
      false,
      true,
      true,
      false,
      false,
    ]);
  });

  it('refuses unknown fields and kinds', () => {
    expect(isValid({ offset: 1 })).toBe(false);
    expect(isValid({ kind: 'delete' })).toBe(false);
  });

  it('requires 1 to 50 valid business ids', () => {
    const several = (businessIDs: unknown): boolean =>
      lookupRequest.safeParse({ kind: 'reviewsOfSeveral', businessIDs, limit: 5, offset: 0 })
        .success;
    expect(several(['1'])).toBe(true);
    expect(several([])).toBe(false);
    expect(several(Array.from({ length: 51 }, String))).toBe(false);
    expect(several(['../users'])).toBe(false);
  });
});
