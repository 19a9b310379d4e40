/** Questions to main, which answers each by its number. */
import type { Answer } from '../../../contract/errors.ts';

export type Questions<Question extends { readonly id: number }, T> = {
  readonly ask: (about: Omit<Question, 'id'>) => Promise<Answer<T>>;
  /** Resolves a question with main's answer. */
  readonly settle: (id: number, answer: Answer<T>) => void;
};

export const createQuestions = <Question extends { readonly id: number }, T>(
  send: (question: Question) => void,
): Questions<Question, T> => {
  const open = new Map<number, (answer: Answer<T>) => void>();
  let lastID = 0;
  return {
    ask: (about) =>
      new Promise((answered) => {
        lastID += 1;
        open.set(lastID, answered);
        send({ ...about, id: lastID } as Question);
      }),
    settle: (id, answer) => {
      open.get(id)?.(answer);
      open.delete(id);
    },
  };
};
