/** Actions of a move of a legacy account to v4. Its state in the engine is a query. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CommandInput, CommandName, CommandOutput } from '../../contract/commands.ts';
import type { Move } from '../../contract/commands/move.ts';
import type { Answer, Failure } from '../../contract/errors.ts';
import type { AccountID } from '../../contract/records.ts';
import type { Bridge } from '../platform/bridge.ts';
import type { Queries } from '../platform/queries.ts';

export type StepName = 'profile' | 'connect' | 'webhooks' | 'disconnect' | 'match';
type Choice = Omit<CommandInput<'move.choose'>, 'from'>;

export type MoveState = {
  /** Whether it was started or resumed; before that nothing is shown. */
  readonly hasBegun: boolean;
  /** The reason why it could not be started. */
  readonly error: Failure | null;
  /** The step with a running action. */
  readonly busy: StepName | null;
  /** The failed action's step and its failure. */
  readonly failure: { readonly step: StepName; readonly error: Failure } | null;
  readonly begin: () => Promise<void>;
  readonly disconnect: () => Promise<void>;
  /** Returns whether it was saved. */
  readonly choose: (step: StepName, choice: Choice) => Promise<boolean>;
  /** Checks and repairs the new account's webhooks. */
  readonly check: (to: AccountID) => Promise<void>;
  readonly match: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

export const createMove = (
  bridge: Bridge,
  queries: Queries,
  from: AccountID,
): StoreApi<MoveState> =>
  createStore<MoveState>()((set) => {
    /** Runs a command for a step. */
    const act = async <C extends CommandName>(
      step: StepName,
      command: C,
      input: CommandInput<C>,
    ): Promise<Answer<CommandOutput<C>>> => {
      set({ busy: step, failure: null });
      const answer = await bridge.invoke(command, input);
      set({ busy: null, ...(!answer.ok && { failure: { step, error: answer.error } }) });
      return answer;
    };
    const cache = (answer: Answer<{ readonly move: Move }>): boolean => {
      if (answer.ok) queries.setAnswer('move.get', { from }, answer.value);
      return answer.ok;
    };

    const begin = async (): Promise<void> => {
      const answer = await bridge.invoke('move.begin', { from });
      if (cache(answer)) set({ hasBegun: true });
      set({ error: answer.ok ? null : answer.error });
    };
    /** Calls of `begin` run one by one, so that the answer of an exited engine never arrives last. */
    let lastBegin = Promise.resolve();

    return {
      hasBegun: false,
      error: null,
      busy: null,
      failure: null,
      begin: () => (lastBegin = lastBegin.then(begin)),
      disconnect: async () => {
        await act('disconnect', 'connect.disconnect', { accountID: from });
      },
      choose: async (step, choice) => cache(await act(step, 'move.choose', { from, ...choice })),
      check: async (to) => {
        await act('webhooks', 'connection.check', { accountID: to });
      },
      match: async () => {
        cache(await act('match', 'move.match', { from }));
      },
      stop: async () => {
        cache(await act('match', 'move.stop', { from }));
        await queries.refetch('move.get');
      },
    };
  });

/** Resumes the move when the engine is back; the returned function stops that. */
export const followMove = (bridge: Bridge, store: StoreApi<MoveState>): (() => void) =>
  bridge.on('engine', ({ state }) => {
    if (state === 'ready') void store.getState().begin();
  });
