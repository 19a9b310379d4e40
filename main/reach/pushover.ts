/** Pushover (pushover.net/api). */
import type { SendTo } from './channel.ts';
import { post } from './post.ts';

export const sendToPushover: SendTo<'pushover'> = ({ user, token }, { title, body }, tools) =>
  post(tools, {
    address: 'https://api.pushover.net/1/messages.json',
    body: body === '' ? { token, user, message: title } : { token, user, title, message: body },
    secrets: [token],
  });
