import { expect, it } from 'vitest';
import { createFailureCounter } from '../../../../main/engine/receiver/failures.ts';
import { testClock } from '../support/store.ts';

it('only the last thousand remotes are remembered, so that strangers cannot fill the memory', () => {
  const hasFailedTooOften = createFailureCounter(testClock());
  const failFrom = (remote: string, times: number): readonly boolean[] =>
    Array.from({ length: times }, () => hasFailedTooOften(remote));
  expect(failFrom('first', 21).at(-1)).toBe(true);
  for (let remote = 1; remote <= 1_000; remote += 1) failFrom(`remote ${remote}`, 1);
  expect(failFrom('first', 1)).toEqual([false]);
});
