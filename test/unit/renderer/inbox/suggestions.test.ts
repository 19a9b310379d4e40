import { describe, expect, it } from 'vitest';
import {
  suggest,
  withoutFilters,
  withSuggestion,
  type Suggestion,
} from '../../../../renderer/inbox/search/suggestions.ts';

const values = {
  businesses: ['Ace Plumbing', 'Bright Heating & Air'],
  categories: ['Water Heaters', 'Drain repair'],
  tags: ['VIP', 'Spring sale'],
  statuses: ['Open', 'Picked'],
};
const said = (each: Suggestion): string =>
  each.kind === 'recent'
    ? each.query
    : `${each.isNegated ? '-' : ''}${each.operator}:${each.kind === 'value' ? each.value : ''}`;
const suggested = (text: string, caret = text.length): readonly string[] =>
  suggest(text, caret, values, ['boiler']).all.map(said);

describe('a search is completed', () => {
  it('by what was searched for and by every operator, where nothing is typed', () => {
    expect(suggested('').slice(0, 3)).toEqual(['boiler', 'from:', 'has:']);
    expect(suggested('')).toHaveLength(11);
  });

  it.each([
    ['b', ['before:', 'business:']],
    ['boiler -is', ['-is:']],
    ['is:st', ['is:starred']],
    ['is:starred', []],
    ['tag:', ['tag:VIP', 'tag:Spring sale']],
    ['tag:sale', ['tag:Spring sale']],
    ['status:pi', ['status:Picked']],
    ['business:air', ['business:Bright Heating & Air']],
    ['category:"wat', ['category:Water Heaters']],
    ['boiler', []],
    ['is:starred ', []],
    ['"is:', []],
  ])('after “%s”', (text, expected) => {
    expect(suggested(text)).toEqual(expected);
  });

  it('where it is typed, and with quotes around what has spaces', () => {
    const text = 'tag:sp boiler';
    const at = suggest(text, 6, values, []);
    const [first] = at.all;
    if (first === undefined) throw new Error('nothing is suggested');
    expect(withSuggestion(text, at, first)).toEqual({
      text: 'tag:"Spring sale" boiler',
      caret: 18,
    });
  });

  it('and goes on without its operators', () => {
    expect(withoutFilters('boiler is:unread "hot water" -tag:VIP')).toBe('boiler "hot water"');
  });
});
