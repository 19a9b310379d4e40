/** ntfy (docs.ntfy.sh, Publish as JSON): the public server or the professional's own. */
import type { SendTo } from './channel.ts';
import { post } from './post.ts';

export const sendToNtfy: SendTo<'ntfy'> = ({ server, topic, token }, { title, body }, tools) =>
  post(tools, {
    address: server,
    headers: token === '' ? {} : { authorization: `Bearer ${token}` },
    // ntfy writes "triggered" for a message without a text.
    body: body === '' ? { topic, message: title } : { topic, title, message: body },
    secrets: [token],
  });
