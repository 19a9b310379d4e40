import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { errorCodes } from '../../../contract/errors.ts';

type Words = { readonly [key: string]: string | Words };

const folder = new URL('../../../resources/locales/', import.meta.url);
/** A language's words, all namespaces; those of `translation` have no prefix. */
const read = (language: string): Words => {
  const words: Record<string, Words> = {};
  for (const file of readdirSync(new URL(`${language}/`, folder))) {
    const namespace = JSON.parse(
      readFileSync(new URL(`${language}/${file}`, folder), 'utf8'),
    ) as Words;
    if (file === 'translation.json') Object.assign(words, namespace);
    else words[file.replace('.json', '')] = namespace;
  }
  return words;
};

const flat = (words: Words, path = ''): readonly (readonly [string, string])[] =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as const] : flat(value, `${path}${key}.`),
  );

const english = new Map(flat(read('en')));
const spanish = new Map(flat(read('es')));
const placeholders = (text: string): readonly string[] =>
  [...text.matchAll(/\{\{(\w+(?:, number)?)\}\}/g)].map((match) => match[1] ?? '').toSorted();
/** What a key says of one and of several, without the ending that i18next chooses by the count. */
const plural = /_(?:zero|one|other)$/;

describe('the words on the screen', () => {
  it('are complete in English and Spanish', () => {
    expect([...spanish.keys()].toSorted()).toEqual([...english.keys()].toSorted());
    expect([...english, ...spanish].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('have the same placeholders in both languages, written alike', () => {
    for (const [key, text] of english)
      expect([key, placeholders(spanish.get(key) ?? '')]).toEqual([key, placeholders(text)]);
  });

  it('say of every error what happened, what it means and what to do', () => {
    for (const words of [english, spanish])
      for (const code of errorCodes)
        for (const part of ['what', 'means', 'act'])
          expect(words.get(`errors.${code}.${part}`), `${code}.${part}`).toMatch(/\.$/);
  });

  it('have wording for no error that does not exist', () => {
    const named = Object.keys(read('en').errors as Words);
    expect(named.toSorted()).toEqual([...errorCodes].toSorted());
    // What a code means on one screen. The tunnel's failures have codes of their own.
    const own = [...english.keys()].flatMap((key) => {
      const code = /^(?!tunnel)\w+\.failures\.(?:\w+\.)?(\w+)\.what$/.exec(key)?.[1];
      return code === undefined ? [] : [code];
    });
    expect(own.length).toBeGreaterThan(0);
    expect(own.filter((code) => !named.includes(code))).toEqual([]);
  });

  it('say of one and of several what differs, always both, with the thousands apart', () => {
    for (const words of [english, spanish])
      for (const [key, text] of words) {
        if (!plural.test(key)) continue;
        const stem = key.replace(plural, '');
        expect(words.has(`${stem}_one`) && words.has(`${stem}_other`), stem).toBe(true);
        expect(text, key).not.toContain('{{count}}');
      }
  });

  it('put no period behind a Spanish time, which ends with one', () => {
    const doubled = /\{\{(?:time|date|moment|until|start|hours)\}\}\./;
    expect([...spanish].filter(([, text]) => doubled.test(text))).toEqual([]);
  });

  it('never shout', () => {
    expect([...english, ...spanish].filter(([, text]) => /[!¡]/.test(text))).toEqual([]);
  });
});
