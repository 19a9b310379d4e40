/** Rules of a reply's text, for the composer, the engine and replies in a notification. */
import { maxReplyLength } from './limits.ts';

/** Opens the saved replies in the composer. Alone it is a typing mistake, not a reply. */
export const pickerCharacter = '/';

/** Whether a text may be sent. */
export const isReplyText = (text: string): boolean => {
  const trimmed = text.trim();
  return trimmed !== '' && trimmed !== pickerCharacter && trimmed.length <= maxReplyLength;
};

/** The draft after a reply was undone: the reply's text comes first. */
export const prependReply = (text: string, draft: string): string =>
  draft.trim() === '' ? text : `${text}\n\n${draft}`;
