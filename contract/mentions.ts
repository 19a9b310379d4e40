/** Mentions of people of a team in notes: an @ at the start of a word, followed by the person's whole name. */
import { tokensOf } from './words.ts';

/** Starts a mention. */
export const mentionCharacter = '@';

/** Whether a text mentions a name: "Call back, @Ben Ode, please". */
export const isMentioned = (text: string, name: string): boolean => {
  const wanted = tokensOf(name).map(({ word }) => word);
  if (wanted.length === 0) return false;
  return text
    .split(/(?:^|\s)@/u)
    .slice(1)
    .some((rest) => {
      const words = tokensOf(rest).map(({ word }) => word);
      return wanted.every((word, index) => words[index] === word);
    });
};
