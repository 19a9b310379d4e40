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
  /** For one grant: tokens of an earlier grant are not shared with it. */
  readonly of: (accountID: AccountID) => TokenSource;
  /** Resolves a question with main's answer. */
  readonly settle: (id: number, answer: Answer<string>) => void;
};

export const createTokens = (ask: (question: Question) => void): Tokens => {
  const questions = createQuestions<Question, string>(ask);

  return {
    of: (accountID) => {
      let held: string | null = null;
      let asked: Promise<Answer<string>> | null = null;
      const renew = async (rejected: string | null): Promise<Answer<string>> => {
        const answer = await questions.ask({ type: 'token', accountID, rejected });
        asked = null;
        held = answer.ok ? answer.value : null;
        return answer;
      };
      return async (rejected) => {
        if (held !== null && held !== rejected) return { ok: true, value: held };
        asked ??= renew(held ?? rejected);
        return asked;
      };
    },
    settle: questions.settle,
  };
};
