/**
 * Applies many records in one transaction, which is cheap. If one of them throws, each is applied in a
 * savepoint of its own, so that it neither blocks nor loses the others.
 */
import type { Log } from '../../../log/log.ts';
import { refreshLeads } from '../../leads/inbox.ts';
import { storeFailure } from '../../platform/store/failure.ts';
import type { Store } from '../../platform/store/store.ts';
import { addChanges, noChanges, type Changes } from './changes.ts';

/** One record to apply. */
export type Step = {
  /** Applies the record; returns the reason when it cannot be parsed. */
  readonly apply: (changes: Changes) => string | null;
  /** Stores the outcome: null, or the reason it could not be parsed. */
  readonly settle: (reason: string | null, changes: Changes) => void;
  /** Log fields. */
  readonly about: { readonly delivery?: number; readonly eventType: string };
};

/** Applies a step in its own savepoint: an exception rolls back only this step. */
const attempt = (store: Store, log: Log, { apply, about }: Step, changes: Changes) => {
  const own = noChanges();
  try {
    const reason = store.write(() => apply(own));
    addChanges(changes, own);
    return reason;
  } catch (thrown) {
    if (storeFailure(thrown) !== null) throw thrown;
    log.error({ err: thrown, ...about }, 'a record could not be applied');
    return 'this version of the app cannot apply it';
  }
};

/**
 * Applies steps in order and refreshes the inbox rows of the changed leads, in one transaction. Each step
 * is requested after the previous one was settled. Throws what the store throws.
 */
export const applySteps = (store: Store, log: Log, steps: Iterable<Step>): Changes => {
  const begun: Step[] = [];
  const inOne = (
    all: Iterable<Step>,
    applied: (step: Step, changes: Changes) => string | null,
  ): Changes =>
    store.writeAgain(() => {
      const changes = noChanges();
      for (const step of all) step.settle(applied(step, changes), changes);
      refreshLeads(store, changes.leads);
      return changes;
    });
  try {
    return inOne(steps, (step, changes) => {
      begun.push(step);
      return step.apply(changes);
    });
  } catch (thrown) {
    if (storeFailure(thrown) !== null) throw thrown;
    return inOne(begun, (step, changes) => attempt(store, log, step, changes));
  }
};
