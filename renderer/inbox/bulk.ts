/** Runs an action on all selected leads, and undoes it as a whole. Actions and undos run one at a time. */
import type { TFunction } from 'i18next';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { BatchID } from '../../contract/commands/selection.ts';
import type { Failure } from '../../contract/errors.ts';
import type { FlagName } from '../../contract/marks.ts';
import type { LeadID } from '../../contract/records.ts';
import { isEndOfWork } from '../leads/marking.ts';
import type { LeadStores } from '../leads/stores.ts';
import { toListInput } from '../leads/scope.ts';
import type { Selecting } from '../leads/selection.ts';
import { isEmptySelection, isSelected, type Selection } from '../leads/selection-model.ts';
import type { ToastContent } from '../platform/toasts.ts';
import { createBulkRequests, type Marks, type Sum } from './bulk-requests.ts';

type Decide = (selected: Pick<Selecting, 'count' | 'facts'>) => {
  readonly marks: Marks;
  readonly getText: (t: TFunction, count: number) => string;
};
type Run = {
  /** Names the action, so that a second press is recognized. */
  readonly name: string;
  isStopped: boolean;
  isUndoRequested: boolean;
};

export type Bulk = {
  /** Progress of the running action. */
  readonly progress: {
    readonly isUndo: boolean;
    readonly done: number;
    readonly total: number;
    /** True once it has run for a second; only then its progress is shown. */
    readonly isLong: boolean;
  } | null;
  /**
   * True if keys act on the selection: there is one, or an action on it is running or has just ended, when a
   * second press must not affect the open lead.
   */
  readonly isKeyTarget: () => boolean;
  /** Sets a mark on all of them or, if all have it, removes it. */
  readonly toggle: (name: FlagName) => Promise<boolean>;
  readonly snooze: (until: number | null) => Promise<boolean>;
  readonly tag: (tag: string, isAdded: boolean) => Promise<boolean>;
  /** @param to the person's name; '' if the professional takes the leads */
  readonly assign: (person: string | null, to: string) => Promise<boolean>;
  /** Stops after the current part; the finished parts can be undone. */
  readonly stop: () => void;
  /** Stops and undoes the finished parts; false if nothing is running. */
  readonly revert: () => boolean;
};

const longMs = 1_000;
const secondPressMs = 600;

/** True if all selected leads have the mark, so that the action removes it. */
export const isOnAll = (
  name: FlagName,
  { count, facts }: Pick<Selecting, 'count' | 'facts'>,
): boolean => {
  if (facts === null) return false;
  return name === 'read' ? facts.unread === 0 : facts[name] === count;
};

const explainSkipped = (t: TFunction, sum: Sum): readonly string[] =>
  (['notWaiting', 'full', 'same'] as const)
    .filter((name) => sum[name] > 0)
    .map((name) => t(`selection.left.${name}`, { count: sum[name] }));

/** @param done the text about the changed leads; null if none changed */
const joinTexts = (t: TFunction, done: string | null, others: readonly string[]): string =>
  [done ?? t('selection.noneChanged'), ...others].join(' · ');

/** @param now UTC milliseconds */
export const createBulk = (
  {
    bridge,
    leads,
    selecting,
    session,
    toasts,
    undoStack,
  }: Pick<LeadStores, 'bridge' | 'leads' | 'selecting' | 'session' | 'toasts' | 'undoStack'>,
  now: () => number,
): StoreApi<Bulk> =>
  createStore<Bulk>()((set, get) => {
    let endedAt = -Infinity;
    /** The running action; an undo cannot be stopped and has none. */
    let running: Run | null = null;
    /** Resolves, and never rejects, when the last requested action or undo has ended. */
    let lastEnd: Promise<unknown> = Promise.resolve();

    const showFailure = (failure: Omit<Extract<ToastContent, { kind: 'failed' }>, 'kind'>): void =>
      void toasts.getState().show({ kind: 'failed', ...failure });

    const startProgress = (isUndo: boolean, total: number): (() => void) => {
      set({ progress: { isUndo, done: 0, total, isLong: false } });
      const timer = setTimeout(() => {
        const { progress } = get();
        if (progress !== null) set({ progress: { ...progress, isLong: true } });
      }, longMs);
      return () => {
        clearTimeout(timer);
        endedAt = now();
        set({ progress: null });
        void selecting.getState().refresh();
      };
    };
    const addProgress = (by: number): void => {
      const { progress } = get();
      if (progress !== null) set({ progress: { ...progress, done: progress.done + by } });
    };

    const requests = createBulkRequests({ bridge, session }, addProgress);

    const undoBatch = async (batchID: BatchID, total: number): Promise<Failure | null> => {
      const end = startProgress(true, total);
      const answer = await requests.unmark(batchID).finally(end);
      if (!answer.ok) return answer.error;
      const { restored, changed } = answer.value;
      toasts.getState().show({
        kind: 'done',
        getText: (t) =>
          joinTexts(
            t,
            restored > 0 ? t('selection.restored', { count: restored }) : null,
            changed > 0 ? [t('selection.changedSince', { count: changed })] : [],
          ),
      });
      return null;
    };

    /** Undoes a batch after the running action has ended. */
    const undo = (batchID: BatchID, total: number): Promise<Failure | null> => {
      const undone = lastEnd.then(() => undoBatch(batchID, total));
      lastEnd = undone.catch(() => undefined);
      return undone;
    };

    const findOpenLead = (selection: Selection): LeadID | null => {
      const { rows, selected } = leads.getState();
      const row = rows.find(({ leadID }) => leadID === selected);
      return row !== undefined && isSelected(selection, row) ? row.leadID : null;
    };

    const runAction = async (run: Run, decide: Decide): Promise<boolean> => {
      const end = startProgress(false, selecting.getState().count);
      let result: Awaited<ReturnType<typeof requests.mark>>;
      const batchID = crypto.randomUUID() as BatchID;
      let getText: ReturnType<Decide>['getText'];
      try {
        await selecting.getState().refresh();
        const { selection, count, facts } = selecting.getState();
        if (isEmptySelection(selection)) return false;
        const { progress } = get();
        if (progress !== null) set({ progress: { ...progress, total: count } });
        const decided = decide({ count, facts });
        ({ getText } = decided);
        const open = findOpenLead(selection);
        if (open !== null && decided.marks.read === false)
          session.setState({ keptUnreadLead: open });
        if (open !== null && isEndOfWork(decided.marks)) leads.getState().select(null);
        const list = toListInput(leads.getState());
        const marks = { ...decided.marks, batchID };
        result = await requests.mark(() => run.isStopped, selection, marks, list);
        const isSame = selecting.getState().selection === selection;
        if (isEndOfWork(decided.marks) && isSame && result.error === null && !run.isStopped)
          selecting.getState().clear();
      } finally {
        running = null;
        end();
      }
      const { sum, error } = result;
      const toast: ToastContent = {
        kind: 'done',
        getText: (t) =>
          joinTexts(t, sum.marked > 0 ? getText(t, sum.marked) : null, explainSkipped(t, sum)),
      };
      if (run.isUndoRequested) {
        void undo(batchID, sum.marked).then((failure) => {
          if (failure !== null)
            showFailure({ code: failure.code, attempted: 'undo', undone: toast });
        });
        return error === null;
      }
      if (sum.marked > 0) undoStack.push({ toast, undo: () => undo(batchID, sum.marked) });
      else if (error === null) toasts.getState().show(toast);
      if (error !== null) showFailure({ code: error.code, attempted: 'markMany' });
      return error === null;
    };

    /** Resolves to true if it succeeded, and to false while another action or an undo is running. */
    const act = (name: string, decide: Decide): Promise<boolean> => {
      if (get().progress !== null) {
        if (running?.name !== name)
          toasts.getState().show({ kind: 'done', getText: (t) => t('selection.busy') });
        return Promise.resolve(false);
      }
      const run: Run = { name, isStopped: false, isUndoRequested: false };
      running = run;
      const succeeded = runAction(run, decide);
      lastEnd = succeeded.catch(() => undefined);
      return succeeded;
    };

    return {
      progress: null,
      isKeyTarget: () => {
        // The clock may have been set back.
        const hasJustEnded = Math.abs(now() - endedAt) < secondPressMs;
        return (
          !isEmptySelection(selecting.getState().selection) ||
          get().progress !== null ||
          hasJustEnded
        );
      },
      toggle: (name) =>
        act(name, (selected) => {
          const value = !isOnAll(name, selected);
          return {
            marks: { [name]: value },
            getText: (t, count) =>
              t(`selection.did.${name}.${value ? 'wasSet' : 'wasUnset'}`, { count }),
          };
        }),
      snooze: (until) =>
        act(`snooze ${until}`, () => ({
          marks: { snoozedUntil: until },
          getText: (t, count) =>
            until === null
              ? t('selection.did.woken', { count })
              : t('selection.did.snoozed', { count, until }),
        })),
      tag: (tag, isAdded) =>
        act(`tag ${tag} ${isAdded}`, () => ({
          marks: { tags: isAdded ? { add: [tag], remove: [] } : { add: [], remove: [tag] } },
          getText: (t, count) =>
            t(`selection.did.${isAdded ? 'tagged' : 'untagged'}`, { count, tag }),
        })),
      assign: (assignee, to) =>
        act(`assign ${assignee}`, () => ({
          marks: { assignee },
          getText: (t, count) =>
            assignee === null
              ? t('selection.did.unassigned', { count })
              : to === ''
                ? t('selection.did.taken', { count })
                : t('selection.did.assigned', { count, to }),
        })),
      stop: () => {
        if (running !== null) running.isStopped = true;
      },
      revert: () => {
        if (running === null) return false;
        running.isStopped = running.isUndoRequested = true;
        return true;
      },
    };
  });
