import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeEntities } from '../../../../main/engine/platform/entities.ts';
import { parseMoney } from '../../../../main/engine/platform/money.ts';

describe('an amount of money', () => {
  it.each([
    ['$25.00', 2_500],
    ['$1,234.50', 123_450],
    ['$1,234,567', 123_456_700],
    ['25.5', 2_550],
    ['US$ 7', 700],
    ['$25–$40', null],
    ['-$5.00', null],
    ['€1.234,50', null],
    ['$12,34', null],
    ['call me', null],
    ['', null],
    ['$99999999999999999999', null],
  ])('%s is %s cents', (text, cents) => {
    expect(parseMoney(text)).toEqual({ text, cents });
  });

  it.each([' ', '$ ', '1 ', '1', '1,'])(
    'in a long text of %j is looked for in a moment',
    (part) => {
      const start = performance.now();
      for (const text of [
        part.repeat(15_000),
        `1${part.repeat(15_000)}x`,
        part + ' '.repeat(15_000),
      ])
        parseMoney(text);
      expect(performance.now() - start).toBeLessThan(2_000);
    },
  );
});

describe('HTML entities', () => {
  it.each([
    ['Kitchen &amp; bath', 'Kitchen & bath'],
    ['&lt;b&gt;', '<b>'],
    ['it&#39;s &#x27;ok&#X27;', "it's 'ok'"],
    ['caf&eacute; &#128512;', 'café 😀'],
    ['&amp;lt;', '&lt;'],
    [
      'AT&T &unknown; &; &#0; &#xD800; &#1114112; & done',
      'AT&T &unknown; &; &#0; &#xD800; &#1114112; & done',
    ],
    ['&constructor;', '&constructor;'],
  ])('in %s are decoded to %s', (text, decoded) => {
    expect(decodeEntities(text)).toBe(decoded);
  });

  it('do not change a text without them', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }).filter((text) => !text.includes(';')),
        (text) => {
          expect(decodeEntities(text)).toBe(text);
        },
      ),
    );
  });
});
