import { describe, expect, it } from 'vitest';
import { toErrorCode, buildFailure, toStatusFailure } from '../../../main/http/status.ts';

const table: [number, string, string][] = [
  [301, 'unexpected_answer', 'unexpected_answer'],
  [400, 'rejected', 'unexpected_answer'],
  [401, 'reconnect_needed', 'unexpected_answer'],
  [403, 'forbidden', 'forbidden'],
  [404, 'gone', 'unexpected_answer'],
  [409, 'conflict', 'unexpected_answer'],
  [410, 'gone', 'unexpected_answer'],
  [422, 'rejected', 'unexpected_answer'],
  [429, 'rate_limited', 'rate_limited'],
  [451, 'unexpected_answer', 'unexpected_answer'],
  [500, 'service_unavailable', 'service_unavailable'],
  [503, 'service_unavailable', 'service_unavailable'],
];

describe('an HTTP status of the service', () => {
  it.each(table)('%i means %s for a record, and %s in a sign-in', (status, code, inSignIn) => {
    expect(toErrorCode(status)).toBe(code);
    expect(toStatusFailure(status)).toEqual(buildFailure(toStatusFailure(status).code, { status }));
    expect(toStatusFailure(status).code).toBe(inSignIn);
  });

  it('has a separate message for each code', () => {
    const words = new Set(table.map(([, code]) => buildFailure(code as 'gone').message));
    expect(words.size).toBe(new Set(table.map(([, code]) => code)).size);
  });
});
