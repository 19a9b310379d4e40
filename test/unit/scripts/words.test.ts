import { expect, it } from 'vitest';
import { bannedWordsIn } from '../../../scripts/words.mjs';

const found = (text: string, file = 'main/a.ts') =>
  bannedWordsIn(file, text).map(({ line, word }) => `${line} ${word}`);

it('finds a banned word inside a name, with its line', () => {
  expect(found('const a = 1;\nconst toldTo = a;\nlet given = 2;')).toEqual(['2 toldTo', '3 given']);
  expect(found('const outstanding = recommended.saidas;')).toEqual([]);
});

it('finds words and phrases in comments and test titles', () => {
  expect(found('/** What came\n * of it. */')).toEqual(['1 what came of']);
  expect(found('f(); // asked anew')).toEqual(['1 anew']);
  expect(found("it('mends a lead', () => {});")).toEqual(['1 mends']);
  expect(found('The door stands open.', 'docs/a.md')).toEqual(['1 door']);
});

it('accepts given and said in a sentence', () => {
  expect(found('// the given lead, as the customer said')).toEqual([]);
});

it('accepts every word in other strings and in regular expressions', () => {
  expect(found("const a = 'my back door';\nconst b = `told ${a}`;")).toEqual([]);
  expect(found('const a = /[`"]door/;\nconst door = 1;')).toEqual(['2 door']);
  expect(found("const url = 'https://door.example.com'; // anew")).toEqual(['1 anew']);
});
