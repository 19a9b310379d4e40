/** A `/` typed at the start of a word opens the saved replies; the text after it is the query. */
import { pickerCharacter } from '../../contract/reply-text.ts';

export type Slash = { readonly at: number; readonly query: string };

const maxQueryLength = 40;

/** An open slash with the query up to the cursor; null if that closes it. */
const updateSlash = (text: string, at: number, caret: number): Slash | null => {
  const query = text.slice(at + 1, caret);
  const isQuery = text[at] === pickerCharacter && caret > at && query.length <= maxQueryLength;
  return isQuery && !/^\s|[\n/]/.test(query) ? { at, query } : null;
};

/** The slash after a change of the text. */
export const slashAfter = (
  slash: Slash | null,
  before: string,
  text: string,
  caret: number,
): Slash | null => {
  if (slash !== null) return updateSlash(text, slash.at, caret);
  const at = caret - 1;
  const isOneCharacter = before.startsWith(text.slice(0, Math.max(0, at)));
  const isNew = text.length === before.length + 1 || before[at] !== pickerCharacter;
  const isTyped = text[at] === pickerCharacter && isOneCharacter && isNew;
  const startsWord = caret === 1 || /\s/.test(text[caret - 2] ?? '');
  return isTyped && startsWord ? { at: caret - 1, query: '' } : null;
};

/** The slash after a move of the cursor. */
export const slashAt = (slash: Slash | null, text: string, caret: number): Slash | null =>
  slash === null ? null : updateSlash(text, slash.at, caret);
