/** Connecting, disconnecting and removing accounts. Main owns the grants. */
import { z } from 'zod';
import { account, keychainState } from '../accounts.ts';
import { longestEmail, longestProfile, longestReturnAddress } from '../limits.ts';
import { importedProfile } from '../profile.ts';
import * as r from '../records.ts';
import { command, done, noInput } from '../schema.ts';

export const connectCommands = {
  'connect.accounts': command('main', noInput, {
    accounts: z.array(account),
    keychain: keychainState,
  }),
  /** Opens a file dialog and imports the chosen profile; null if the dialog was closed. */
  'connect.chooseProfile': command('main', noInput, importedProfile.nullable()),
  /** Imports a dropped or pasted profile. */
  'connect.readProfile': command('main', { json: z.string().max(longestProfile) }, importedProfile),
  /** Imports the profile of the command line or the opened file; null if there is none. */
  'connect.openedProfile': command('main', noInput, importedProfile.nullable()),
  /** Profiles shipped with this build. */
  'connect.builtInProfiles': command('main', noInput, {
    profiles: z.array(z.strictObject({ file: z.string(), name: z.string() })),
  }),
  /** Imports a profile shipped with this build. Errors: `not_found`, and those of `connect.chooseProfile`. */
  'connect.builtInProfile': command('main', { file: z.string().max(255) }, importedProfile),
  /** Confirms the changes of an imported profile. */
  'connect.replaceProfile': command('main', { profileID: z.string().max(100) }, done),
  /** Opens the service's consent page in the browser and waits for the redirect. */
  'connect.start': command(
    'main',
    z.union([
      z.strictObject({
        profileID: z.string().max(100),
        /** Sign-in address, if known. */
        email: z.email().max(longestEmail).optional(),
      }),
      z.strictObject({ accountID: r.accountID }),
    ]),
    { attemptID: z.string(), expiresAt: z.number().int() },
  ),
  /**
   * Opens the consent page of a waiting attempt again, or copies its address. Errors: `not_found` if the attempt has
   * ended.
   */
  'connect.show': command(
    'main',
    { attemptID: z.string().max(100), where: z.enum(['browser', 'clipboard']) },
    done,
  ),
  'connect.cancel': command('main', { attemptID: z.string().max(100) }, done),
  /** Finishes an attempt with the browser's pasted final address, if the redirect failed. */
  'connect.paste': command(
    'main',
    { attemptID: z.string().max(100), address: z.string().max(longestReturnAddress) },
    done,
  ),
  /**
   * Removes the webhooks, deletes the grant and notifies a legacy service. Repeating it retries. Leads stay readable.
   */
  'connect.disconnect': command('main', { accountID: r.accountID }, done),
  /**
   * Disconnects an account and removes all its data. If the service cannot be notified, the first call fails and
   * removes nothing; a second call removes the account anyway. `connection.left` has the progress. An interrupted
   * removal resumes at the next start.
   */
  'connect.remove': command('main', { accountID: r.accountID }, done),
  /** Starts the sandbox inside the app and connects the practice account to it. */
  'connect.practice': command('main', noInput, { accountID: r.accountID }),
} as const;
