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
const formatMessage = ({ title, body }: ReachMessage): string =>
  body === '' ? title : `${title}\n${body}`;

/** ntfy replaces a missing text, and Pushover refuses it, so a title alone becomes the text. */
const toTitleAndText = ({ title, body }: ReachMessage) =>
  body === '' ? { message: title } : { title, message: body };

/** A webhook's address and its parts, each of which is secret. */
const listSecrets = (address: string): readonly string[] => {
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

/** Flag of a message whose links get no previews. */
const suppressEmbeds = 4;

export const requests: { readonly [K in ServiceKind]: RequestTo<K> } = {
  /** docs.ntfy.sh, Publish as JSON: the public server or the professional's own. */
  ntfy: ({ server, topic, token }, message) => ({
    address: server,
    ...(token !== '' && { headers: { authorization: `Bearer ${token}` } }),
    body: { topic, ...toTitleAndText(message) },
    secrets: [token],
  }),
  /** pushover.net/api */
  pushover: ({ user, token }, message) => ({
    address: 'https://api.pushover.net/1/messages.json',
    body: { token, user, ...toTitleAndText(message) },
    secrets: [token],
  }),
  /** core.telegram.org/bots/api, sendMessage. The bot's token is part of the address. */
  telegram: ({ chat, token }, message) => ({
    address: `https://api.telegram.org/bot${token}/sendMessage`,
    body: {
      chat_id: chat,
      text: formatMessage(message),
      link_preview_options: { is_disabled: true },
    },
    secrets: [token],
  }),
  slack: ({ address }, message) => ({
    address,
    body: {
      text: escapeForSlack(formatMessage(message)),
      unfurl_links: false,
      unfurl_media: false,
    },
    secrets: listSecrets(address),
  }),
  discord: ({ address }, message) => ({
    address,
    body: {
      content: escapeForDiscord(formatMessage(message)),
      allowed_mentions: { parse: [] },
      flags: suppressEmbeds,
    },
    secrets: listSecrets(address),
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
      secrets: [key, ...listSecrets(address)],
    };
  },
};
