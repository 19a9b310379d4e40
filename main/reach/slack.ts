/** An incoming webhook of Slack. Escaping keeps customers from mentioning people or hiding links. */
import { secretsIn, textOf, type SendTo } from './channel.ts';
import { post } from './post.ts';

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export const sendToSlack: SendTo<'slack'> = ({ address }, message, tools) =>
  post(tools, {
    address,
    body: { text: escapeText(textOf(message)), unfurl_links: false, unfurl_media: false },
    secrets: secretsIn(address),
  });
