import { describe, expect, it } from 'vitest';
import {
  suggest,
  removeFilters,
  insertSuggestion,
  type Suggestion,
} from '../../../../renderer/inbox/search/suggestions.ts';

const values = {
  businesses: ['Ace Plumbing', 'Bright Heating & Air'],
  categories: ['Water Heaters', 'Drain repair'],
  tags: ['VIP', 'Spring sale'],
  statuses: ['Open', 'Picked'],
  rules: ['First reply', 'Weekend reply'],
  people: [],
};
const inTeam = { ...values, people: ['Ana Ruiz', 'Ben Ode'] };
const textOf = (each: Suggestion): string =>
  each.kind === 'recent'
    ? each.query
    : `${each.isNegated ? '-' : ''}${each.operator}:${each.kind === 'value' ? each.value : ''}`;
const suggested = (text: string, caret = text.length): readonly string[] =>
  suggest(text, caret, values, ['boiler']).all.map(textOf);

describe('search suggestions', () => {
  it('are recent searches and all operators for an empty search', () => {
    expect(suggested('').slice(0, 3)).toEqual(['boiler', 'from:', 'has:']);
    expect(suggested('')).toHaveLength(12);
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
    ['rule:week', ['rule:Weekend reply']],
    ['boiler', []],
    ['is:starred ', []],
    ['"is:', []],
  ])('are right after “%s”', (text, expected) => {
    expect(suggested(text)).toEqual(expected);
  });

  it.each([
    ['a', ['after:', 'assignee:']],
    ['assignee:', ['assignee:me', 'assignee:nobody', 'assignee:Ana Ruiz', 'assignee:Ben Ode']],
    ['by:ode', ['by:Ben Ode']],
    ['is:mi', ['is:mine']],
  ])('name the people of a team after “%s”, and nobody without one', (text, expected) => {
    expect(suggest(text, text.length, inTeam, []).all.map(textOf)).toEqual(expected);
    const alone = suggested(text).filter((each) => /^(assignee|by|is:mine)/.test(each));
    expect(alone.filter((each) => /Ana|Ben|mine|^(assignee|by):$/.test(each))).toEqual([]);
  });

  it('are inserted at the cursor, in quotes if they have spaces', () => {
    const text = 'tag:sp boiler';
    const at = suggest(text, 6, values, []);
    const [first] = at.all;
    if (first === undefined) throw new Error('nothing is suggested');
    expect(insertSuggestion(text, at, first)).toEqual({
      text: 'tag:"Spring sale" boiler',
      caret: 18,
    });
  });

  it('can be removed: a query without operators', () => {
    expect(removeFilters('boiler is:unread "hot water" -tag:VIP')).toBe('boiler "hot water"');
  });
});
