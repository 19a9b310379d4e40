/**
 * Every call the window can make: name, who answers it, what it takes and what it returns. Main checks
 * each input against this table before anything else sees it (security rule 6); a command that is
 * not here does not exist.
 */
import { z } from 'zod';
import { businessHours } from './business-hours.ts';
import { backgroundCommands } from './commands/background.ts';
import { command, cursor, done, noInput } from './commands/command.ts';
import { fileCommands } from './commands/files.ts';
import { customerCommands } from './commands/customer.ts';
import { hoursCommands } from './commands/hours.ts';
import { insightsCommands } from './commands/insights.ts';
import { legacyCommands } from './commands/legacy.ts';
import { lookupCommands } from './commands/lookup.ts';
import { reviewCommands } from './commands/reviews.ts';
import { savedReplyCommands } from './commands/saved-replies.ts';
import { savedViewCommands } from './commands/saved-views.ts';
import { searchCommands } from './commands/search.ts';
import { calendarCommands } from './commands/calendar.ts';
import { photoCommands } from './commands/photos.ts';
import { accelerator, menuCommands } from './commands/menu.ts';
import { moveCommands } from './commands/move.ts';
import { noteCommands } from './commands/notes.ts';
import { noticeCommands } from './commands/notices.ts';
import { phoneNumberCommands } from './commands/phone-numbers.ts';
import { selectionCommands } from './commands/selection.ts';
import { stagingCommands } from './commands/staging.ts';
import { tagCommands } from './commands/tags.ts';
import { webhookCommands } from './commands/webhooks.ts';
import { tunnelCommands } from './commands/tunnel.ts';
import { fail, failure, succeed, type Answer } from './errors.ts';
import { events } from './events.ts';
import {
  longestEmail,
  longestMenuLabel,
  longestProfile,
  longestQuery,
  longestReply,
  longestReturnAddress,
  textSizes,
} from './limits.ts';
import { marks } from './marks.ts';
import { importedProfile, publicProfile } from './profile.ts';
import { quietHours } from './quiet-hours.ts';
import * as r from './records.ts';
import { viewPartNames } from './views.ts';

/** The key of a business that `views.counts` returned. */
const businessKey = z.string().max(500);

/** How many leads each part of a view has, in its order; none where the view has no parts, or in a search. */
const parts = z.array(
  z.strictObject({ name: z.enum(viewPartNames), length: z.number().int() }).readonly(),
);

const menuLabel = z.string().min(1).max(longestMenuLabel);

const leadIDs = z.array(r.leadID).min(1).max(500);

/** A reply that is in the composer again. */
const givenBack = z.strictObject({
  leadID: r.leadID,
  /** The id that it was written under; null for one of an older version. */
  replyID: r.replyID.nullable(),
  /** The reply's own text. */
  text: z.string(),
  /** The draft as it stands now, that text in it. */
  draft: z.string(),
});

export const commands = {
  // -- leads
  /**
   * Rows of a view in its order: from the top, from a position on, after a place (`cursor`) or the
   * ones just above it (`before`). At most one of these is given; a search knows no positions and
   * nothing before a place.
   */
  'leads.list': command(
    'engine',
    z.strictObject({
      view: r.viewName,
      business: businessKey.optional(),
      /** What is searched for (search-query.ts); one that asks for nothing lists the whole view. */
      query: z.string().max(longestQuery).optional(),
      /** The search is of all leads, whatever the view. */
      everywhere: z.boolean().optional(),
      position: z.number().int().min(0).optional(),
      cursor: cursor.optional(),
      before: cursor.optional(),
      limit: z.number().int().min(1).max(500),
    }),
    z.strictObject({
      leads: z.array(r.listedLead),
      /** The place after which the next page begins; null at the end of the list. */
      next: cursor.nullable(),
      /** How many leads the view has; null in a search, which stops early. */
      total: z.number().int().nullable(),
      parts,
    }),
  ),
  /**
   * Those of the given leads that stand between two places of a view or a search (both included; null: its top,
   * its end), in no order, and how many stand above the first place. `position` is how many that were
   * when it was asked last: from there it is found.
   */
  'leads.within': command(
    'engine',
    z.strictObject({
      view: r.viewName,
      business: businessKey.optional(),
      /** As in `leads.list`. */
      query: z.string().max(longestQuery).optional(),
      everywhere: z.boolean().optional(),
      leadIDs: z.array(r.leadID).max(500),
      from: cursor.nullable(),
      to: cursor.nullable(),
      position: z.number().int().min(0),
    }),
    z.strictObject({
      leads: z.array(r.listedLead),
      position: z.number().int(),
      total: z.number().int(),
      parts,
    }),
  ),
  'leads.get': command(
    'engine',
    z.strictObject({ leadID: r.leadID }),
    z.strictObject({ lead: r.leadDetails }),
  ),
  'leads.mark': command(
    'engine',
    z.strictObject({ leadIDs, ...z.strictObject(marks).partial().shape }),
    done,
  ),
  'views.counts': command(
    'engine',
    z.strictObject({ business: businessKey.optional() }),
    z.strictObject({
      counts: z.record(r.viewName, z.number().int()),
      businesses: z.array(r.business),
    }),
  ),

  // -- the conversation
  'thread.page': command(
    'engine',
    z.strictObject({
      leadID: r.leadID,
      /**
       * The messages before this point, those after it, or those on both sides of a message or of a
       * time; one of these at most, and without any the newest. Oldest first in the answer.
       */
      before: cursor.optional(),
      after: cursor.optional(),
      around: z.union([r.messageID, r.time]).optional(),
      limit: z.number().int().min(1).max(200),
    }),
    z.strictObject({
      messages: z.array(r.message),
      /** Before which there are older ones; null at the beginning. */
      earlier: cursor.nullable(),
      /** After which there are newer ones; left out at the end. */
      later: cursor.optional(),
    }),
  ),
  /** Tells the engine what the professional looks at: it polls that lead often and keeps quiet about it. */
  'thread.watch': command(
    'engine',
    z.strictObject({ leadID: r.leadID.nullable(), focused: z.boolean() }),
    done,
  ),
  /**
   * Keeps what is being written, unless it was sent already: then `sent` is that reply's text (empty
   * when it was taken back), and what was written since belongs under another id.
   */
  'drafts.save': command(
    'engine',
    z.strictObject({ leadID: r.leadID, replyID: r.replyID, text: z.string().max(100_000) }),
    z.strictObject({ sent: z.string().nullable() }),
  ),
  /**
   * Queues a reply and clears the draft, in one transaction. An id is taken once: a second call under
   * it answers with the same reply, and `conflict` when that was taken back.
   */
  'messages.send': command(
    'engine',
    z.strictObject({
      leadID: r.leadID,
      replyID: r.replyID,
      text: z.string().trim().min(1).max(longestReply),
      /** When it leaves, by the computer's clock, and whether it stays when the customer writes before. */
      later: z.strictObject({ at: r.time, unlessAnswered: z.boolean() }).optional(),
    }),
    z.strictObject({ message: r.message }),
  ),
  /** Calls a reply back that waits or failed, once or again. `too_late` once it has left. */
  'messages.undo': command('engine', z.strictObject({ messageID: r.messageID }), givenBack),
  /**
   * Tries a reply that failed or waits, and looks now for one that may have arrived; `anyway` sends it
   * without looking. `conflict` while it is on its way.
   */
  'messages.retry': command(
    'engine',
    z.strictObject({ messageID: r.messageID, anyway: z.boolean().optional() }),
    z.strictObject({ message: r.message }),
  ),
  /** Removes a reply that could not be sent or confirmed; its text is in this answer and nowhere else. */
  'messages.discard': command('engine', z.strictObject({ messageID: r.messageID }), givenBack),

  ...customerCommands,
  ...noteCommands,
  ...noticeCommands,
  ...calendarCommands,
  ...fileCommands,
  ...photoCommands,
  ...hoursCommands,
  ...insightsCommands,
  ...tagCommands,
  ...moveCommands,
  ...phoneNumberCommands,
  ...lookupCommands,
  ...legacyCommands,
  ...reviewCommands,
  ...savedReplyCommands,
  ...savedViewCommands,
  ...searchCommands,
  ...selectionCommands,
  ...stagingCommands,

  // -- settings and the state of things
  'settings.get': command('engine', noInput, z.strictObject({ settings: r.settings })),
  'settings.change': command(
    'engine',
    z.strictObject({
      theme: z.enum(['system', 'light', 'dark']).optional(),
      contrast: z.enum(['system', 'more']).optional(),
      textSize: z.literal(textSizes).optional(),
      density: z.enum(['comfortable', 'compact']).optional(),
      undoSeconds: z.number().int().min(0).max(30).optional(),
      notifications: z.boolean().optional(),
      sendOpensNext: z.boolean().optional(),
      language: z.enum(['system', 'en', 'es']).optional(),
      businessHours: businessHours.optional(),
      quietHours: quietHours.optional(),
    }),
    z.strictObject({ settings: r.settings }),
  ),
  'connection.report': command(
    'engine',
    noInput,
    z.strictObject({ reports: z.array(r.connectionReport) }),
  ),
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
  /** Polls now, checks the webhooks and repairs what is missing. */
  'connection.check': command('engine', z.strictObject({ accountID: r.accountID }), done),

  ...webhookCommands,
  ...tunnelCommands,

  // -- connecting: main owns the grant
  'connect.accounts': command(
    'main',
    noInput,
    z.strictObject({ accounts: z.array(r.account), keychain: r.keychainState }),
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
   * asked once more, it is removed all the same. `connection.left` tells how far it has come.
   */
  'connect.remove': command('main', z.strictObject({ accountID: r.accountID }), done),
  /** Starts the sandbox inside the app and connects the practice account to it. */
  'connect.practice': command('main', noInput, z.strictObject({ accountID: r.accountID })),

  // -- the shell
  ...backgroundCommands,
  'shell.info': command(
    'main',
    noInput,
    z.strictObject({
      version: z.string(),
      runtime: z.string(),
      platform: z.string(),
      locale: z.string(),
      /** Where to begin: on the welcome screen, or in the inbox. */
      start: z.enum(['welcome', 'inbox']),
      /** How the engine is: what it said before the window was there is not said again. */
      engine: events.engine,
      /** The profile given on the command line, ready to connect with, or why it cannot be used. */
      profile: z
        .union([
          z.strictObject({ profileID: z.string(), profile: publicProfile }),
          z.strictObject({ error: failure }),
        ])
        .nullable(),
    }),
  ),
  /** Starts the engine again after it has stopped; `engine` tells how that goes. */
  'shell.restartEngine': command('main', noInput, done),
  /** Opens an https, mailto or tel link in the system's program, after a click. */
  'shell.openLink': command('main', z.strictObject({ url: z.string().max(4_000) }), done),
  /** Shows a native menu, with keys where they are given; null is a line. Answers which entry was chosen. */
  'shell.showMenu': command(
    'main',
    z.strictObject({
      items: z
        .array(z.union([menuLabel, z.strictObject({ label: menuLabel, accelerator })]).nullable())
        .min(1)
        .max(50),
      /** Where, when not at the mouse: a place of the page. */
      at: z.strictObject({ x: z.number().min(0), y: z.number().min(0) }).optional(),
    }),
    z.strictObject({ chosen: z.number().int().nullable() }),
  ),
  ...menuCommands,
  /** The first leads are on the screen: how many leads there are and how many need a reply. */
  'shell.painted': command(
    'main',
    z.strictObject({ leads: z.number().int(), needsReply: z.number().int() }),
    done,
  ),
} as const;

export type CommandName = keyof typeof commands;
export type CommandInput<C extends CommandName> = z.input<(typeof commands)[C]['input']>;
export type CommandOutput<C extends CommandName> = z.output<(typeof commands)[C]['output']>;
/** The commands that a given process answers. */
export type CommandsOf<By extends 'main' | 'engine'> = {
  [C in CommandName]: (typeof commands)[C]['answeredBy'] extends By ? C : never;
}[CommandName];

/** A call that the contract knows, with the input that its schema has read. */
type ReadCall = {
  readonly command: CommandName;
  readonly input: z.output<(typeof commands)[CommandName]['input']>;
};

/**
 * The one check of a call. Errors: `unknown_command`, for `__proto__` and anything inherited too, and
 * `invalid_input` naming the field and never its value.
 */
export const readCall = (command: unknown, input: unknown): Answer<ReadCall> => {
  if (typeof command !== 'string' || !Object.hasOwn(commands, command)) {
    return fail('unknown_command', 'There is no such command.');
  }
  const name = command as CommandName;
  const read = commands[name].input.safeParse(input);
  if (read.success) return succeed({ command: name, input: read.data });
  return fail('invalid_input', `The input of ${name} is not valid.`, {
    detail: (read.error.issues[0]?.path.join('.') ?? '').slice(0, 500),
  });
};
