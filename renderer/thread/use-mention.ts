/** Completes the name of a colleague after an @ in a note. */
import { useState } from 'react';
import type { PersonName } from '../../contract/commands/team.ts';
import { mentionCharacter } from '../../contract/mentions.ts';
import { chooseNextOption } from '../ui/next-option.ts';

/** The @ before the cursor, and the text after it. */
type Mention = { readonly at: number; readonly query: string };

const maxNames = 6;

const findMention = (text: string, caret: number): Mention | null => {
  const at = text.lastIndexOf(mentionCharacter, caret - 1);
  if (at === -1 || (at > 0 && !/\s/.test(text.charAt(at - 1)))) return null;
  const query = text.slice(at + 1, caret);
  return /^\s|\n/.test(query) ? null : { at, query };
};

const startsWith = (name: string, query: string): boolean =>
  name.toLocaleLowerCase().startsWith(query.toLocaleLowerCase());

/** `chosen` is an index in `found`. @param write replaces the text of the field and moves the cursor */
export const useMention = (
  people: readonly PersonName[],
  text: string,
  write: (text: string, caret: number) => void,
) => {
  const [mention, setMention] = useState<Mention | null>(null);
  const [index, setIndex] = useState(0);
  const names =
    mention === null ? [] : people.filter(({ name }) => startsWith(name, mention.query));
  // A complete name needs no suggestion.
  const isComplete = names.length === 1 && names[0]?.name === mention?.query;
  const found = isComplete ? [] : names.slice(0, maxNames);
  const chosen = Math.min(index, Math.max(0, found.length - 1));
  const insert = ({ name }: PersonName): void => {
    if (mention === null) return;
    const before = `${text.slice(0, mention.at)}${mentionCharacter}${name} `;
    write(before + text.slice(mention.at + 1 + mention.query.length).trimStart(), before.length);
    setMention(null);
  };
  return {
    found,
    chosen,
    insert,
    close: () => setMention(null),
    onType: (typed: string, caret: number): void => {
      setMention(people.length === 0 ? null : findMention(typed, caret));
      setIndex(0);
    },
    /** Returns true if it used the key. @param key as `getPressedKey` names it */
    handleKey: (key: string): boolean => {
      const person = found[chosen];
      if (person === undefined) return false;
      const next = chooseNextOption(key, chosen, found.length);
      if (next !== null) setIndex(next);
      else if (key === 'Escape') setMention(null);
      else if (key === 'Enter' || key === 'Tab') insert(person);
      else return false;
      return true;
    },
  };
};
