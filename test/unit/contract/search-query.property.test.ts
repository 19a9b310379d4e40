/** Every input can be parsed without loss, and printing a query keeps its meaning. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  parseDay,
  valuesOfHas,
  valuesOfIs,
  operators,
  parseQuery,
  printQuery,
  type Term,
} from '../../../contract/search-query.ts';
import { parseTerms, findSpans } from '../../../contract/search-words.ts';
import { tokenize } from '../../../contract/words.ts';

const asked = (terms: readonly Term[]): readonly object[] =>
  terms.map(({ from: _, to: __, ...rest }) => rest);

const piece = fc.oneof(
  fc.constantFrom('"', '“', '”', '-', ':', ' ', '\t', '台所の水', 'مرحبا', 'Ñandú', '7d', '11/22'),
  fc.constantFrom(...operators.map((name) => `${name}:`), 'FROM:', 'Is:unread', 'has:photos'),
  fc.string({ unit: 'grapheme' }),
);
const typed = fc.array(piece, { maxLength: 12 }).map((parts) => parts.join(''));

const bare = fc
  .string({ minLength: 1, unit: 'grapheme' })
  .filter((text) => !/[\s"“”„:]/.test(text) && !text.startsWith('-'));
const inQuotes = fc
  .string({ unit: 'grapheme' })
  .filter((text) => !/["“”„]/.test(text) && text.trim() !== '');
const term = fc.oneof(
  fc.record({ kind: fc.constant('word'), text: bare, isNegated: fc.boolean() }),
  fc.record({
    kind: fc.constant('phrase'),
    text: inQuotes,
    isClosed: fc.constant(true),
    isNegated: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('filter'),
    operator: fc.constantFrom('from', 'tag', 'status', 'business', 'category', 'rule'),
    value: inQuotes,
    isNegated: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('filter'),
    operator: fc.constant('is'),
    value: fc.constantFrom(...valuesOfIs),
    isNegated: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('filter'),
    operator: fc.constant('has'),
    value: fc.constantFrom(...valuesOfHas),
    isNegated: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('filter'),
    operator: fc.constantFrom('before', 'after'),
    value: fc.constantFrom('2026-11-22', '11/22', 'today', 'yesterday', '7d', '1/2/25'),
    isNegated: fc.boolean(),
  }),
);

describe('a query', () => {
  it('can be parsed from any text, and only spaces are outside its terms', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const terms = parseQuery(text);
        let rest = '';
        let at = 0;
        for (const { from, to } of terms) {
          expect(from).toBeGreaterThanOrEqual(at);
          expect(to).toBeGreaterThan(from);
          rest += text.slice(at, from);
          at = to;
        }
        expect((rest + text.slice(at)).trim()).toBe('');
      }),
      { numRuns: 2_000 },
    );
  });

  it('has the same terms after printing and parsing', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const terms = parseQuery(text);
        expect(asked(parseQuery(printQuery(terms)))).toEqual(asked(terms));
      }),
      { numRuns: 2_000 },
    );
  });

  it('is parsed into the terms it was printed from', () => {
    fc.assert(
      fc.property(fc.array(term as fc.Arbitrary<Term>, { maxLength: 6 }), (terms) => {
        expect(asked(parseQuery(printQuery(terms)))).toEqual(terms);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each(['Bob “Pipes” Rivera', '"Pipes"', 'Say "hi" now'])(
    'keeps the words of a name with quotes: %s',
    (name) => {
      const printed = printQuery([
        { kind: 'filter', operator: 'business', value: name, isNegated: false },
      ]);
      const [read, ...others] = parseQuery(printed);
      expect(others).toEqual([]);
      expect(read).toMatchObject({ kind: 'filter', operator: 'business' });
      expect(tokenize(read?.kind === 'filter' ? read.value : '')).toHaveLength(
        tokenize(name).length,
      );
    },
  );

  it('ignores extra spaces and the case of operators', () => {
    fc.assert(
      fc.property(fc.array(term as fc.Arbitrary<Term>, { maxLength: 6 }), (terms) => {
        const spaced = terms.map((each) => printQuery([each])).join(' \t\n ');
        const loud = spaced.replaceAll(/(^|\s-?|^-)([a-z]+):/g, (found) => found.toUpperCase());
        expect(asked(parseQuery(`  ${loud} `))).toEqual(terms);
      }),
    );
  });

  it.each([
    ['foo:bar', [{ kind: 'word', text: 'foo:bar' }]],
    ['is:purple', [{ kind: 'word', text: 'is:purple' }]],
    ['is:unr', [{ kind: 'unfinished', operator: 'is', value: 'unr' }]],
    ['tag:', [{ kind: 'unfinished', operator: 'tag', value: '' }]],
    ['has:Photos', [{ kind: 'filter', operator: 'has', value: 'Photos' }]],
    ['tag:"spring sale"', [{ kind: 'filter', operator: 'tag', value: 'spring sale' }]],
    ['before:2026-13-01', [{ kind: 'word', text: 'before:2026-13-01' }]],
    ['before:2026-1', [{ kind: 'unfinished', operator: 'before', value: '2026-1' }]],
    ['after:2026-02-0', [{ kind: 'unfinished', operator: 'after', value: '2026-02-0' }]],
    ['before:12/31/202', [{ kind: 'unfinished', operator: 'before', value: '12/31/202' }]],
    ['"kitchen ta', [{ kind: 'phrase', text: 'kitchen ta', isClosed: false }]],
    ['a - b', [{ text: 'a' }, { text: '-' }, { text: 'b' }]],
  ])('%s is parsed', (text, expected) => {
    expect(parseQuery(text)).toMatchObject(expected);
  });
});

describe('a day', () => {
  const now = new Date(2026, 10, 22, 15, 30).getTime();
  it.each([
    ['today', [2026, 10, 22]],
    ['Yesterday', [2026, 10, 21]],
    ['7d', [2026, 10, 15]],
    ['2026-11-02', [2026, 10, 2]],
    ['11/22', [2026, 10, 22]],
    ['11/23', [2025, 10, 23]],
    ['2/29', [2024, 1, 29]],
    ['1/2/25', [2025, 0, 2]],
  ] as const)('%s begins at its local midnight', (text, [year, month, date]) => {
    expect(parseDay(text, now)).toBe(new Date(year, month, date).getTime());
  });
  it.each(['2026-02-30', '13/1', 'soon', ''])('%j is not a day', (text) => {
    expect(parseDay(text, now)).toBeNull();
  });
});

describe('the marked text', () => {
  const marked = (text: string, query: string): readonly string[] =>
    findSpans(text, parseTerms(query)).map(([from, to]) => text.slice(from, to));
  it.each([
    ['The boiler leaks', 'BOIL', ['boil']],
    ['A hot-water boiler', 'water hot', ['hot', 'water']],
    ['the kitchen tap, the bath tap', '"kitchen tap"', ['kitchen tap']],
    ['José Peña, peñasco', 'pena', ['Peña', 'peña']],
    ['台所の水漏れの修理を', '水漏れ', ['水漏れ']],
    ['مرحبا بالعالم', 'مرحبا', ['مرحبا']],
    ['Call 512.555.0142 now', '(512) 555-0142', ['512.555.0142']],
    ['Call +1 5125550142', '512-555-0142', ['+1 5125550142']],
    ['The boiler leaks', '-boiler is:unread', []],
    ['The boiler leaks', '\u0300', []],
    ['The boiler leaks', '\u1fcd', []],
  ])('in “%s” by %s', (text, query, expected) => {
    expect(marked(text, query)).toEqual(expected);
  });
  it('is within the text and in order, for any text and query', () => {
    fc.assert(
      fc.property(typed, typed, (text, query) => {
        let at = 0;
        for (const [from, to] of findSpans(text, parseTerms(query))) {
          expect(from).toBeGreaterThanOrEqual(at);
          expect(to).toBeGreaterThan(from);
          at = to;
        }
        expect(at).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 500 },
    );
  });
});
