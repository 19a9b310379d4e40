/** Mentions of people of a team in notes: an @ at the start of a word, followed by the person's whole name. */
import { tokensOf } from './words.ts';

export const mentionCharacter = '@';

const wordsOf = (text: string): readonly string[] => tokensOf(text).map(({ word }) => word);
const startWith = (words: readonly string[], name: readonly string[]): boolean =>
  name.every((word, index) => words[index] === word);

/**
 * Whether a text mentions a name: "Call back, @Ben Ode, please".
 * @param others the other people: "@Ben Ode" does not mention Ben if there is a Ben Ode
 */
export const isMentioned = (text: string, name: string, others: readonly string[]): boolean => {
  const wanted = wordsOf(name);
  if (wanted.length === 0) return false;
  const longer = others
    .map(wordsOf)
    .filter((other) => other.length > wanted.length && startWith(other, wanted));
  return text
    .split(/(?:^|\s)@/u)
    .slice(1)
    .map(wordsOf)
    .some((words) => startWith(words, wanted) && !longer.some((other) => startWith(words, other)));
};
