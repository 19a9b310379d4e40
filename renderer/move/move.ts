/** Actions of a move of a legacy account to v4. Its state in the engine is a query. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { CommandInput, CommandName, CommandOutput } from '../../contract/commands.ts';
import type { Move } from '../../contract/commands/move.ts';
import type { Answer, Failure } from '../../contract/errors.ts';
import type { AccountID } from '../../contract/records.ts';
import { onRestart, type Bridge } from '../platform/bridge.ts';
import type { Queries } from '../platform/queries.ts';
import { createRequiredContext } from '../platform/stores.ts';
import type { Facts, StepName } from './steps.ts';

type MoveState = {
  /** True once it was started or resumed; before that nothing is shown. */
  readonly hasBegun: boolean;
  /** The reason why it could not be started. */
  readonly error: Failure | null;
  /** The step of each running action. */
  readonly busy: readonly StepName[];
  /** Failures since the latest action was started. */
  readonly failures: Readonly<Partial<Record<StepName, Failure>>>;
};

export const createMove = (bridge: Bridge, queries: Queries, from: AccountID) => {
  const actionState = createStore<MoveState>(() => ({
    hasBegun: false,
    error: null,
    busy: [],
    failures: {},
  }));
  const { setState } = actionState;
  /** Runs a command for a step. */
  const act = async <C extends CommandName>(
    step: StepName,
    command: C,
    input: CommandInput<C>,
  ): Promise<Answer<CommandOutput<C>>> => {
    setState(({ busy }) => ({ busy: [...busy, step], failures: {} }));
    const answer = await bridge.invoke(command, input);
    setState(({ busy, failures }) => ({
      busy: busy.toSpliced(busy.indexOf(step), 1),
      ...(!answer.ok && { failures: { ...failures, [step]: answer.error } }),
    }));
    return answer;
  };
  const cache = (answer: Answer<{ readonly move: Move }>): boolean => {
    if (answer.ok) queries.setAnswer('move.get', { from }, answer.value);
    return answer.ok;
  };
  const tryToBegin = async (): Promise<void> => {
    const answer = await bridge.invoke('move.begin', { from });
    if (cache(answer)) setState({ hasBegun: true });
    setState({ error: answer.ok ? null : answer.error });
  };
  /** Calls of `begin` run one by one, so that the answer of an exited engine never arrives last. */
  let lastBegin = Promise.resolve();
  const begin = (): Promise<void> => (lastBegin = lastBegin.then(tryToBegin));
  return {
    actionState,
    begin,
    /** Begins now and when the engine is back; the returned function stops that. */
    follow: (): (() => void) => {
      void begin();
      return onRestart(bridge, () => void begin());
    },
    disconnect: () => act('disconnect', 'connect.disconnect', { accountID: from }),
    /** Resolves to whether it was saved. */
    choose: async (step: StepName, choice: Omit<CommandInput<'move.choose'>, 'from'>) =>
      cache(await act(step, 'move.choose', { from, ...choice })),
    /** Checks and repairs the new account's webhooks. */
    check: (to: AccountID) => act('webhooks', 'connection.check', { accountID: to }),
    match: async () => cache(await act('match', 'move.match', { from })),
    stop: async (): Promise<void> => {
      cache(await act('match', 'move.stop', { from }));
      await queries.refetch('move.get');
    },
  };
};

export type MoveActions = ReturnType<typeof createMove>;

type MoveContext = Facts &
  MoveActions & {
    /** Returns to the choice of a profile or account. */
    readonly chooseAgain: () => void;
  };

/** The shown move, for its steps. */
export const [MoveProvider, useMove] = createRequiredContext<MoveContext>('a move');

/** The state of a step's action, and its failure. */
export const useStepAction = (step: StepName) => {
  const { busy, failures } = useStore(useMove().actionState);
  return { isBusy: busy.includes(step), error: failures[step] ?? null };
};
