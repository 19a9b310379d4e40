import { describe, expect, it } from 'vitest';
import { lookupRequest } from '../../../contract/commands/lookup.ts';

const businesses = {
  kind: 'businesses',
  searchQuery: 'plumber',
  zipCode: '78701',
  utmSource: 'cma-hearthline',
  limit: 10,
};
const takes = (change: object): boolean =>
  lookupRequest.safeParse({ ...businesses, ...change }).success;

describe('a lookup request', () => {
  it('has a zip code of five digits', () => {
    expect(takes({})).toBe(true);
    for (const zipCode of ['7870', '787011', '7870a', '78701-1234', ' 78701', '٧٨٧٠١', '78701\n'])
      expect(takes({ zipCode }), zipCode).toBe(false);
  });

  it('has a utm_source of the documented pattern, up to 48 characters', () => {
    expect(takes({ utmSource: `cma-${'a'.repeat(44)}` })).toBe(true);
    expect(takes({ utmSource: 'cma-Big_team-2' })).toBe(true);
    for (const utmSource of [
      `cma-${'a'.repeat(45)}`,
      'cma-',
      'CMA-a',
      'hearthline',
      'cma-a b',
      'cma-a\n',
    ])
      expect(takes({ utmSource }), utmSource).toBe(false);
  });

  it('has a limit of 1 to 100', () => {
    expect([0, 1, 100, 101, 1.5].map((limit) => takes({ limit }))).toEqual([
      false,
      true,
      true,
      false,
      false,
    ]);
  });

  it('has nothing that its path does not take', () => {
    expect(takes({ offset: 1 })).toBe(false);
    expect(takes({ kind: 'delete' })).toBe(false);
  });

  it('names 1 to 50 businesses', () => {
    const several = (businessIDs: unknown): boolean =>
      lookupRequest.safeParse({ kind: 'reviewsOfSeveral', businessIDs, limit: 5, offset: 0 })
        .success;
    expect(several(['1'])).toBe(true);
    expect(several([])).toBe(false);
    expect(several(Array.from({ length: 51 }, String))).toBe(false);
    expect(several(['../users'])).toBe(false);
  });
});
