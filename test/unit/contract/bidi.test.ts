import { expect, it } from 'vitest';
import { isolated } from '../../../contract/bidi.ts';

it('names with right-to-left text are isolated, direction overrides are removed, and other names are unchanged', () => {
  expect(isolated('محمد')).toBe('\u2068محمد\u2069');
  expect(isolated('Dana כהן')).toBe('\u2068Dana כהן\u2069');
  expect(isolated('Mal\u202elory')).toBe('Mallory');
  expect(isolated('\u2067Mallory')).toBe('Mallory');
  expect(isolated('כהן\u2069')).toBe('\u2068כהן\u2069');
  expect(isolated('José Muñoz')).toBe('José Muñoz');
  expect(isolated('Чехов 123')).toBe('Чехов 123');
});
