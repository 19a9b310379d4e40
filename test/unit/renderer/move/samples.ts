/** Moves for the tests of the assistant. */
import type { Move } from '../../../../contract/commands/move.ts';
import { type AccountID } from '../../../../contract/records.ts';
import { noon } from '../support/samples.ts';

export const moveLike = (change: Partial<Move> = {}): Move => ({
  from: 'old' as AccountID,
  profileID: null,
  to: null,
  withoutWebhooks: false,
  matching: { state: 'waiting', left: 3, matched: 0, kept: 0, reason: null },
  startedAt: noon,
  finishedAt: null,
  ...change,
});
