/** Health of each account's connection. */
import { z } from 'zod';
import { connectionReport, storedAccount } from '../accounts.ts';
import * as r from '../records.ts';
import { command, done, noInput } from '../schema.ts';

export const connectionCommands = {
  'connection.report': command('engine', noInput, { reports: z.array(connectionReport) }),
  /** The accounts in the database, also those without a sign-in, as after a restore. */
  'connection.kept': command('engine', noInput, { accounts: z.array(storedAccount) }),
  /** Number of records that the account's removal would delete. */
  'connection.contents': command(
    'engine',
    { accountID: r.accountID },
    {
      leads: z.int(),
      messages: z.int(),
      drafts: z.int(),
      notes: z.int(),
      /** Replies in the outbox. */
      unsent: z.int(),
    },
  ),
  /** Remaining leads during an account's removal. */
  'connection.left': command('engine', { accountID: r.accountID }, { leads: z.int() }),
  /** Pauses or resumes the import of an account's older leads. Errors: `not_found`. */
  'connection.pauseImport': command(
    'engine',
    { accountID: r.accountID, paused: z.boolean() },
    done,
  ),
  /** Hides the gaps that have ended. */
  'connection.dismissGaps': command('engine', { accountID: r.accountID }, done),
  /** Starts a poll and a repair of the webhooks, without waiting for either. Errors: `not_found`. */
  'connection.check': command('engine', { accountID: r.accountID }, done),
} as const;
