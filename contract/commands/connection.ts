/** How leads come in and replies go out, account by account. */
import { z } from 'zod';
import { connectionReport, keptAccount } from '../accounts.ts';
import * as r from '../records.ts';
import { command, done, noInput } from './command.ts';

export const connectionCommands = {
  'connection.report': command(
    'engine',
    noInput,
    z.strictObject({ reports: z.array(connectionReport) }),
  ),
  /** The accounts whose leads are here, also those that are signed in nowhere, as after a restore. */
  'connection.kept': command('engine', noInput, z.strictObject({ accounts: z.array(keptAccount) })),
  /** How much of an account is here: what its removal would take. */
  'connection.contents': command(
    'engine',
    z.strictObject({ accountID: r.accountID }),
    z.strictObject({
      leads: z.number().int(),
      messages: z.number().int(),
      drafts: z.number().int(),
      notes: z.number().int(),
      /** Replies that have not left or could not be sent. */
      unsent: z.number().int(),
    }),
  ),
  /** How many leads of an account are here still, while it is being removed. */
  'connection.left': command(
    'engine',
    z.strictObject({ accountID: r.accountID }),
    z.strictObject({ leads: z.number().int() }),
  ),
  /** Rests the import of an account's older leads, or goes on with it; new leads come in meanwhile. */
  'connection.pauseImport': command(
    'engine',
    z.strictObject({ accountID: r.accountID, paused: z.boolean() }),
    done,
  ),
  /** The professional has looked up the leads of the gaps that are over: they are shown no more. */
  'connection.dismissGaps': command('engine', z.strictObject({ accountID: r.accountID }), done),
  /** Polls now, checks the webhooks and repairs what is missing. */
  'connection.check': command('engine', z.strictObject({ accountID: r.accountID }), done),
} as const;
