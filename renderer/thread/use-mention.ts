/** Completes the name of a colleague after an @ in a note. */
import { useState, type KeyboardEvent } from 'react';
import type { PersonName } from '../../contract/commands/team.ts';
import { mentionCharacter } from '../../contract/mentions.ts';

/** The @ before the cursor, and the text after it. */
type Mention = { readonly at: number; readonly query: string };

const maxNames = 6;

const mentionAt = (text: string, caret: number): Mention | null => {
  const at = text.lastIndexOf(mentionCharacter, caret - 1);
  if (at === -1 || (at > 0 && !/\s/.test(text.charAt(at - 1)))) return null;
  const query = text.slice(at + 1, caret);
  return /^\s|\n/.test(query) ? null : { at, query };
};

const startsWith = (name: string, query: string): boolean =>
  name.toLocaleLowerCase().startsWith(query.toLocaleLowerCase());

/** @param write replaces the text of the field, and moves the cursor */
export const useMention = (
  people: readonly PersonName[],
  write: (text: string, caret: number) => void,
) => {
  const [state, setState] = useState<Mention | null>(null);
  const [index, setIndex] = useState(0);
  const names = state === null ? [] : people.filter(({ name }) => startsWith(name, state.query));
  // A complete name needs no suggestion.
  const isComplete = names.length === 1 && names[0]?.name === state?.query;
  const found = isComplete ? [] : names.slice(0, maxNames);
  const chosen = Math.min(index, Math.max(0, found.length - 1));
  const insert = ({ name }: PersonName, text: string): void => {
    if (state === null) return;
    const before = `${text.slice(0, state.at)}${mentionCharacter}${name} `;
    write(before + text.slice(state.at + 1 + state.query.length).trimStart(), before.length);
    setState(null);
  };
  return {
    found,
    chosen,
    insert,
    close: () => setState(null),
    follow: (text: string, caret: number): void => {
      setState(people.length === 0 ? null : mentionAt(text, caret));
      setIndex(0);
    },
    /** Returns whether it used the key. */
    handleKey: ({ key, currentTarget: { value } }: KeyboardEvent<HTMLTextAreaElement>): boolean => {
      const person = found[chosen];
      if (person === undefined) return false;
      if (key === 'Escape') setState(null);
      else if (key === 'ArrowDown') setIndex((chosen + 1) % found.length);
      else if (key === 'ArrowUp') setIndex((chosen - 1 + found.length) % found.length);
      else if (key === 'Enter' || key === 'Tab') insert(person, value);
      else return false;
      return true;
    },
  };
};
