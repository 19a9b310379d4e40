/** A Telegram bot (core.telegram.org/bots/api, sendMessage). Its token is part of the address. */
import { textOf, type SendTo } from './channel.ts';
import { post } from './post.ts';

export const sendToTelegram: SendTo<'telegram'> = ({ chat, token }, message, tools) =>
  post(tools, {
    address: `https://api.telegram.org/bot${token}/sendMessage`,
    body: {
      chat_id: chat,
      text: textOf(message),
      link_preview_options: { is_disabled: true },
    },
    secrets: [token],
  });
