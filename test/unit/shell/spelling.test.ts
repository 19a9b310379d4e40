/** Spelling is checked in the languages in use; dictionaries are downloaded only when somebody types. */
import { describe, expect, it } from 'vitest';
import {
  createSpelling,
  isDictionary,
  chooseSpellingLanguages,
} from '../../../main/shell/spelling.ts';
import { chooseLanguage } from '../../../main/shell/words.ts';

const available = ['de', 'en-GB', 'en-US', 'es', 'es-MX', 'fr'];
const dictionary = 'https://redirector.gvt1.com/edgedl/chrome/dict/en-us-10-1.bdic';

const bench = (platform: NodeJS.Platform = 'linux') => {
  const set: string[][] = [];
  const spelling = createSpelling(
    {
      availableSpellCheckerLanguages: available,
      setSpellCheckerLanguages: (languages) => void set.push(languages),
    },
    platform,
  );
  return { spelling, set };
};

describe('the spelling languages', () => {
  it('are those of the app and the computer, with English, as far as available', () => {
    expect(chooseSpellingLanguages('en', ['en-US'], available)).toEqual(['en-US']);
    expect(chooseSpellingLanguages('en', ['es-MX', 'en-US'], available)).toEqual([
      'en-US',
      'es-MX',
    ]);
    expect(chooseSpellingLanguages('es', ['es-US'], available)).toEqual(['es', 'en-US']);
    expect(chooseSpellingLanguages('en', ['de-DE', 'fr-FR', 'es'], available)).toHaveLength(3);
    expect(chooseSpellingLanguages('es', ['ja-JP'], [])).toEqual([]);
  });

  it('follow the language setting, or the computer’s language for “system”', () => {
    expect(chooseLanguage('es', 'en-US')).toBe('es');
    expect(chooseLanguage('system', 'es-MX')).toBe('es');
    expect(chooseLanguage('system', 'de-DE')).toBe('en');
  });

  it('are set once somebody types and again when they change', () => {
    const { spelling, set } = bench();
    spelling.updateLanguages('en', ['en-US']);
    expect(set).toEqual([]);
    spelling.handleTyping();
    spelling.handleTyping();
    expect(set).toEqual([[], ['en-US']]);
    spelling.updateLanguages('en', ['en-US']);
    expect(set).toHaveLength(2);
    spelling.updateLanguages('es', ['en-US']);
    expect(set.at(-1)).toEqual(['es', 'en-US']);
  });

  it('are left to the system on macOS', () => {
    const { spelling, set } = bench('darwin');
    spelling.handleTyping();
    spelling.updateLanguages('en', ['en-US']);
    expect(set).toEqual([]);
  });
});

describe('a dictionary request', () => {
  it('is allowed once somebody types, and never from a page', () => {
    const { spelling } = bench();
    expect(spelling.mayFetch({ url: dictionary })).toBe(false);
    spelling.handleTyping();
    expect(spelling.mayFetch({ url: dictionary })).toBe(true);
    expect(spelling.mayFetch({ url: dictionary, webContentsId: 1 })).toBe(false);
    expect(spelling.mayFetch({ url: 'https://example.com/' })).toBe(false);
  });

  it.each([
    'http://redirector.gvt1.com/edgedl/chrome/dict/en-us-10-1.bdic',
    'https://redirector.gvt1.com.example.com/edgedl/chrome/dict/en-us-10-1.bdic',
    'https://evilgvt1.com/edgedl/chrome/dict/en-us-10-1.bdic',
    'https://redirector.gvt1.com/edgedl/chrome/dict/../other.bdic',
    'https://redirector.gvt1.com/edgedl/other',
    'nowhere',
  ])('is not recognized in %s', (address) => {
    expect(isDictionary(address)).toBe(false);
  });
});
