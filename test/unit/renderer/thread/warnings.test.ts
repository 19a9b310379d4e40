import { describe, expect, it } from 'vitest';
import { findWarnings } from '../../../../renderer/thread/warnings.ts';

describe('the composer’s warnings', () => {
  it.each([
    ['Call me at (512) 555-0199', ['phone']],
    ['+1 512 555 0199 any time', ['phone']],
    ['Write to sam@example.com', ['email']],
    ['See www.example.org/prices', ['link']],
    ['https://x.example and 512-555-0199 or a@b.co', ['phone', 'email', 'link']],
  ])('appear for %s', (text, expected) => {
    expect(findWarnings(text)).toEqual(expected);
  });

  it.each([
    'I can come at 9:30 on 11/24/2026.',
    'That is $1,250.00 for 3 hours.',
    'Unit 4821, order 20261124.',
    'Yes.Thanks',
  ])('do not appear for %s', (text) => {
    expect(findWarnings(text)).toEqual([]);
  });
});
