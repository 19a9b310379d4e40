/**
 * Takes in many records in one transaction, which is cheap, and each by itself only when one of them
 * breaks us: that one must not hold up the others for ever, and they must not be lost with it.
 */
import type { Log } from '../../../log/log.ts';
import { refreshLeads } from '../../leads/inbox.ts';
import { storeFailure } from '../../platform/store/failure.ts';
import type { Store } from '../../platform/store/store.ts';
import { addChanges, noChanges, type Changes } from './changes.ts';

/** One record on its way in. */
export type Step = {
  /** Applies it; returns the reason when it cannot be understood. */
  readonly apply: (changes: Changes) => string | null;
  /** Keeps what came of it: null, or why it was not understood. */
  readonly settle: (reason: string | null, changes: Changes) => void;
  /** What the log says of it when it breaks us. */
  readonly about: { readonly delivery?: number; readonly eventType: string };
};

/** Applies a step by itself: what it throws takes back only what it did. */
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
 * Takes steps in, in their order, and works out the inbox rows of the leads that they changes: all of
 * it or, when the store refuses, nothing. Each step is asked for when the one before has been settled.
 * Throws what the store throws.
 */
export const takeIn = (store: Store, log: Log, steps: Iterable<Step>): Changes => {
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
