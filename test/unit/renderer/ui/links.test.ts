import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitLinks } from '../../../../renderer/ui/links.ts';

const links = (text: string): readonly string[] =>
  splitLinks(text)
    .filter((piece) => piece.kind === 'link')
    .map((piece) => piece.text);

describe('links in a customer’s text', () => {
  it('are found inside a sentence, without its punctuation', () => {
    expect(links('See https://a.example/x?y=1. Or (https://b.example/p_(q)), ok?')).toEqual([
      'https://a.example/x?y=1',
      'https://b.example/p_(q)',
    ]);
  });

  it('are https only', () => {
    expect(
      links('http://a.example javascript:alert(1) file:///etc/passwd data:text/html,x ftp://a'),
    ).toEqual([]);
  });

  it('never carry a name and password that could hide the real host', () => {
    expect(links('https://bank.example@evil.example/')).toEqual([]);
  });

  it('end before a character that changes the text direction', () => {
    expect(links('https://a.example/\u202Emoc.elpmaxe')).toEqual(['https://a.example/']);
  });

  it('do not change the text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.webUrl(), fc.constant('https://'), fc.constant('(')), {
          maxLength: 8,
        }),
        (parts) => {
          const text = parts.join(' ');
          expect(
            splitLinks(text)
              .map((piece) => piece.text)
              .join(''),
          ).toBe(text);
        },
      ),
      { numRuns: 50 },
    );
  });
});
