import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fail, parseAnswer, succeed } from '../../../contract/errors.ts';

const settings = z.strictObject({ theme: z.enum(['light', 'dark']) });

describe('an answer from another process', () => {
  it('is returned unchanged when it matches the contract', () => {
    expect(parseAnswer(settings, succeed({ theme: 'dark' }))).toEqual(succeed({ theme: 'dark' }));
    const failure = fail('offline', 'No network.', { status: 503, traceID: 't' });
    expect(parseAnswer(settings, failure)).toEqual(failure);
  });

  it.each([
    ['nothing', undefined],
    ['a value without an outcome', { theme: 'dark' }],
    ['another value', succeed({ theme: 'green' })],
    ['a value with an extra field', succeed({ theme: 'dark', token: 'x' })],
    ['a failure with an unknown code', { ok: false, error: { code: 'oops', message: '' } }],
    ['a failure without an error', { ok: false }],
  ])('that is %s becomes a failure without its content', (_what, answer) => {
    expect(parseAnswer(settings, answer)).toEqual(
      fail('internal', 'An answer inside Hearthline is not as the contract says.'),
    );
  });
});
