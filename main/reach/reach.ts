/** Sends messages to the channels of the vault. Loaded when the first channel is used. */
import { randomUUID } from 'node:crypto';
import { mostChannels, type ChannelKind } from '../../contract/channels.ts';
import type { CommandInput, CommandOutput } from '../../contract/commands.ts';
import { fail, succeed, type Answer } from '../../contract/errors.ts';
import type { ChannelID, ReachMessage, ReachOutcome } from '../../contract/reach.ts';
import type { ChannelBook, ChannelRecord } from './book.ts';
import type { SendTo, Tools } from './channel.ts';
import { sendToDiscord } from './discord.ts';
import { sendToNtfy } from './ntfy.ts';
import { sendToPushover } from './pushover.ts';
import { completeChannel } from './save.ts';
import { sendToSlack } from './slack.ts';
import { sendToTelegram } from './telegram.ts';
import { sendToWebhook } from './webhook.ts';

const kinds: { readonly [K in ChannelKind]: () => Promise<SendTo<K>> } = {
  ntfy: async () => sendToNtfy,
  pushover: async () => sendToPushover,
  telegram: async () => sendToTelegram,
  slack: async () => sendToSlack,
  discord: async () => sendToDiscord,
  // The mail library is loaded only when an email is sent.
  email: async () => (await import('./email.ts')).sendByEmail,
  webhook: async () => sendToWebhook,
};

export type Channels = {
  /** Errors: `not_found`, `invalid_input`, `conflict`, those of the vault. */
  readonly save: (channel: CommandInput<'reach.save'>) => Answer<CommandOutput<'reach.save'>>;
  /** Errors: `not_found`, those of the vault. */
  readonly setOn: (id: ChannelID, on: boolean) => Answer<Record<string, never>>;
  /** Errors: `not_found`. */
  readonly test: (
    id: ChannelID,
    message: Pick<ReachMessage, 'title' | 'body'>,
  ) => Promise<Answer<CommandOutput<'reach.test'>>>;
  /** Sends a message once, unless the channel was removed or is off. */
  readonly send: (id: ChannelID, message: ReachMessage) => Promise<ReachOutcome>;
};

const noSuchChannel = (): Answer<never> => fail('not_found', 'There is no such channel.');
const noCounts = { lead: 0, message: 0, refused: 0, stopped: 0 };

export const createChannels = (dependencies: Tools & { readonly book: ChannelBook }): Channels => {
  const { book, clock } = dependencies;

  const sendTo = async (
    { kind, fields }: ChannelRecord,
    message: ReachMessage,
  ): Promise<ReachOutcome> => {
    const send: SendTo<ChannelKind> = await kinds[kind]();
    return send(fields, message, dependencies);
  };

  return {
    save: ({ channelID, ...typed }) => {
      const before = channelID === null ? null : book.channel(channelID as ChannelID);
      if (channelID !== null && before === null) return noSuchChannel();
      if (channelID === null && book.channelIDs().length >= mostChannels)
        return fail('conflict', 'There are too many channels.');
      const channel = completeChannel(typed, before);
      if (!channel.ok) return channel;
      const id = (channelID ?? randomUUID()) as ChannelID;
      const saved = book.save(id, channel.value);
      return saved.ok ? succeed({ channelID: id }) : saved;
    },
    setOn: (id, on) => {
      const channel = book.channel(id);
      return channel === null ? noSuchChannel() : book.save(id, { ...channel, on });
    },
    test: async (id, message) => {
      const channel = book.channel(id);
      if (channel === null) return noSuchChannel();
      const start = clock.steady();
      const outcome = await sendTo(channel, { ...message, counts: noCounts });
      const milliseconds = clock.steady() - start;
      return succeed({ milliseconds, fault: outcome.ok ? null : outcome.fault });
    },
    send: async (id, message) => {
      const channel = book.channel(id);
      return channel?.on === true
        ? sendTo(channel, message)
        : { ok: false, fault: { what: 'missing' }, retryAfter: null };
    },
  };
};
