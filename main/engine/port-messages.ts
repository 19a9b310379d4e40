/** Dispatches main's messages to the engine's modules. */
import { encodeAnswer } from '../../contract/encoded-answer.ts';
import { fail, parseAnswer, type Answer } from '../../contract/errors.ts';
import {
  accessToken,
  type FromEngine,
  type TeamMembership,
  type ToEngine,
} from '../../contract/port.ts';
import type { Registry } from './accounts/registry.ts';
import type { Tokens } from './accounts/tokens.ts';
import type { Reach } from './reach/reach.ts';
import type { createAnswerer } from './platform/command/answer.ts';

/** Runs work and logs what it throws, so that the returned promise never rejects. */
export type RunInBackground = (name: string, work: () => unknown) => Promise<void>;

/** Creates the listener. process.ts handles `start`; engine.ts handles `stop` and `ping`. */
export const createMessageListener = (dependencies: {
  readonly send: (message: FromEngine) => void;
  readonly answer: ReturnType<typeof createAnswerer>;
  readonly accounts: Registry;
  /** Resolves when all commits are on disk. */
  readonly flush: () => Promise<void>;
  readonly tokens: Tokens;
  readonly reach: Pick<Reach, 'attach' | 'onOutcome'>;
  readonly hubQuestions: { readonly settle: (id: number, answer: Answer<unknown>) => void };
  readonly setTeam: (membership: TeamMembership | null) => void;
  readonly wake: () => void;
  readonly runInBackground: RunInBackground;
}): ((message: ToEngine) => void) => {
  const { send, answer, accounts, flush, tokens, reach, hubQuestions } = dependencies;
  const { setTeam, wake, runInBackground } = dependencies;
  /** Answers once the work's commits are on disk, or with `internal` if it throws. */
  const answerWith = (
    id: number,
    name: string,
    work: () => Promise<Answer<unknown>>,
    failureMessage: string,
  ): void =>
    void runInBackground(name, async () => {
      let result: Answer<unknown> = fail('internal', failureMessage);
      try {
        const outcome = await work();
        await flush();
        result = outcome;
      } finally {
        send({ type: 'answer', id, answer: encodeAnswer(result) });
      }
    });

  return (message) => {
    switch (message.type) {
      case 'invoke':
        return void answer(message.command, message.input).then((encoded) =>
          send({ type: 'answer', id: message.id, answer: encoded }),
        );
      case 'account':
        return accounts.attach(message.account);
      case 'accounts':
        return accounts.begin(message.accounts);
      case 'detach':
        return answerWith(
          message.id,
          'detaching an account',
          () => accounts.detach(message.accountID),
          'The webhooks could not be removed.',
        );
      case 'forget':
        return answerWith(
          message.id,
          'removing an account',
          () => accounts.forget(message.accountID),
          'The account could not be removed.',
        );
      case 'token':
        return tokens.settle(message.id, parseAnswer(accessToken, message.answer));
      case 'channels':
        return reach.attach(message.channels);
      case 'reached':
        return reach.onOutcome(message.id, message.outcome);
      case 'webhook':
        return hubQuestions.settle(message.id, message.answer);
      case 'team':
        return setTeam(message.membership);
      case 'wake':
        return wake();
      case 'start':
      case 'ping':
      case 'stop':
        return;
    }
  };
};
