/** A webhook of Discord. A customer's text mentions nobody and hides no link. */
import { secretsIn, textOf, type SendTo } from './channel.ts';
import { post } from './post.ts';

/** Flag of a message without previews of its links. */
const withoutPreviews = 4;

const escaped = (text: string): string => text.replaceAll(/[\\*_~`|>#[\]()-]/g, '\\$&');

export const sendToDiscord: SendTo<'discord'> = ({ address }, message, tools) =>
  post(tools, {
    address,
    body: {
      content: escaped(textOf(message)),
      allowed_mentions: { parse: [] },
      flags: withoutPreviews,
    },
    secrets: secretsIn(address),
  });
