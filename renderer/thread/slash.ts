/**
 * `/` at the start of a word opens the saved replies, and what is typed behind it chooses among them.
 * Only a slash that was typed just now does, also in place of selected text; one in a text that was there
 * is a slash.
 */
import { pickerCharacter } from '../../contract/reply-text.ts';

/** Where the slash stands, and what is typed behind it. */
export type Slash = { readonly at: number; readonly query: string };

const longestQuery = 40;

/** What follows an open slash up to the cursor; null when it is one no longer. */
const stillOpen = (text: string, at: number, caret: number): Slash | null => {
  const query = text.slice(at + 1, caret);
  const isQuery = text[at] === pickerCharacter && caret > at && query.length <= longestQuery;
  return isQuery && !/^\s|[\n/]/.test(query) ? { at, query } : null;
};

/** What a change of the text makes of the slash that is open, or opens. */
export const slashAfter = (
  slash: Slash | null,
  before: string,
  text: string,
  caret: number,
): Slash | null => {
  if (slash !== null) return stillOpen(text, slash.at, caret);
  const at = caret - 1;
  const isOneCharacter = before.startsWith(text.slice(0, Math.max(0, at)));
  const isNew = text.length === before.length + 1 || before[at] !== pickerCharacter;
  const isTyped = text[at] === pickerCharacter && isOneCharacter && isNew;
  const startsWord = caret === 1 || /\s/.test(text[caret - 2] ?? '');
  return isTyped && startsWord ? { at: caret - 1, query: '' } : null;
};

/** The same for a cursor that moved while nothing was typed. */
export const slashAt = (slash: Slash | null, text: string, caret: number): Slash | null =>
  slash === null ? null : stillOpen(text, slash.at, caret);
