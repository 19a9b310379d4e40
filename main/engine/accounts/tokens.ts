/**
 * Requests access tokens from main and keeps them in memory only. Concurrent requests share one
 * question, so that main sees one rejected token and not fifty.
 */
import type { Answer } from '../../../contract/errors.ts';
import type { FromEngine } from '../../../contract/port.ts';
import { createQuestions } from '../platform/questions.ts';
import type { AccountID } from '../../../contract/records.ts';
import type { TokenSource } from '../platform/http/transport.ts';

type Question = Extract<FromEngine, { type: 'token' }>;

export type Tokens = {
  /** Creates the token source of one grant, which shares no tokens with those of earlier grants. */
  readonly of: (accountID: AccountID) => TokenSource;
  /** Resolves a question with main's answer. */
  readonly settle: (id: number, answer: Answer<string>) => void;
};

export const createTokens = (ask: (question: Question) => void): Tokens => {
  const questions = createQuestions<Question, string>(ask);

  return {
    of: (accountID) => {
      let current: string | null = null;
      let pending: Promise<Answer<string>> | null = null;
      const renew = async (rejected: string | null): Promise<Answer<string>> => {
        const answer = await questions.ask({ type: 'token', accountID, rejected });
        pending = null;
        current = answer.ok ? answer.value : null;
        return answer;
      };
      return async (rejected) => {
        if (current !== null && current !== rejected) return { ok: true, value: current };
        pending ??= renew(current ?? rejected);
        return pending;
      };
    },
    settle: questions.settle,
  };
};
