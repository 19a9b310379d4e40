/** Moves an account from the legacy interface to v4. Each step is stored, so that a move can be resumed. */
import { z } from 'zod';
import { failure } from '../errors.ts';
import { accountID, time } from '../records.ts';
import { engineCommand, readonlyObject } from '../schema.ts';

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
    left: z.int(),
    /** Leads merged into their v4 counterparts. */
    matched: z.int(),
    /** Leads that v4 does not have; they stay readable in the legacy account. */
    kept: z.int(),
    /** The failure that stopped matching; null if none did. */
    reason: failure.nullable(),
  }),
  startedAt: time,
  finishedAt: time.nullable(),
});
export type Move = z.infer<typeof move>;

const accountInput = z.strictObject({ from: accountID });
const moveOutput = z.strictObject({ move });

/** The commands after `move.begin` fail with `not_found` if no move was begun. */
export const moveCommands = {
  /** Null before `move.begin`. */
  'move.get': engineCommand(accountInput, { move: move.nullable() }),
  /** Starts a move, or returns the existing one. Errors: `not_found` for an account that is not legacy. */
  'move.begin': engineCommand(accountInput, moveOutput),
  /**
   * Saves the choices; a profile without `to` clears the chosen account. Errors: `conflict` if `to` is not a connected
   * v4 account of the same environment, or if leads were already merged into another account.
   */
  'move.choose': engineCommand(
    {
      from: accountID,
      profileID: profileID.optional(),
      to: accountID.optional(),
      withoutWebhooks: z.boolean().optional(),
    },
    moveOutput,
  ),
  /** Starts or resumes matching, also of kept leads. Errors: `conflict` unless only the v4 account is connected. */
  'move.match': engineCommand(accountInput, moveOutput),
  /** Stops matching after the current lead. */
  'move.stop': engineCommand(accountInput, moveOutput),
} as const;
