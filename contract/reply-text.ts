/** Rules for the text of a reply, shared by composer, engine and notifications. */
import { maxReplyLength } from './limits.ts';

/** Opens the saved replies in the composer. Without other text it is a typing mistake, not a reply. */
export const pickerCharacter = '/';

/** True if a text may be sent. */
export const isReplyText = (text: string): boolean => {
  const trimmed = text.trim();
  return trimmed !== '' && trimmed !== pickerCharacter && trimmed.length <= maxReplyLength;
};

/** The draft after a reply was undone: the reply's text comes first. */
export const prependReply = (text: string, draft: string): string =>
  draft.trim() === '' ? text : `${text}\n\n${draft}`;
