/** Which texts can be sent to a customer: the rule of the composer, of the engine and of replies inside a notification. */
import { longestReply } from './limits.ts';

/** Opens the saved replies in the composer. Without any other text it is a slip and no reply. */
export const pickerCharacter = '/';

/** Whether a text can be sent as it is. */
export const isReplyText = (text: string): boolean => {
  const { length } = text.trim();
  return length > 0 && length <= longestReply && text.trim() !== pickerCharacter;
};
