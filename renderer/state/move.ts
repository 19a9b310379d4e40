/**
 * The move of one legacy account to v4: what the engine knows of it, and what the professional does
 * about it. Which step comes next is worked out elsewhere (move/steps.ts).
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CommandInput, CommandName, CommandOutput } from '../../contract/commands.ts';
import type { Move } from '../../contract/commands/move.ts';
import type { Answer, Failure } from '../../contract/errors.ts';
import type { AccountID } from '../../contract/records.ts';
import type { Bridge } from './bridge.ts';
import { coalesced } from './reread.ts';

export type StepName = 'disconnect' | 'profile' | 'connect' | 'webhooks' | 'match';
type Choice = Omit<CommandInput<'move.choose'>, 'from'>;

export type MoveState = {
  readonly state: 'loading' | 'ready' | 'failed';
  readonly error: Failure | null;
  readonly move: Move | null;
  /** The step whose deed is under way. */
  readonly busy: StepName | null;
  /** What could not be done, and at which step. */
  readonly trouble: { readonly step: StepName; readonly error: Failure } | null;
  /** Begins the move, or takes it up where it was left. */
  readonly begin: () => Promise<void>;
  readonly reread: () => Promise<void>;
  readonly disconnect: () => Promise<void>;
  /** True when it was kept. */
  readonly choose: (step: StepName, choice: Choice) => Promise<boolean>;
  /** Has the webhooks of the new account looked at and mended. */
  readonly check: (to: AccountID) => Promise<void>;
  readonly match: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

export const createMove = (bridge: Bridge, from: AccountID): StoreApi<MoveState> =>
  createStore<MoveState>()((set, get) => {
    /** Calls a command for a step, and keeps what went wrong beside it. */
    const act = async <C extends CommandName>(
      step: StepName,
      command: C,
      input: CommandInput<C>,
    ): Promise<Answer<CommandOutput<C>>> => {
      set({ busy: step, trouble: null });
      const answer = await bridge.invoke(command, input);
      set({ busy: null, ...(!answer.ok && { trouble: { step, error: answer.error } }) });
      return answer;
    };
    const keep = (answer: Answer<{ readonly move: Move }>): boolean => {
      if (answer.ok) set({ move: answer.value.move });
      return answer.ok;
    };

    return {
      state: 'loading',
      error: null,
      move: null,
      busy: null,
      trouble: null,
      begin: async () => {
        const answer = await bridge.invoke('move.begin', { from });
        if (answer.ok) set({ state: 'ready', error: null, move: answer.value.move });
        else set({ state: 'failed', error: answer.error });
      },
      reread: coalesced(async () => {
        const answer = await bridge.invoke('move.get', { from });
        if (answer.ok && answer.value.move !== null) set({ move: answer.value.move });
      }),
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
        await get().reread();
      },
    };
  });

/** Keeps the store in step with the engine; the answer ends it. */
export const followMove = (bridge: Bridge, store: StoreApi<MoveState>): (() => void) => {
  const ends = [
    bridge.on('changed', ({ kinds }) => {
      if (kinds.includes('move')) void store.getState().reread();
    }),
    bridge.on('engine', ({ state }) => {
      if (state === 'ready') void store.getState().begin();
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
};
