/** The move on the screen, for its steps. */
import { useStore, type StoreApi } from 'zustand';
import type { Failure } from '../../contract/errors.ts';
import { createRequiredContext } from '../platform/stores.ts';
import type { MoveState, StepName } from './move.ts';
import type { Facts } from './steps.ts';

type OfMove = Facts & {
  readonly store: StoreApi<MoveState>;
  /** Changes the profile or account. */
  readonly chooseAgain: () => void;
};

export const [MoveProvider, useMove] = createRequiredContext<OfMove>('a move');

/** The progress and the failure of a step's last action. */
export const useAction = (
  step: StepName,
): { readonly isBusy: boolean; readonly error: Failure | null } => {
  const { busy, failure } = useStore(useMove().store);
  return { isBusy: busy === step, error: failure?.step === step ? failure.error : null };
};
