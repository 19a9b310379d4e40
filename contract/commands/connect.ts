/** Connecting, disconnecting and removing accounts. Main owns the grants. */
import { z } from 'zod';
import { account, keychainState } from '../accounts.ts';
import { maxEmailLength, maxProfileLength, maxReturnAddressLength } from '../limits.ts';
import { importedProfile } from '../profile.ts';
import * as r from '../records.ts';
import { done, mainCommand, noInput } from '../schema.ts';

export const connectCommands = {
  'connect.accounts': mainCommand(noInput, {
    accounts: z.array(account),
    keychain: keychainState,
  }),
  /** Imports a profile chosen in a dialog; null if it was closed. Errors: `profile_unreadable`, `profile_invalid`. */
  'connect.chooseProfile': mainCommand(noInput, importedProfile.nullable()),
  /** Imports a dropped or pasted profile. Errors: those of `connect.chooseProfile`. */
  'connect.readProfile': mainCommand({ json: z.string().max(maxProfileLength) }, importedProfile),
  /** Imports the profile of the command line or the opened file; null without one. Errors: as for `chooseProfile`. */
  'connect.openedProfile': mainCommand(noInput, importedProfile.nullable()),
  /** Profiles shipped with this build. */
  'connect.builtInProfiles': mainCommand(noInput, {
    profiles: z.array(z.strictObject({ file: z.string(), name: z.string() })),
  }),
  /** Imports a profile shipped with this build. Errors: `not_found`, and those of `connect.chooseProfile`. */
  'connect.builtInProfile': mainCommand({ file: z.string().max(255) }, importedProfile),
  /** Saves the changes of an imported profile after a confirmation. Errors: `not_found`. */
  'connect.replaceProfile': mainCommand({ profileID: z.string().max(100) }, done),
  /** Opens the consent page and cancels an earlier attempt; events follow. Errors: `not_found`, `port_in_use`. */
  'connect.start': mainCommand(
    z.union([
      z.strictObject({
        profileID: z.string().max(100),
        /** Sign-in address, if known. */
        email: z.email().max(maxEmailLength).optional(),
      }),
      z.strictObject({ accountID: r.accountID }),
    ]),
    { attemptID: z.string(), expiresAt: z.int() },
  ),
  /** Opens the consent page of a waiting attempt again, or copies its address. Errors: `not_found` after its end. */
  'connect.show': mainCommand(
    { attemptID: z.string().max(100), where: z.enum(['browser', 'clipboard']) },
    done,
  ),
  /** Cancels a waiting attempt; one that has ended is ignored. */
  'connect.cancel': mainCommand({ attemptID: z.string().max(100) }, done),
  /** Finishes an attempt by a pasted address. Errors: `not_found`; `invalid_input`, `connect_mismatch` keep it open. */
  'connect.paste': mainCommand(
    { attemptID: z.string().max(100), address: z.string().max(maxReturnAddressLength) },
    done,
  ),
  /**
   * Removes the webhooks, deletes the grant and notifies a legacy service or the team's hub. Leads stay readable. If
   * that fails, a repeated call retries it. Errors: `not_found`; `owner_only` for a team's account;
   * `conflict` if it was reconnected meanwhile; `connect_refused`, those of a request or the hub's, if only the
   * notification fails.
   */
  'connect.disconnect': mainCommand({ accountID: r.accountID }, done),
  /**
   * Disconnects an account and removes all its data. If the service cannot be notified, the first call disconnects,
   * fails and removes no data; a second call removes the account anyway. `connection.left` has the progress. An
   * interrupted removal resumes at the next start. Errors: those of `connect.disconnect`.
   */
  'connect.remove': mainCommand({ accountID: r.accountID }, done),
  /** Connects the practice account to our sandbox. Errors: `service_unavailable`; `conflict` with a real account. */
  'connect.practice': mainCommand(noInput, { accountID: r.accountID }),
} as const;
