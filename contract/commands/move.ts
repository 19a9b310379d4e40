/**
 * Moving an account from the legacy interface to v4 (service.md, Versioning). How far a move has come
 * follows from what is there: the legacy grant ended, a profile chosen, an account connected, its
 * webhooks in order, its leads matched. Nothing else is remembered, so every step can be left and
 * taken up again.
 */
import { z } from 'zod';
import { failure } from '../errors.ts';
import { accountID } from '../records.ts';
import { command } from './command.ts';

const time = z.number().int();
const profileID = z.string().min(1).max(100);

export const move = z
  .object({
    /** The legacy account. */
    from: accountID,
    /** The v4 profile that was chosen. */
    profileID: profileID.nullable(),
    /** The v4 account that takes the leads over. */
    to: accountID.nullable(),
    /** The professional went on without webhooks: new leads are found by asking. */
    withoutWebhooks: z.boolean(),
    matching: z
      .object({
        state: z.enum(['waiting', 'running', 'stopped', 'done']),
        /** Leads still to be looked at. */
        left: z.number().int(),
        /** Leads whose notes and messages stand with the v4 lead now. */
        matched: z.number().int(),
        /** Leads that the v4 interface does not have: they stay readable where they are. */
        kept: z.number().int(),
        /** Why it stopped, where nobody asked it to. */
        reason: failure.nullable(),
      })
      .readonly(),
    startedAt: time,
    finishedAt: time.nullable(),
  })
  .readonly();
export type Move = z.infer<typeof move>;

const ofAccount = z.strictObject({ from: accountID });
const moved = z.strictObject({ move });

export const moveCommands = {
  /** The move of a legacy account; null before it was begun. */
  'move.get': command('engine', ofAccount, z.strictObject({ move: move.nullable() })),
  /** Begins a move, or returns the one that was begun. `not_found` for an account that is not legacy. */
  'move.begin': command('engine', ofAccount, moved),
  /**
   * Keeps what was chosen; another profile means another account. `conflict` for a `to` that is not a
   * connected v4 account of the same environment, or once another account has taken leads over.
   */
  'move.choose': command(
    'engine',
    z.strictObject({
      from: accountID,
      profileID: profileID.optional(),
      to: accountID.optional(),
      withoutWebhooks: z.boolean().optional(),
    }),
    moved,
  ),
  /**
   * Matches the leads, from where it stopped; the `move` change tells how it goes. `conflict` while
   * the legacy account is connected or no v4 account is chosen.
   */
  'move.match': command('engine', ofAccount, moved),
  /** Stops matching after the lead that is under way. */
  'move.stop': command('engine', ofAccount, moved),
} as const;
