/**
 * Applies many records in one transaction. If one throws, each is applied in its own savepoint, so
 * that it neither blocks nor loses the others.
 */
import type { Log } from '../../../log/log.ts';
import { refreshLeads } from '../../leads/inbox.ts';
import { toStoreFailure } from '../../platform/store/failure.ts';
import type { Store } from '../../platform/store/store.ts';
import { addChanges, createChanges, type Changes } from './changes.ts';

export type Step = {
  /** Returns the reason when the record cannot be parsed. */
  readonly apply: (changes: Changes) => string | null;
  /** Stores the outcome: null, or that reason. */
  readonly settle: (reason: string | null, changes: Changes) => void;
  readonly about: { readonly delivery?: number; readonly eventType: string };
};

const applyAlone = (store: Store, log: Log, { apply, about }: Step, changes: Changes) => {
  const ownChanges = createChanges();
  try {
    const reason = store.write(() => apply(ownChanges));
    addChanges(changes, ownChanges);
    return reason;
  } catch (thrown) {
    if (toStoreFailure(thrown) !== null) throw thrown;
    log.error({ err: thrown, ...about }, 'a record could not be applied');
    return 'this version of the app cannot apply it';
  }
};

/**
 * Applies the steps. Each is taken from the iterable once the previous one was settled. `onStored` is called
 * before the inbox rows of the changed leads are computed.
 */
export const applySteps = (
  store: Store,
  log: Log,
  steps: Iterable<Step>,
  onStored?: (changes: Changes) => void,
): Changes => {
  const startedSteps: Step[] = [];
  const runInTransaction = (
    all: Iterable<Step>,
    apply: (step: Step, changes: Changes) => string | null,
  ): Changes =>
    store.changeAs('news', () =>
      store.writeRepeatable(() => {
        const changes = createChanges();
        for (const step of all) step.settle(apply(step, changes), changes);
        onStored?.(changes);
        refreshLeads(store, changes.leads);
        return changes;
      }),
    );
  try {
    return runInTransaction(steps, (step, changes) => {
      startedSteps.push(step);
      return step.apply(changes);
    });
  } catch (thrown) {
    if (toStoreFailure(thrown) !== null) throw thrown;
    // The other steps of a generator follow in the next slice.
    const repeated = Array.isArray(steps) ? (steps as readonly Step[]) : startedSteps;
    return runInTransaction(repeated, (step, changes) => applyAlone(store, log, step, changes));
  }
};
