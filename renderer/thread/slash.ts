/** A `/` typed at the start of a word opens the saved replies; the text after it is the query. */
import { pickerCharacter } from '../../contract/reply-text.ts';

export type Slash = { readonly at: number; readonly query: string };

const maxQueryLength = 40;

/** Parses the slash at `at` and the query between it and the cursor; null without a slash or a possible query. */
const parseSlash = (text: string, at: number, caret: number): Slash | null => {
  const query = text.slice(at + 1, caret);
  const isQuery = text[at] === pickerCharacter && caret > at && query.length <= maxQueryLength;
  return isQuery && !/^\s|[\n/]/.test(query) ? { at, query } : null;
};

/** The slash after a change of the text. */
export const updateOnType = (
  slash: Slash | null,
  before: string,
  text: string,
  caret: number,
): Slash | null => {
  if (slash !== null) return parseSlash(text, slash.at, caret);
  const at = caret - 1;
  const isOneCharacter = before.startsWith(text.slice(0, Math.max(0, at)));
  const isNew = text.length === before.length + 1 || before[at] !== pickerCharacter;
  const isTyped = text[at] === pickerCharacter && isOneCharacter && isNew;
  const startsWord = at === 0 || /\s/.test(text[at - 1] ?? '');
  return isTyped && startsWord ? { at, query: '' } : null;
};

/** The slash after a move of the cursor. */
export const updateOnMove = (slash: Slash | null, text: string, caret: number): Slash | null =>
  slash === null ? null : parseSlash(text, slash.at, caret);
