/** Questions to main, which answers each by its number. */
import type { Answer } from '../../../contract/errors.ts';

export const createQuestions = <Question extends { readonly id: number }, T>(
  send: (question: Question) => void,
) => {
  const open = new Map<number, (answer: Answer<T>) => void>();
  let lastID = 0;
  return {
    ask: (about: Omit<Question, 'id'>) =>
      new Promise<Answer<T>>((resolve) => {
        lastID += 1;
        open.set(lastID, resolve);
        send({ ...about, id: lastID } as Question);
      }),
    /** Resolves a question with main's answer. */
    settle: (id: number, answer: Answer<T>): void => {
      open.get(id)?.(answer);
      open.delete(id);
    },
  };
};
