/** Mentions of people of a team in notes: an @ at the start or after white space, followed by the whole name. */
import { tokenize } from './words.ts';

export const mentionCharacter = '@';

const listWords = (text: string): readonly string[] => tokenize(text).map(({ word }) => word);
const startsWith = (words: readonly string[], name: readonly string[]): boolean =>
  name.every((word, index) => words[index] === word);

/**
 * True if a text mentions a name: "Call back, @Ben Ode, please".
 * @param names of everybody in the team: "@Ben Ode" does not mention Ben if there is a Ben Ode
 */
export const isMentioned = (text: string, name: string, names: readonly string[]): boolean => {
  const nameWords = listWords(name);
  if (nameWords.length === 0) return false;
  const longerNames = names
    .map(listWords)
    .filter((other) => other.length > nameWords.length && startsWith(other, nameWords));
  return text
    .split(/(?:^|\s)@/u)
    .slice(1)
    .map(listWords)
    .some(
      (words) =>
        startsWith(words, nameWords) && !longerNames.some((other) => startsWith(words, other)),
    );
};
