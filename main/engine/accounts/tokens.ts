/**
 * Requests access tokens from main and keeps them in memory only. Concurrent requests share one
 * question, so that main sees one rejected token and not fifty.
 */
import { succeed, type Answer } from '../../../contract/errors.ts';
import type { FromEngine } from '../../../contract/port.ts';
import { createQuestions } from '../platform/questions.ts';
import type { AccountID } from '../../../contract/records.ts';
import type { TokenSource } from '../platform/http/transport.ts';

type Question = Extract<FromEngine, { type: 'token' }>;

export type Tokens = ReturnType<typeof createTokens>;

export const createTokens = (ask: (question: Question) => void) => {
  const questions = createQuestions<Question, string>(ask);

  return {
    /** Creates the token source of one grant, which shares no tokens with those of earlier grants. */
    createSource: (accountID: AccountID): TokenSource => {
      let current: string | null = null;
      let pending: Promise<Answer<string>> | null = null;
      const renew = async (rejected: string | null): Promise<Answer<string>> => {
        const answer = await questions.ask({ type: 'token', accountID, rejected });
        pending = null;
        current = answer.ok ? answer.value : null;
        return answer;
      };
      return async (rejected) => {
        if (current !== null && current !== rejected) return succeed(current);
        pending ??= renew(current ?? rejected);
        return pending;
      };
    },
    /** Resolves a question with main's answer. */
    settle: questions.settle,
  };
};
