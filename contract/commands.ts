/**
 * Every command of the window. Main validates each input by this table before anything else (security rule 6). The
 * comment of a command lists its own errors; "those of a request" are the connection's codes in errors.ts. Any command
 * may also fail with this computer's codes, such as `disk_full`, or `service_off` without the service.
 */
import type { z } from 'zod';
import { leadCommands } from './commands/leads.ts';
import { conversationCommands } from './commands/conversation.ts';
import { settingsCommands } from './commands/settings.ts';
import { connectionCommands } from './commands/connection.ts';
import { connectCommands } from './commands/connect.ts';
import { shellCommands } from './commands/shell.ts';
import { backgroundCommands } from './commands/background.ts';
import { fileCommands } from './commands/files.ts';
import { insightsCommands } from './commands/insights.ts';
import { legacyCommands } from './commands/legacy.ts';
import { lookupCommands } from './commands/lookup.ts';
import { reachCommands } from './commands/reach.ts';
import { teamCommands } from './commands/team.ts';
import { reviewCommands } from './commands/reviews.ts';
import { savedReplyCommands } from './commands/saved-replies.ts';
import { automaticReplyCommands } from './commands/automatic-replies.ts';
import { savedViewCommands } from './commands/saved-views.ts';
import { searchCommands } from './commands/search.ts';
import { calendarCommands } from './commands/calendar.ts';
import { photoCommands } from './commands/photos.ts';
import { moveCommands } from './commands/move.ts';
import { noteCommands } from './commands/notes.ts';
import { noticeCommands } from './commands/notices.ts';
import { phoneNumberCommands } from './commands/phone-numbers.ts';
import { selectionCommands } from './commands/selection.ts';
import { stagingCommands } from './commands/staging.ts';
import { updateCommands } from './commands/updates.ts';
import { webhookCommands } from './commands/webhooks.ts';
import { tunnelCommands } from './commands/tunnel.ts';
import { fail, succeed, type Answer } from './errors.ts';

export const commands = {
  ...leadCommands,
  ...conversationCommands,
  ...noteCommands,
  ...noticeCommands,
  ...calendarCommands,
  ...fileCommands,
  ...photoCommands,
  ...insightsCommands,
  ...moveCommands,
  ...phoneNumberCommands,
  ...lookupCommands,
  ...legacyCommands,
  ...reachCommands,
  ...teamCommands,
  ...reviewCommands,
  ...savedReplyCommands,
  ...automaticReplyCommands,
  ...savedViewCommands,
  ...searchCommands,
  ...selectionCommands,
  ...stagingCommands,

  ...settingsCommands,
  ...connectionCommands,
  ...webhookCommands,
  ...tunnelCommands,

  ...connectCommands,
  ...backgroundCommands,
  ...shellCommands,
  ...updateCommands,
} as const;

export type CommandName = keyof typeof commands;
export type CommandInput<C extends CommandName> = z.input<(typeof commands)[C]['input']>;
export type CommandOutput<C extends CommandName> = z.output<(typeof commands)[C]['output']>;
/** Commands whose handlers are in this process. */
export type CommandsOf<By extends 'main' | 'engine'> = {
  [C in CommandName]: (typeof commands)[C]['answeredBy'] extends By ? C : never;
}[CommandName];

type ParsedCall = {
  readonly command: CommandName;
  readonly input: z.output<(typeof commands)[CommandName]['input']>;
};

/** Validates a call. Errors: `unknown_command`; `invalid_input`, whose detail names the field, never its value. */
export const parseCall = (command: unknown, input: unknown): Answer<ParsedCall> => {
  if (typeof command !== 'string' || !Object.hasOwn(commands, command)) {
    return fail('unknown_command', 'There is no such command.');
  }
  const name = command as CommandName;
  const parsed = commands[name].input.safeParse(input);
  if (parsed.success) return succeed({ command: name, input: parsed.data });
  return fail('invalid_input', `The input of ${name} is not valid.`, {
    detail: (parsed.error.issues[0]?.path.join('.') ?? '').slice(0, 500),
  });
};
