/** Connecting an account and ending that: main owns the grant. */
import { z } from 'zod';
import { account, keychainState } from '../accounts.ts';
import { longestEmail, longestProfile, longestReturnAddress } from '../limits.ts';
import { importedProfile } from '../profile.ts';
import * as r from '../records.ts';
import { command, done, noInput } from './command.ts';

export const connectCommands = {
  'connect.accounts': command(
    'main',
    noInput,
    z.strictObject({ accounts: z.array(account), keychain: keychainState }),
  ),
  /** Opens a file dialog and reads the chosen profile; null when the dialog was closed. */
  'connect.chooseProfile': command('main', noInput, importedProfile.nullable()),
  /** Reads a profile that was dropped or pasted. */
  'connect.readProfile': command(
    'main',
    z.strictObject({ json: z.string().max(longestProfile) }),
    importedProfile,
  ),
  /** Reads the profile given on the command line; null when there is none. */
  'connect.givenProfile': command('main', noInput, importedProfile.nullable()),
  /** The profiles that this build brings along, by the names of their files. */
  'connect.builtInProfiles': command(
    'main',
    noInput,
    z.strictObject({ profiles: z.array(z.strictObject({ file: z.string(), name: z.string() })) }),
  ),
  /** Reads one of them. Errors: `not_found`, and as a profile that was chosen. */
  'connect.builtInProfile': command(
    'main',
    z.strictObject({ file: z.string().max(255) }),
    importedProfile,
  ),
  /** The professional has seen what a profile that was read changes, and wants it. */
  'connect.replaceProfile': command(
    'main',
    z.strictObject({ profileID: z.string().max(100) }),
    done,
  ),
  /** Opens the browser at the service's consent page and waits for it to come back. */
  'connect.start': command(
    'main',
    z.union([
      z.strictObject({
        profileID: z.string().max(100),
        /** With which address the account signs in, where the professional says so. */
        email: z.email().max(longestEmail).optional(),
      }),
      z.strictObject({ accountID: r.accountID }),
    ]),
    z.strictObject({ attemptID: z.string(), expiresAt: z.number().int() }),
  ),
  /**
   * Opens the consent page of a waiting attempt once more, or puts its address on the clipboard for
   * another browser. `not_found` when the attempt is over.
   */
  'connect.show': command(
    'main',
    z.strictObject({ attemptID: z.string().max(100), where: z.enum(['browser', 'clipboard']) }),
    done,
  ),
  'connect.cancel': command('main', z.strictObject({ attemptID: z.string().max(100) }), done),
  /** The way out when the browser cannot come back: the address it ended on, pasted by hand. */
  'connect.paste': command(
    'main',
    z.strictObject({
      attemptID: z.string().max(100),
      address: z.string().max(longestReturnAddress),
    }),
    done,
  ),
  /**
   * Removes the webhooks, forgets the grant, tells a legacy service; leads and conversations stay
   * readable. Repeated, it tells the service again.
   */
  'connect.disconnect': command('main', z.strictObject({ accountID: r.accountID }), done),
  /**
   * Disconnects an account and removes it with its leads, conversations and everything made of them.
   * Where the service could not be told of the end, that failure is the answer and nothing is removed;
   * asked once more, it is removed all the same. `connection.left` tells how far it has come. One that
   * was cut off goes on by itself.
   */
  'connect.remove': command('main', z.strictObject({ accountID: r.accountID }), done),
  /** Starts the sandbox inside the app and connects the practice account to it. */
  'connect.practice': command('main', noInput, z.strictObject({ accountID: r.accountID })),
} as const;
