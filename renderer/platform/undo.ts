/**
 * The stack of undoable actions; Z undoes the one that the visible toast names, else the top one. An action
 * leaves the stack before its undo begins, so that nothing is undone twice, and a failed undo is not retried.
 * It is pushed before the engine answers, because the screen already shows it.
 */
import type { StoreApi } from 'zustand/vanilla';
import type { Answer, Failure } from '../../contract/errors.ts';
import type { MessageID } from '../../contract/records.ts';
import { findVisibleToast, type ToastContent, type Toasts } from './toasts.ts';

export type UndoableAction = {
  readonly toast: ToastContent;
  /** UTC milliseconds; without it, the undo is possible while the window is open. */
  readonly expiresAt?: number | undefined;
  readonly undo: () => Promise<Failure | null>;
  /** The reply that the action sent, which can be canceled elsewhere as well. */
  readonly replyID?: MessageID;
  /** Shown after the undo if nothing else on the screen shows its effect. */
  readonly undoneToast?: ToastContent;
};

export type UndoStack = {
  /** Pushes an action and shows its toast; the returned function removes both. */
  readonly push: (action: UndoableAction) => () => void;
  /**
   * Pushes a request before its answer, once for each promise, and shows its toast after success. An
   * early undo calls `onEarlyUndo` immediately and runs after the answer. A failed request is removed; the
   * caller reports the failure.
   * @param toAction returns the action, or null for one that cannot be undone
   */
  readonly pushPending: <T>(
    answer: Promise<Answer<T>>,
    toAction: (value: T) => UndoableAction | null,
    onEarlyUndo?: () => void,
  ) => void;
  /** Removes the action of a reply that was canceled elsewhere. */
  readonly forgetReply: (replyID: MessageID) => void;
  readonly canUndo: () => boolean;
  /** Undoes the action of the visible toast, else the latest one; false if there is none. */
  readonly undoLast: () => boolean;
};

/** A key pressed just after an action has expired must not undo the one before it. */
const graceMs = 2_000;
const maxActions = 50;

export const createUndoStack = (toasts: StoreApi<Toasts>, now: () => number): UndoStack => {
  type Entry = {
    /** Null before the answer. */
    action: UndoableAction | null;
    toastID: number | null;
    readonly pending?: {
      readonly answer: Promise<unknown>;
      readonly action: Promise<UndoableAction | null>;
      readonly onEarlyUndo?: (() => void) | undefined;
    };
  };
  let entries: readonly Entry[] = [];

  const dropExpired = (): void => {
    entries = entries.filter(({ action }) => now() < (action?.expiresAt ?? Infinity) + graceMs);
  };

  /** The toast of a sending reply can be visible again after that of a later action has expired. */
  const findNext = (): Entry | undefined => {
    const latest = entries.at(-1);
    if (latest?.toastID === null) return latest;
    const visible = findVisibleToast(toasts.getState().toasts)?.id;
    return entries.find(({ toastID }) => toastID === visible) ?? latest;
  };

  const add = (pending?: Entry['pending']): Entry => {
    const entry: Entry = { action: null, toastID: null, pending };
    entries = [...entries, entry].slice(-maxActions);
    return entry;
  };

  const remove = (entry: Entry): boolean => {
    const wasThere = entries.includes(entry);
    entries = entries.filter((other) => other !== entry);
    if (entry.toastID !== null) toasts.getState().close(entry.toastID);
    return wasThere;
  };

  const undo = async (entry: Entry): Promise<void> => {
    if (!remove(entry)) return;
    if (entry.action === null) entry.pending?.onEarlyUndo?.();
    const action = entry.action ?? (await entry.pending?.action) ?? null;
    if (action === null) return;
    const error = await action.undo();
    const { show } = toasts.getState();
    if (error !== null)
      show({ kind: 'failed', code: error.code, attempted: 'undo', undone: action.toast });
    else if (action.undoneToast !== undefined) show(action.undoneToast);
  };

  const complete = (entry: Entry, action: UndoableAction): void => {
    entry.action = action;
    entry.toastID = toasts.getState().show(action.toast, action.expiresAt, () => void undo(entry));
  };

  return {
    push: (action) => {
      const entry = add();
      complete(entry, action);
      return () => void remove(entry);
    },
    pushPending: (answer, toAction, onEarlyUndo) => {
      if (entries.some(({ pending }) => pending?.answer === answer)) return;
      const action = answer.then((result) => (result.ok ? toAction(result.value) : null));
      const entry = add({ answer, action, onEarlyUndo });
      void action.then((known) => {
        if (known === null) remove(entry);
        else if (entries.includes(entry)) complete(entry, known);
      });
    },
    forgetReply: (replyID) => {
      for (const entry of entries.filter(({ action }) => action?.replyID === replyID))
        remove(entry);
    },
    canUndo: () => {
      dropExpired();
      return entries.length > 0;
    },
    undoLast: () => {
      dropExpired();
      const next = findNext();
      if (next === undefined) return false;
      void undo(next);
      return true;
    },
  };
};
