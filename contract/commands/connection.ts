/** Health of each account's connection. */
import { z } from 'zod';
import { connectionReport, storedAccount } from '../accounts.ts';
import * as r from '../records.ts';
import { done, engineCommand, noInput } from '../schema.ts';

export const connectionCommands = {
  'connection.report': engineCommand(noInput, { reports: z.array(connectionReport) }),
  /** The accounts in the database, also those without a sign-in, as after a restore. */
  'connection.kept': engineCommand(noInput, { accounts: z.array(storedAccount) }),
  /** Number of records that the account's removal would delete. */
  'connection.contents': engineCommand(
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
  'connection.left': engineCommand({ accountID: r.accountID }, { leads: z.int() }),
  /** Pauses or resumes the import of an account's older leads. Errors: `not_found`. */
  'connection.pauseImport': engineCommand({ accountID: r.accountID, paused: z.boolean() }, done),
  /** Hides the gaps that have ended. */
  'connection.dismissGaps': engineCommand({ accountID: r.accountID }, done),
  /** Starts a poll and a repair of the webhooks, without waiting for either. Errors: `not_found`. */
  'connection.check': engineCommand({ accountID: r.accountID }, done),
} as const;
