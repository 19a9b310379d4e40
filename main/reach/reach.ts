/** Stores channels in the vault and sends messages to them. Loaded when the first channel is used. */
import { randomUUID } from 'node:crypto';
import { checkField, listFields, hasNewTarget, maxChannels } from '../../contract/channels.ts';
import type { CommandInput, CommandOutput } from '../../contract/commands.ts';
import { fail, succeed, type Answer } from '../../contract/errors.ts';
import type { ChannelID, ReachMessage, ReachOutcome } from '../../contract/reach.ts';
import type { ChannelBook, ChannelRecord } from './book.ts';
import { post } from './post.ts';
import { requests, type RequestTo } from './services.ts';

/**
 * Completes a channel's record. A secret that is not entered again is kept, unless messages would go elsewhere.
 * Errors: `invalid_input`, whose detail names the field.
 */
const completeChannel = (
  { name, kind, fields }: Omit<ChannelRecord, 'on'>,
  before: ChannelRecord | null,
): Answer<ChannelRecord> => {
  const stored = before?.kind === kind ? before.fields : {};
  const isUnchanged = (field: string): boolean => fields[field] === undefined && field in stored;
  const isElsewhere = hasNewTarget(fields, stored);
  const all: Record<string, string> = {};
  for (const [field, { secret }] of listFields(kind)) {
    const mayKeep = secret === true && isUnchanged(field) && !isElsewhere;
    const value = mayKeep ? (stored[field] ?? '') : (fields[field] ?? '').trim();
    if (checkField(kind, field, value) !== null)
      return fail('invalid_input', 'A field of the channel is not valid.', { detail: field });
    all[field] = value;
  }
  // A user name without a password cannot sign in, nor a password without a user name.
  if (kind === 'email' && (all['username'] === '') !== (all['password'] === ''))
    return fail('invalid_input', 'User name and password belong together.', { detail: 'password' });
  return succeed({ name, kind, on: before?.on ?? true, fields: all });
};

export type Channels = ReturnType<typeof createChannels>;

const unknownChannel = fail('not_found', 'There is no such channel.');
const noCounts = { lead: 0, message: 0, refused: 0, stopped: 0 };

export const createChannels = (
  dependencies: Parameters<typeof post>[0] & { readonly book: ChannelBook },
) => {
  const { book, clock } = dependencies;

  const sendTo = async (
    { kind, fields }: ChannelRecord,
    message: ReachMessage,
  ): Promise<ReachOutcome> => {
    if (kind === 'email') {
      // The mail library is loaded only when an email is sent.
      const { sendByEmail } = await import('./email.ts');
      return sendByEmail(fields, message);
    }
    const requestTo: RequestTo<typeof kind> = requests[kind];
    return post(dependencies, requestTo(fields, message, clock.now()));
  };

  return {
    /** Errors: `not_found`, `invalid_input`, `conflict`, those of the vault. */
    save: ({
      channelID,
      ...typed
    }: CommandInput<'reach.save'>): Answer<CommandOutput<'reach.save'>> => {
      const before = channelID === null ? null : book.readChannel(channelID as ChannelID);
      if (channelID !== null && before === null) return unknownChannel;
      if (channelID === null && book.listChannelIDs().length >= maxChannels)
        return fail('conflict', 'There are too many channels.');
      const channel = completeChannel(typed, before);
      if (!channel.ok) return channel;
      const id = (channelID ?? randomUUID()) as ChannelID;
      const saved = book.save(id, channel.value);
      return saved.ok ? succeed({ channelID: id }) : saved;
    },
    /** Errors: `not_found`, those of the vault. */
    setOn: (id: ChannelID, on: boolean) => {
      const channel = book.readChannel(id);
      return channel === null ? unknownChannel : book.save(id, { ...channel, on });
    },
    /** Errors: `not_found`. */
    test: async (
      id: ChannelID,
      message: Pick<ReachMessage, 'title' | 'body'>,
    ): Promise<Answer<CommandOutput<'reach.test'>>> => {
      const channel = book.readChannel(id);
      if (channel === null) return unknownChannel;
      const start = clock.steady();
      const outcome = await sendTo(channel, { ...message, counts: noCounts });
      const milliseconds = clock.steady() - start;
      return succeed({ milliseconds, failure: outcome.ok ? null : outcome.failure });
    },
    /** Sends a message once, unless the channel was removed or is off. */
    send: async (id: ChannelID, message: ReachMessage): Promise<ReachOutcome> => {
      const channel = book.readChannel(id);
      return channel?.on === true
        ? sendTo(channel, message)
        : { ok: false, failure: { what: 'missing' }, retryAfter: null };
    },
  };
};
