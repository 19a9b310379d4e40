/** Health of each account's connection. */
import { z } from 'zod';
import { connectionReport, keptAccount } from '../accounts.ts';
import * as r from '../records.ts';
import { command, done, noInput } from '../schema.ts';

export const connectionCommands = {
  'connection.report': command('engine', noInput, { reports: z.array(connectionReport) }),
  /** Accounts with stored leads, also those without a sign-in, as after a restore. */
  'connection.kept': command('engine', noInput, { accounts: z.array(keptAccount) }),
  /** Number of records that the account's removal would delete. */
  'connection.contents': command(
    'engine',
    { accountID: r.accountID },
    {
      leads: z.number().int(),
      messages: z.number().int(),
      drafts: z.number().int(),
      notes: z.number().int(),
      /** Queued and failed replies. */
      unsent: z.number().int(),
    },
  ),
  /** Remaining leads during an account's removal. */
  'connection.left': command('engine', { accountID: r.accountID }, { leads: z.number().int() }),
  /** Pauses or resumes the import of an account's older leads. */
  'connection.pauseImport': command(
    'engine',
    { accountID: r.accountID, paused: z.boolean() },
    done,
  ),
  /** Hides the gaps that have ended. */
  'connection.dismissGaps': command('engine', { accountID: r.accountID }, done),
  /** Polls now, checks and repairs the webhooks. */
  'connection.check': command('engine', { accountID: r.accountID }, done),
} as const;
