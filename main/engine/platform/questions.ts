/** Questions to main, which answers each by its id. */
import { randomInt } from 'node:crypto';
import type { Answer } from '../../../contract/errors.ts';

/** Picks a random id, because main may still answer questions of an earlier engine process. */
export const pickFirstID = (): number => randomInt(2 ** 47);

/** Asks main by messages with ids, and resolves each to main's answer. */
export const createQuestions = <Question extends { readonly id: number }, T>(
  send: (question: Question) => void,
) => {
  const open = new Map<number, (answer: Answer<T>) => void>();
  let nextID = pickFirstID();
  return {
    ask: (about: Omit<Question, 'id'>) =>
      new Promise<Answer<T>>((resolve) => {
        const id = nextID++;
        open.set(id, resolve);
        send({ ...about, id } as Question);
      }),
    /** Resolves a question with main's answer. */
    settle: (id: number, answer: Answer<T>): void => {
      open.get(id)?.(answer);
      open.delete(id);
    },
  };
};
