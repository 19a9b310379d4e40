/** React context of the shown move, for its steps. */
import { useStore, type StoreApi } from 'zustand';
import type { Failure } from '../../contract/errors.ts';
import { createRequiredContext } from '../platform/stores.ts';
import type { MoveState, StepName } from './move.ts';
import type { Facts } from './steps.ts';

type MoveContext = Facts & {
  readonly store: StoreApi<MoveState>;
  /** Returns to the choice of a profile or account. */
  readonly chooseAgain: () => void;
};

export const [MoveProvider, useMove] = createRequiredContext<MoveContext>('a move');

/** Whether a step's action is running, and the failure of the last one. */
export const useStepAction = (
  step: StepName,
): { readonly isBusy: boolean; readonly error: Failure | null } => {
  const { busy, failure } = useStore(useMove().store);
  return { isBusy: busy === step, error: failure?.step === step ? failure.error : null };
};
