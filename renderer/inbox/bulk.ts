/**
 * One action on all selected leads: done in parts, so that it reports progress and can be stopped; done once,
 * however often it is pressed; and undone as a whole. When the engine exits in the middle, the action waits
 * for it and repeats the part it was at. Actions and undos run one at a time, and each can only be stopped
 * by its own flags.
 */
import type { TFunction } from 'i18next';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CommandInput, CommandOutput } from '../../contract/commands.ts';
import type { BatchID } from '../../contract/commands/selection.ts';
import type { Answer, Failure } from '../../contract/errors.ts';
import { mostMarked } from '../../contract/limits.ts';
import type { FlagName } from '../../contract/marks.ts';
import type { LeadID } from '../../contract/records.ts';
import type { LeadStores } from '../leads/stores.ts';
import { toAllInput, listOf, type Selecting } from '../leads/selection.ts';
import { isNothing, isSelected, type Selection } from '../leads/selection-model.ts';

type GivenMarks = Pick<CommandInput<'selection.mark'>, FlagName | 'snoozedUntil' | 'tags'>;
type Sum = Pick<CommandOutput<'selection.mark'>, 'marked' | 'same' | 'notWaiting' | 'full'>;

type Decide = (selected: Pick<Selecting, 'count' | 'facts'>) => {
  readonly marks: GivenMarks;
  readonly words: (t: TFunction, count: number) => string;
};
/** What was asked of an action while it is under way. */
type Run = { isStopped: boolean; isTakenBack: boolean };

export type Bulk = {
  /** How far the action is that is under way. */
  readonly underWay: {
    readonly isUndo: boolean;
    readonly done: number;
    readonly total: number;
    /** It takes so long that it says how far it is. */
    readonly isLong: boolean;
  } | null;
  /**
   * Whether what is asked for is meant for the selection: there is one, or it was acted on a moment ago,
   * and a second press is not meant for the lead that is open.
   */
  readonly isMeant: () => boolean;
  /** Sets a mark on all of them or, where all have it, takes it away. */
  readonly toggle: (name: FlagName) => Promise<void>;
  readonly snooze: (until: number | null) => Promise<void>;
  readonly tag: (tag: string, gives: boolean) => Promise<boolean>;
  /** Ends it after the part that it is at; what is done stays, and can be undone. */
  readonly stop: () => void;
  /** Ends it, and takes back what is done; false when there is nothing to end. */
  readonly takeBack: () => boolean;
};

const longMs = 1_000;
const secondPressMs = 600;
const mostTries = 5;
/** Milliseconds until an engine that did not say that it is back is asked again. */
const againMs = 2_000;

/** Whether all of them have the mark, so that it is taken away. */
export const allHave = (
  name: FlagName,
  { count, facts }: Pick<Selecting, 'count' | 'facts'>,
): boolean => {
  if (facts === null) return false;
  return name === 'read' ? facts.unread === 0 : facts[name] === count;
};

/** Whether who does it is done with the leads. */
const isDone = ({ archived, noReplyNeeded, snoozedUntil }: GivenMarks): boolean =>
  archived !== undefined || noReplyNeeded === true || typeof snoozedUntil === 'number';

/** Why some were left out, where any were. */
const leftOut = (t: TFunction, { same, notWaiting, full }: Sum): readonly string[] => [
  ...(notWaiting > 0 ? [t('selection.left.notWaiting', { count: notWaiting })] : []),
  ...(full > 0 ? [t('selection.left.full', { count: full })] : []),
  ...(same > 0 ? [t('selection.left.same', { count: same })] : []),
];

/** @param done the text about the changed leads; null if none changed */
const sentence = (t: TFunction, done: string | null, others: readonly string[]): string =>
  [done ?? t('selection.noneChanged'), ...others].join(' · ');

/** @param now UTC milliseconds */
export const createBulk = (
  {
    bridge,
    leads,
    selecting,
    session,
    toasts,
    undoing,
  }: Pick<LeadStores, 'bridge' | 'leads' | 'session' | 'toasts' | 'undoing'> & {
    readonly selecting: StoreApi<Selecting>;
  },
  now: () => number,
): StoreApi<Bulk> =>
  createStore<Bulk>()((set, get) => {
    let endedAt = -Infinity;
    /** The action under way; an undo has no run, because it cannot be stopped. */
    let running: Run | null = null;
    /** Settles, never rejects, when the last action or undo that was asked for has ended. */
    let lastEnded: Promise<unknown> = Promise.resolve();

    const fail = ({ code }: Failure): void =>
      void toasts.getState().say({ what: 'failed', code, tried: 'markMany' });

    /** Resolves when the engine says that it is back, or will not come back; or after a while. */
    const engineSays = (): Promise<void> =>
      new Promise((go) => {
        const timer = setTimeout(end, againMs);
        const quiet = session.subscribe(({ engine }) => {
          if (engine.state !== 'restarting') end();
        });
        function end(): void {
          clearTimeout(timer);
          quiet();
          go();
        }
      });

    const persist = async <T>(ask: () => Promise<Answer<T>>): Promise<Answer<T>> => {
      for (let tries = 1; ; tries += 1) {
        const answer = await ask();
        const isAway = !answer.ok && answer.error.code === 'engine_unavailable';
        if (!isAway || tries === mostTries) return answer;
        await engineSays();
      }
    };

    const begin = (isUndo: boolean, total: number): (() => void) => {
      set({ underWay: { isUndo, done: 0, total, isLong: false } });
      const timer = setTimeout(() => {
        const { underWay } = get();
        if (underWay !== null) set({ underWay: { ...underWay, isLong: true } });
      }, longMs);
      return () => {
        clearTimeout(timer);
        endedAt = now();
        set({ underWay: null });
        void selecting.getState().reread();
      };
    };
    const further = (by: number): void => {
      const { underWay } = get();
      if (underWay !== null) set({ underWay: { ...underWay, done: underWay.done + by } });
    };

    /** The parts of an action, each as it is asked for when the one before is done. */
    const markParts = async (
      run: Run,
      selection: Selection,
      marks: GivenMarks & { readonly batchID: BatchID },
      list: ReturnType<typeof listOf>,
    ): Promise<{ readonly sum: Sum; readonly error: Failure | null }> => {
      const sum = { marked: 0, same: 0, notWaiting: 0, full: 0 };
      const leadIDs = selection.kind === 'some' ? [...selection.leadIDs] : [];
      const all = selection.kind === 'all' ? toAllInput(selection) : undefined;
      let after: string | null = null;
      for (let from = 0; !run.isStopped; from += mostMarked) {
        const part: Partial<CommandInput<'selection.mark'>> =
          all === undefined
            ? { leadIDs: leadIDs.slice(from, from + mostMarked) }
            : { all, ...(after !== null && { after }) };
        const answer = await persist(() =>
          bridge.invoke('selection.mark', { ...list, ...marks, ...part }),
        );
        if (!answer.ok) return { sum, error: answer.error };
        for (const name of Object.keys(sum) as (keyof Sum)[]) sum[name] += answer.value[name];
        const { marked, same, notWaiting, full, next } = answer.value;
        further(marked + same + notWaiting + full);
        after = next;
        if (all === undefined ? from + mostMarked >= leadIDs.length : next === null) break;
      }
      return { sum, error: null };
    };

    const takeBack = async (batchID: BatchID, total: number): Promise<Failure | null> => {
      const end = begin(true, total);
      const sum = { restored: 0, changed: 0 };
      try {
        for (;;) {
          const answer = await persist(() => bridge.invoke('selection.unmark', { batchID }));
          if (!answer.ok) return answer.error;
          sum.restored += answer.value.restored;
          sum.changed += answer.value.changed;
          further(answer.value.restored + answer.value.changed);
          if (answer.value.isWhole) break;
        }
      } finally {
        end();
      }
      toasts.getState().say({
        what: 'done',
        words: (t) =>
          sentence(
            t,
            sum.restored > 0 ? t('selection.restored', { count: sum.restored }) : null,
            sum.changed > 0 ? [t('selection.changedSince', { count: sum.changed })] : [],
          ),
      });
      return null;
    };

    /** Undoes a batch after whatever is under way has ended. */
    const undo = (batchID: BatchID, total: number): Promise<Failure | null> => {
      const undone = lastEnded.then(() => takeBack(batchID, total));
      lastEnded = undone.catch(() => undefined);
      return undone;
    };

    /** The lead that is open, when it is among those. */
    const openOf = (selection: Selection): LeadID | null => {
      const { rows, selected } = leads.getState();
      const row = rows.find(({ leadID }) => leadID === selected);
      return row !== undefined && isSelected(selection, row) ? row.leadID : null;
    };

    const actNow = async (run: Run, decide: Decide): Promise<boolean> => {
      const end = begin(false, selecting.getState().count);
      let result: Awaited<ReturnType<typeof markParts>>;
      const batchID = crypto.randomUUID() as BatchID;
      let words: ReturnType<Decide>['words'];
      try {
        await selecting.getState().reread();
        const { selection, count, facts } = selecting.getState();
        if (isNothing(selection)) return false;
        const { underWay } = get();
        if (underWay !== null) set({ underWay: { ...underWay, total: count } });
        const decided = decide({ count, facts });
        ({ words } = decided);
        const open = openOf(selection);
        if (open !== null && decided.marks.read === false) session.setState({ keptUnread: open });
        if (open !== null && isDone(decided.marks)) leads.getState().select(null);
        const list = listOf(leads.getState());
        result = await markParts(run, selection, { ...decided.marks, batchID }, list);
        const isSame = selecting.getState().selection === selection;
        if (isDone(decided.marks) && isSame && result.error === null && !run.isStopped)
          selecting.getState().clear();
      } finally {
        running = null;
        end();
      }
      const { sum, error } = result;
      if (run.isTakenBack) void undo(batchID, sum.marked);
      else {
        const said = {
          what: 'done' as const,
          words: (t: TFunction) =>
            sentence(t, sum.marked > 0 ? words(t, sum.marked) : null, leftOut(t, sum)),
        };
        if (sum.marked > 0) undoing.did({ said, undo: () => undo(batchID, sum.marked) });
        else if (error === null) toasts.getState().say(said);
        if (error !== null) fail(error);
      }
      return error === null;
    };

    /** @returns whether all of it was done; false while another action or an undo is under way */
    const act = (decide: Decide): Promise<boolean> => {
      if (get().underWay !== null) return Promise.resolve(false);
      const run: Run = { isStopped: false, isTakenBack: false };
      running = run;
      const acted = actNow(run, decide);
      lastEnded = acted.catch(() => undefined);
      return acted;
    };

    return {
      underWay: null,
      isMeant: () => {
        const isFresh = now() < endedAt + secondPressMs;
        return !isNothing(selecting.getState().selection) || get().underWay !== null || isFresh;
      },
      toggle: async (name) => {
        await act((selected) => {
          const value = !allHave(name, selected);
          return {
            marks: { [name]: value },
            words: (t, count) =>
              t(`selection.did.${name}.${value ? 'wasSet' : 'wasUnset'}`, { count }),
          };
        });
      },
      snooze: async (until) => {
        await act(() => ({
          marks: { snoozedUntil: until },
          words: (t, count) =>
            until === null
              ? t('selection.did.woken', { count })
              : t('selection.did.snoozed', { count, until }),
        }));
      },
      tag: (tag, gives) =>
        act(() => ({
          marks: { tags: gives ? { add: [tag], remove: [] } : { add: [], remove: [tag] } },
          words: (t, count) => t(`selection.did.${gives ? 'tagged' : 'untagged'}`, { count, tag }),
        })),
      stop: () => {
        if (running !== null) running.isStopped = true;
      },
      takeBack: () => {
        if (running === null) return false;
        running.isStopped = running.isTakenBack = true;
        return true;
      },
    };
  });
