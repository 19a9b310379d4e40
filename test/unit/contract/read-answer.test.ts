import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fail, readAnswer, succeed } from '../../../contract/errors.ts';

const settings = z.strictObject({ theme: z.enum(['light', 'dark']) });

describe('an answer of another process', () => {
  it('is taken as it is where the contract knows it', () => {
    expect(readAnswer(settings, succeed({ theme: 'dark' }))).toEqual(succeed({ theme: 'dark' }));
    const failure = fail('offline', 'No network.', { status: 503, traceID: 't' });
    expect(readAnswer(settings, failure)).toEqual(failure);
  });

  it.each([
    ['nothing', undefined],
    ['a value without a word on how it went', { theme: 'dark' }],
    ['another value', succeed({ theme: 'green' })],
    ['a value with more in it', succeed({ theme: 'dark', token: 'x' })],
    ['a failure that is not in the list', { ok: false, error: { code: 'oops', message: '' } }],
    ['a failure without words', { ok: false }],
  ])('that is %s is a failure, without what was in it', (_what, answer) => {
    expect(readAnswer(settings, answer)).toEqual(
      fail('internal', 'An answer inside Hearthline is not as the contract says.'),
    );
  });
});
