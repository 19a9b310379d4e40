import { expect, it } from 'vitest';
import { updateOnType } from '../../../../renderer/thread/slash.ts';

it.each([
  ['in an empty reply', '', '/', 1],
  ['at the start of a word', 'Hello ', 'Hello /', 7],
  ['in place of the whole reply', 'Hello there', '/', 1],
  ['in place of a selected word', 'Hello there friend', 'Hello / friend', 7],
])('a slash typed %s opens the saved replies', (_, before, text, caret) => {
  expect(updateOnType(null, before, text, caret)).toEqual({ at: caret - 1, query: '' });
});

it.each([
  ['within a word', 'and', 'and/', 4],
  ['before deleted text', '/ab', '/a', 1],
  ['left over when the rest is deleted', '/ab', '/', 1],
  ['at the end of a pasted text', 'Hi', 'Tues, 5–9 /', 11],
])('a slash %s does not open the saved replies', (_, before, text, caret) => {
  expect(updateOnType(null, before, text, caret)).toBeNull();
});
