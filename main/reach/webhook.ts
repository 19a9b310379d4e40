/** Any other webhook: JSON, signed with a timestamp so that the receiver can reject forged and replayed requests. */
import { createHmac } from 'node:crypto';
import { secretsIn, type SendTo } from './channel.ts';
import { post } from './post.ts';

export const sendToWebhook: SendTo<'webhook'> = ({ address, key }, message, tools) => {
  const timestamp = String(Math.floor(tools.clock.now() / 1_000));
  const body = JSON.stringify(message);
  const signature = createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex');
  return post(tools, {
    address,
    headers: {
      'hearthline-timestamp': timestamp,
      'hearthline-signature': `sha256=${signature}`,
    },
    body,
    secrets: [key, ...secretsIn(address)],
  });
};
