import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { errorCodes } from '../../../contract/errors.ts';

type Words = { readonly [key: string]: string | Words };

const folder = new URL('../../../resources/locales/', import.meta.url);
/** All namespaces of a language; keys of `translation` have no prefix. */
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

const flatten = (words: Words, path = ''): readonly (readonly [string, string])[] =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as const] : flatten(value, `${path}${key}.`),
  );

const english = new Map(flatten(read('en')));
const spanish = new Map(flatten(read('es')));
const listPlaceholders = (text: string): readonly string[] =>
  [...text.matchAll(/\{\{(\w+(?:, number)?)\}\}/g)].map((match) => match[1] ?? '').toSorted();
/** The suffixes that i18next chooses by count. */
const plural = /_(?:zero|one|other)$/;

describe('the translations', () => {
  it('are complete in English and Spanish', () => {
    expect([...spanish.keys()].toSorted()).toEqual([...english.keys()].toSorted());
    expect([...english, ...spanish].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('have the same placeholders in both languages', () => {
    for (const [key, text] of english)
      expect([key, listPlaceholders(spanish.get(key) ?? '')]).toEqual([
        key,
        listPlaceholders(text),
      ]);
  });

  it('explain for every error what happened, what it means and what to do', () => {
    for (const words of [english, spanish])
      for (const code of errorCodes)
        for (const part of ['what', 'means', 'act'])
          expect(words.get(`errors.${code}.${part}`), `${code}.${part}`).toMatch(/\.$/);
  });

  it('have no text for an error that does not exist', () => {
    const named = Object.keys(read('en').errors as Words);
    expect(named.toSorted()).toEqual([...errorCodes].toSorted());
    // Texts for one screen. The tunnel's failures have their own codes.
    const own = [...english.keys()].flatMap((key) => {
      const code = /^(?!tunnel)\w+\.failures\.(?:\w+\.)?(\w+)\.what$/.exec(key)?.[1];
      return code === undefined ? [] : [code];
    });
    expect(own.length).toBeGreaterThan(0);
    expect(own.filter((code) => !named.includes(code))).toEqual([]);
  });

  it('have both singular and plural, with formatted numbers', () => {
    for (const words of [english, spanish])
      for (const [key, text] of words) {
        if (!plural.test(key)) continue;
        const stem = key.replace(plural, '');
        expect(words.has(`${stem}_one`) && words.has(`${stem}_other`), stem).toBe(true);
        expect(text, key).not.toContain('{{count}}');
      }
  });

  it('have no period after a Spanish time, which ends with one', () => {
    const doubled = /\{\{(?:time|date|moment|until|start|hours)\}\}\./;
    expect([...spanish].filter(([, text]) => doubled.test(text))).toEqual([]);
  });

  it('have no exclamation marks', () => {
    expect([...english, ...spanish].filter(([, text]) => /[!¡]/.test(text))).toEqual([]);
  });
});
