/** Dispatches main's messages. */
import { fail, readAnswer, type Answer } from '../../contract/errors.ts';
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

/** Runs background work and logs its errors; it is retried at the next occasion. */
export type Survive = (what: string, work: () => unknown) => Promise<void>;

/** Creates the listener; engine.ts handles starting and stopping. */
export const carryMessages = (dependencies: {
  readonly send: (message: FromEngine) => void;
  readonly answer: ReturnType<typeof createAnswerer>;
  readonly accounts: Registry;
  /** Resolves when all commits are on disk. */
  readonly durable: () => Promise<void>;
  readonly tokens: Tokens;
  readonly reach: Pick<Reach, 'attach' | 'reached'>;
  readonly toHub: { readonly settle: (id: number, answer: Answer<unknown>) => void };
  readonly team: (membership: TeamMembership | null) => void;
  readonly wake: () => void;
  readonly survive: Survive;
}): ((message: ToEngine) => void) => {
  const { send, answer, accounts, durable, tokens, reach, toHub, team, wake, survive } =
    dependencies;
  /** Sends an answer even if the work throws. */
  const answerWith = (
    id: number,
    what: string,
    work: () => Promise<Answer<unknown>>,
    otherwise: string,
  ): void =>
    void survive(what, async () => {
      let result: Answer<unknown> = fail('internal', otherwise);
      try {
        const done = await work();
        await durable();
        result = done;
      } finally {
        send({ type: 'answer', id, answer: result });
      }
    });

  return (message) => {
    switch (message.type) {
      case 'invoke':
        void answer(message.command, message.input).then((result) =>
          send({ type: 'answer', id: message.id, answer: result }),
        );
        return;
      case 'account':
        accounts.attach(message.account);
        return;
      case 'accounts':
        accounts.begin(message.accounts);
        return;
      case 'detach':
        answerWith(
          message.id,
          'detaching an account',
          () => accounts.detach(message.accountID),
          'The webhooks could not be removed.',
        );
        return;
      case 'forget':
        answerWith(
          message.id,
          'removing an account',
          () => accounts.forget(message.accountID),
          'The account could not be removed.',
        );
        return;
      case 'token':
        tokens.settle(message.id, readAnswer(accessToken, message.answer));
        return;
      case 'channels':
        reach.attach(message.channels);
        return;
      case 'reached':
        reach.reached(message.id, message.outcome);
        return;
      case 'webhook':
        toHub.settle(message.id, message.answer);
        return;
      case 'team':
        team(message.membership);
        return;
      case 'wake':
        wake();
        return;
      case 'start':
      case 'ping':
      case 'stop':
        return;
    }
  };
};
