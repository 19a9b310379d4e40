/** Requests to the channels of all kinds but email. Their outcomes and logs contain none of the `secrets`. */
import { createHmac } from 'node:crypto';
import type { ChannelFields, ChannelKind } from '../../contract/channels.ts';
import type { ReachMessage } from '../../contract/reach.ts';
import type { PostRequest } from './post.ts';

type ServiceKind = Exclude<ChannelKind, 'email'>;

export type RequestTo<K extends ServiceKind> = (
  fields: ChannelFields<K>,
  message: ReachMessage,
  now: number,
) => PostRequest;

/** Title and body as one text. */
const textOf = ({ title, body }: ReachMessage): string =>
  body === '' ? title : `${title}\n${body}`;

/** ntfy replaces a missing text, and Pushover refuses it, so a title alone becomes the text. */
const titleAndText = ({ title, body }: ReachMessage) =>
  body === '' ? { message: title } : { title, message: body };

/** A webhook's address and its parts, each of which is secret. */
const secretsIn = (address: string): readonly string[] => {
  const { pathname, searchParams } = new URL(address);
  return [address, pathname, ...pathname.split('/'), ...searchParams.values()];
};

/** Discord refuses longer messages. */
const maxDiscordLength = 2_000;

/** Escaping keeps customers from mentioning people or hiding links. */
const escapeForSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const escapeForDiscord = (text: string): string =>
  text
    .replaceAll(/[\\*_~`|>#[\]()-]/g, '\\$&')
    .slice(0, maxDiscordLength)
    .toWellFormed();

/** Flag of a message without previews of its links. */
const withoutPreviews = 4;

export const requests: { readonly [K in ServiceKind]: RequestTo<K> } = {
  /** docs.ntfy.sh, Publish as JSON: the public server or the professional's own. */
  ntfy: ({ server, topic, token }, message) => ({
    address: server,
    ...(token !== '' && { headers: { authorization: `Bearer ${token}` } }),
    body: { topic, ...titleAndText(message) },
    secrets: [token],
  }),
  /** pushover.net/api */
  pushover: ({ user, token }, message) => ({
    address: 'https://api.pushover.net/1/messages.json',
    body: { token, user, ...titleAndText(message) },
    secrets: [token],
  }),
  /** core.telegram.org/bots/api, sendMessage. The bot's token is part of the address. */
  telegram: ({ chat, token }, message) => ({
    address: `https://api.telegram.org/bot${token}/sendMessage`,
    body: { chat_id: chat, text: textOf(message), link_preview_options: { is_disabled: true } },
    secrets: [token],
  }),
  slack: ({ address }, message) => ({
    address,
    body: { text: escapeForSlack(textOf(message)), unfurl_links: false, unfurl_media: false },
    secrets: secretsIn(address),
  }),
  discord: ({ address }, message) => ({
    address,
    body: {
      content: escapeForDiscord(textOf(message)),
      allowed_mentions: { parse: [] },
      flags: withoutPreviews,
    },
    secrets: secretsIn(address),
  }),
  /** Signed with a timestamp, so that the recipient can reject forged and replayed requests. */
  webhook: ({ address, key }, message, now) => {
    const timestamp = String(Math.floor(now / 1_000));
    const body = JSON.stringify(message);
    const signature = createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex');
    return {
      address,
      headers: {
        'hearthline-timestamp': timestamp,
        'hearthline-signature': `sha256=${signature}`,
      },
      body,
      secrets: [key, ...secretsIn(address)],
    };
  },
};
