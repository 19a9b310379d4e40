/** What main says over the port, carried to whom it concerns. */
import { fail, readAnswer, type Answer } from '../../contract/errors.ts';
import { accessToken, type FromEngine, type ToEngine } from '../../contract/port.ts';
import type { Registry } from './accounts/registry.ts';
import type { Tokens } from './accounts/tokens.ts';
import type { createAnswerer } from './platform/command/answer.ts';

/** Work that nobody waits for: what the store refuses now is tried again at the next occasion. */
export type Survive = (what: string, work: () => unknown) => Promise<void>;

/** Makes the listener; starting and stopping are the engine's own. */
export const carryMessages = ({
  send,
  answer,
  accounts,
  durable,
  tokens,
  wake,
  survive,
}: {
  readonly send: (message: FromEngine) => void;
  readonly answer: ReturnType<typeof createAnswerer>;
  readonly accounts: Registry;
  /** Resolves when what was committed is on the disk. */
  readonly durable: () => Promise<void>;
  readonly tokens: Tokens;
  /** The computer or the network is back. */
  readonly wake: () => void;
  readonly survive: Survive;
}): ((message: ToEngine) => void) => {
  /** Answers what main asked for, also when doing it throws. */
  const answerWith = async (
    id: number,
    work: () => Promise<Answer<unknown>>,
    otherwise: string,
  ): Promise<void> => {
    let result: Answer<unknown> = fail('internal', otherwise);
    try {
      const done = await work();
      await durable();
      result = done;
    } finally {
      send({ type: 'answer', id, answer: result });
    }
  };

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
        void survive('detaching an account', () =>
          answerWith(
            message.id,
            () => accounts.detach(message.accountID),
            'The webhooks could not be removed.',
          ),
        );
        return;
      case 'forget':
        void survive('removing an account', () =>
          answerWith(
            message.id,
            () => accounts.forget(message.accountID),
            'The account could not be removed.',
          ),
        );
        return;
      case 'token':
        tokens.settle(message.id, readAnswer(accessToken, message.answer));
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
