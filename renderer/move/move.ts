/**
 * What the professional does about the move of one legacy account to v4. What the engine knows of it
 * is a query; which step comes next is worked out elsewhere (move/steps.ts).
 */
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
  /** Whether it was begun, or taken up where it was left; until then there is nothing to show. */
  readonly begun: boolean;
  /** Why it could not be begun. */
  readonly error: Failure | null;
  /** The step whose deed is under way. */
  readonly busy: StepName | null;
  /** What could not be done, and at which step. */
  readonly failure: { readonly step: StepName; readonly error: Failure } | null;
  readonly begin: () => Promise<void>;
  readonly disconnect: () => Promise<void>;
  /** True when it was kept. */
  readonly choose: (step: StepName, choice: Choice) => Promise<boolean>;
  /** Has the webhooks of the new account looked at and mended. */
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
    /** Calls a command for a step, and keeps what went wrong beside it. */
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
    const keep = (answer: Answer<{ readonly move: Move }>): boolean => {
      if (answer.ok) queries.keep('move.get', { from }, answer.value);
      return answer.ok;
    };

    const begin = async (): Promise<void> => {
      const answer = await bridge.invoke('move.begin', { from });
      if (keep(answer)) set({ begun: true });
      set({ error: answer.ok ? null : answer.error });
    };
    /** The last one asked for: another waits for it, and is not told what an engine said that is gone. */
    let beginning = Promise.resolve();

    return {
      begun: false,
      error: null,
      busy: null,
      failure: null,
      begin: () => (beginning = beginning.then(begin)),
      disconnect: async () => {
        await act('disconnect', 'connect.disconnect', { accountID: from });
      },
      choose: async (step, choice) => keep(await act(step, 'move.choose', { from, ...choice })),
      check: async (to) => {
        await act('webhooks', 'connection.check', { accountID: to });
      },
      match: async () => {
        keep(await act('match', 'move.match', { from }));
      },
      stop: async () => {
        keep(await act('match', 'move.stop', { from }));
        await queries.reread('move.get');
      },
    };
  });

/** Takes the move up again when the engine is back; the answer ends it. */
export const followMove = (bridge: Bridge, store: StoreApi<MoveState>): (() => void) =>
  bridge.on('engine', ({ state }) => {
    if (state === 'ready') void store.getState().begin();
  });
