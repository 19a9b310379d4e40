/**
 * Moves an account from the legacy interface to v4. The progress follows from the accounts' state
 * and is not stored, so every step can be interrupted and resumed.
 */
import { z } from 'zod';
import { failure } from '../errors.ts';
import { accountID } from '../records.ts';
import { command, readonlyObject } from '../schema.ts';

const time = z.number().int();
const profileID = z.string().min(1).max(100);

export const move = readonlyObject({
  /** The legacy account. */
  from: accountID,
  /** The chosen v4 profile. */
  profileID: profileID.nullable(),
  /** The v4 account. */
  to: accountID.nullable(),
  /** The professional continued without webhooks: new leads are polled. */
  withoutWebhooks: z.boolean(),
  matching: readonlyObject({
    state: z.enum(['waiting', 'running', 'stopped', 'done']),
    /** Remaining leads. */
    left: z.number().int(),
    /** Leads merged into their v4 lead. */
    matched: z.number().int(),
    /** Leads that v4 does not have; they stay readable in the legacy account. */
    kept: z.number().int(),
    /** Reason for which it stopped without being asked. */
    reason: failure.nullable(),
  }),
  startedAt: time,
  finishedAt: time.nullable(),
});
export type Move = z.infer<typeof move>;

const ofAccount = z.strictObject({ from: accountID });
const moved = z.strictObject({ move });

export const moveCommands = {
  /** Null before `move.begin`. */
  'move.get': command('engine', ofAccount, { move: move.nullable() }),
  /** Starts a move, or returns the existing one. Errors: `not_found` for an account that is not legacy. */
  'move.begin': command('engine', ofAccount, moved),
  /**
   * Saves the choices; another profile resets the account. Errors: `conflict` if `to` is not a connected v4 account
   * of the same environment, or leads were already merged into another.
   */
  'move.choose': command(
    'engine',
    {
      from: accountID,
      profileID: profileID.optional(),
      to: accountID.optional(),
      withoutWebhooks: z.boolean().optional(),
    },
    moved,
  ),
  /**
   * Starts or resumes matching; `move` changes report the progress. Errors: `conflict` while the legacy account is
   * connected or no v4 account is chosen.
   */
  'move.match': command('engine', ofAccount, moved),
  /** Stops matching after the current lead. */
  'move.stop': command('engine', ofAccount, moved),
} as const;
