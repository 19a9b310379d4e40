/** A webhook of Discord. Escaping keeps customers from mentioning people or hiding links. */
import { secretsIn, textOf, type SendTo } from './channel.ts';
import { post } from './post.ts';

/** Flag of a message without previews of its links. */
const withoutPreviews = 4;

const escapeText = (text: string): string => text.replaceAll(/[\\*_~`|>#[\]()-]/g, '\\$&');

export const sendToDiscord: SendTo<'discord'> = ({ address }, message, tools) =>
  post(tools, {
    address,
    body: {
      content: escapeText(textOf(message)),
      allowed_mentions: { parse: [] },
      flags: withoutPreviews,
    },
    secrets: secretsIn(address),
  });
