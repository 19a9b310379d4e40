import { expect, it } from 'vitest';
import { findBannedWords } from '../../../scripts/words.mjs';

const findWords = (text: string, file = 'main/a.ts') =>
  findBannedWords(file, text).map(({ line, word }) => `${line} ${word}`);

it('finds a banned word inside a name, with its line', () => {
  expect(findWords('const a = 1;\nconst toldTo = a;\nlet given = 2;')).toEqual([
    '2 toldTo',
    '3 given',
  ]);
  expect(findWords('const outstanding = recommended.saidas;')).toEqual([]);
});

it('finds words and phrases in comments and test titles', () => {
  expect(findWords('/** What came\n * of it. */')).toEqual(['1 what came of']);
  expect(findWords('f(); // asked anew')).toEqual(['1 anew']);
  expect(findWords("it('mends a lead', () => {});")).toEqual(['1 mends']);
  expect(findWords('The door stands open.', 'docs/a.md')).toEqual(['1 door']);
});

it('accepts given and said in a sentence', () => {
  expect(findWords('// the given lead, as the customer said')).toEqual([]);
});

it('accepts every word in other strings and in regular expressions', () => {
  expect(findWords("const a = 'my back door';\nconst b = `told ${a}`;")).toEqual([]);
  expect(findWords('const a = /[`"]door/;\nconst door = 1;')).toEqual(['2 door']);
  expect(findWords("const url = 'https://door.example.com'; // anew")).toEqual(['1 anew']);
});
