import { describe, expect, it } from 'vitest';
import { computeFit } from '../../../../renderer/ui/fuzzy.ts';

const names = [
  'Next lead',
  'Saved replies',
  'Search leads',
  'Settings',
  'Snooze',
  'Snoozed',
  'Phone numbers',
  'Archive',
  'Archived',
  'Números de teléfono',
];
const found = (typed: string): readonly string[] =>
  names
    .flatMap((name) => {
      const fit = computeFit(typed, name);
      return fit === null ? [] : { name, score: fit.score };
    })
    .toSorted((one, other) => other.score - one.score)
    .map(({ name }) => name);
const marked = (typed: string, text: string): string =>
  [...(computeFit(typed, text)?.letters ?? [])]
    .toSorted((one, other) => one - other)
    .map((place) => [...text][place])
    .join('');

describe('a fuzzy search', () => {
  it('prefers names that start with the text, and shorter ones', () => {
    expect(found('snoo').slice(0, 2)).toEqual(['Snooze', 'Snoozed']);
    expect(found('archive').slice(0, 2)).toEqual(['Archive', 'Archived']);
    expect(found('se')[0]).toBe('Settings');
  });

  it('finds words by their first letters, in any order, and without accents or capitals', () => {
    expect(found('nl')[0]).toBe('Next lead');
    expect(found('replies saved')).toEqual(['Saved replies']);
    expect(found('NUMEROS')).toEqual(['Números de teléfono']);
  });

  it('does not match scattered letters or a missing word', () => {
    expect(computeFit('eed', 'Search leads')).toBeNull();
    expect(computeFit('phone zoo', 'Phone numbers')).toBeNull();
  });

  it('marks the matching letters', () => {
    expect(marked('pn', 'Phone numbers')).toBe('Pn');
    expect([...(computeFit('tel', 'Números de teléfono')?.letters ?? [])]).toEqual([11, 12, 13]);
  });
});
