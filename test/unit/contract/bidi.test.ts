import { expect, it } from 'vitest';
import { isolate } from '../../../contract/bidi.ts';

it('names with right-to-left text are isolated, direction overrides are removed, and other names are unchanged', () => {
  expect(isolate('محمد')).toBe('\u2068محمد\u2069');
  expect(isolate('Dana כהן')).toBe('\u2068Dana כהן\u2069');
  expect(isolate('Mal\u202elory')).toBe('Mallory');
  expect(isolate('\u2067Mallory')).toBe('Mallory');
  expect(isolate('כהן\u2069')).toBe('\u2068כהן\u2069');
  expect(isolate('José Muñoz')).toBe('José Muñoz');
  expect(isolate('Чехов 123')).toBe('Чехов 123');
});
