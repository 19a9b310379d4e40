/**
 * Requests access tokens from main and keeps them in memory only. Concurrent requests share one
 * question, so that main sees one rejected token and not fifty.
 */
import type { Answer } from '../../../contract/errors.ts';
import type { FromEngine } from '../../../contract/port.ts';
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
  const open = new Map<number, (answer: Answer<string>) => void>();
  let lastID = 0;

  const question = (accountID: AccountID, rejected: string | null): Promise<Answer<string>> =>
    new Promise((answered) => {
      lastID += 1;
      open.set(lastID, answered);
      ask({ type: 'token', id: lastID, accountID, rejected });
    });

  return {
    of: (accountID) => {
      let held: string | null = null;
      let asked: Promise<Answer<string>> | null = null;
      const renew = async (rejected: string | null): Promise<Answer<string>> => {
        const answer = await question(accountID, rejected);
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
    settle: (id, answer) => {
      const answered = open.get(id);
      open.delete(id);
      answered?.(answer);
    },
  };
};
