/** An incoming webhook of Slack. A customer's text mentions nobody and hides no link. */
import { secretsIn, textOf, type SendTo } from './channel.ts';
import { post } from './post.ts';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export const sendToSlack: SendTo<'slack'> = ({ address }, message, tools) =>
  post(tools, {
    address,
    body: { text: escaped(textOf(message)), unfurl_links: false, unfurl_media: false },
    secrets: secretsIn(address),
  });
