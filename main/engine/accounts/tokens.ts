/**
 * Access tokens, asked of main over the port and held in memory only. Requests that need one at the
 * same moment share one question, so that main sees one refusal of a token and not fifty.
 */
import type { Answer } from '../../../contract/errors.ts';
import type { FromEngine } from '../../../contract/port.ts';
import type { AccountID } from '../../../contract/records.ts';

type Question = Extract<FromEngine, { type: 'token' }>;

export type Tokens = {
  /**
   * An access token for an account. `rejected` is one that the service refused with 401: the answer
   * is another one, or why there is none.
   */
  readonly get: (accountID: AccountID, rejected: string | null) => Promise<Answer<string>>;
  /** Main's answer to a question. */
  readonly settle: (id: number, answer: Answer<string>) => void;
  /** Forgets an account's token, and one that is being asked for: its grant has changed. */
  readonly forget: (accountID: AccountID) => void;
};

type Open = {
  readonly accountID: AccountID;
  readonly question: Promise<Answer<string>>;
  readonly answered: (answer: Answer<string>) => void;
};

/** @param ask sends the question to main */
export const createTokens = (ask: (question: Question) => void): Tokens => {
  const held = new Map<AccountID, string>();
  const asked = new Map<AccountID, Promise<Answer<string>>>();
  const open = new Map<number, Open>();
  let lastID = 0;

  const question = (accountID: AccountID, rejected: string | null): Promise<Answer<string>> => {
    const { promise, resolve } = Promise.withResolvers<Answer<string>>();
    lastID += 1;
    open.set(lastID, { accountID, question: promise, answered: resolve });
    asked.set(accountID, promise);
    ask({ type: 'token', id: lastID, accountID, rejected });
    return promise;
  };

  return {
    get: async (accountID, rejected) => {
      const token = held.get(accountID);
      if (token !== undefined && token !== rejected) return { ok: true, value: token };
      return asked.get(accountID) ?? question(accountID, token ?? rejected);
    },
    settle: (id, answer) => {
      const waiting = open.get(id);
      if (waiting === undefined) return;
      open.delete(id);
      waiting.answered(answer);
      // The grant has changed since: the answer is for those who asked before, and kept by nobody.
      if (asked.get(waiting.accountID) !== waiting.question) return;
      asked.delete(waiting.accountID);
      if (answer.ok) held.set(waiting.accountID, answer.value);
      else held.delete(waiting.accountID);
    },
    forget: (accountID) => {
      held.delete(accountID);
      asked.delete(accountID);
    },
  };
};
