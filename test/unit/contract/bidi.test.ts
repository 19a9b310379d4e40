import { expect, it } from 'vitest';
import { isolated } from '../../../contract/bidi.ts';

it('keeps a name from right to left, or one that turns directions, to itself, and leaves others as they are', () => {
  expect(isolated('محمد')).toBe('\u2068محمد\u2069');
  expect(isolated('Dana כהן')).toBe('\u2068Dana כהן\u2069');
  expect(isolated('Mal\u202elory')).toBe('Mallory');
  expect(isolated('José Muñoz')).toBe('José Muñoz');
  expect(isolated('Чехов 123')).toBe('Чехов 123');
});
