/**
 * Full text: what is put into the index, and how a person's words become a query of it. Users'
 * input is never FTS syntax.
 */
import type { Store } from '../platform/store/store.ts';

// unicode61 takes a run of these scripts, which have no spaces between words, for one word.
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;
const spaced = (text: string): string => text.replace(unspaced, ' $& ');

export const indexMessage = (store: Store, message: number, text: string): void => {
  store
    .prepare<[number, string]>(
      'search.indexMessage',
      'INSERT OR REPLACE INTO message_search (rowid, text) VALUES (?, ?)',
    )
    .run(message, spaced(text));
};

export const forgetMessage = (store: Store, message: number): void => {
  store
    .prepare<[number]>('search.forgetMessage', 'DELETE FROM message_search WHERE rowid = ?')
    .run(message);
};

export const indexLead = (store: Store, lead: number, text: string): void => {
  store
    .prepare<[number, string]>(
      'search.indexLead',
      'INSERT OR REPLACE INTO lead_search (rowid, text) VALUES (?, ?)',
    )
    .run(lead, spaced(text));
};

export const forgetLead = (store: Store, lead: number): void => {
  store.prepare<[number]>('search.forgetLead', 'DELETE FROM lead_search WHERE rowid = ?').run(lead);
};

const mostWords = 12;

/**
 * The FTS5 expressions for what a person typed, one for each word, all of which a lead must match;
 * the last word matches as a prefix. Words beyond the twelfth are not looked at. Empty when there is no letter or digit in it.
 */
export const matchExpressions = (query: string): readonly string[] => {
  const words = query.normalize('NFC').match(/[\p{L}\p{M}\p{N}\p{Co}]+/gu) ?? [];
  return words.slice(0, mostWords).map((word, index) => {
    const phrase = `"${spaced(word).trim()}"`;
    return index === Math.min(words.length, mostWords) - 1 ? `${phrase}*` : phrase;
  });
};
