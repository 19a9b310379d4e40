/**
 * What the professional did here and can take back, the newest on top. Z takes back the one on top,
 * pressed again the one below: a deed is off the stack before its undoing begins, so that nothing is
 * undone twice. What cannot be undone says why, and is not tried again.
 */
import type { StoreApi } from 'zustand/vanilla';
import type { Failure } from '../../contract/errors.ts';
import type { MessageID } from '../../contract/records.ts';
import type { Said, Toasts } from './toasts.ts';

export type Deed = {
  /** What is said of it, beside its Undo. */
  readonly said: Said;
  /** UTC milliseconds until which it can be undone; none for as long as the window is open. */
  readonly until?: number | undefined;
  /** Takes it back; returns why it could not be, or null. It may still be under way. */
  readonly undo: () => Promise<Failure | null>;
  /** The reply that is called back by it, which can be called back elsewhere as well. */
  readonly reply?: MessageID;
  /** Said when that went well, where what is on the screen does not say it. */
  readonly saidUndone?: Said;
};

export type Undoing = {
  /** Notes and says what was done; the answer takes the note away, for what failed or is undone. */
  readonly did: (deed: Deed) => () => void;
  /** Takes the note of a reply away: it is called back, or asked to be, from where it stands. */
  readonly calledBack: (reply: MessageID) => void;
  /** Whether there is something to take back. */
  readonly canUndo: () => boolean;
  /** Takes back the latest deed; false when there is none. */
  readonly undoLast: () => boolean;
};

/** A press that comes a moment too late is meant for what it is late for, and not for what was before. */
const graceMs = 2_000;
const atMost = 50;

export const createUndoing = (toasts: StoreApi<Toasts>, now: () => number): Undoing => {
  type Noted = { readonly deed: Deed; readonly toast: number };
  let noted: readonly Noted[] = [];

  const keepUndoable = (): void => {
    noted = noted.filter(({ deed: { until = Infinity } }) => now() < until + graceMs);
  };

  const forget = (one: Noted): boolean => {
    const before = noted.length;
    noted = noted.filter((other) => other !== one);
    toasts.getState().close(one.toast);
    return noted.length < before;
  };

  const undo = async (one: Noted): Promise<void> => {
    if (!forget(one)) return;
    const { said, saidUndone } = one.deed;
    const error = await one.deed.undo();
    const { say } = toasts.getState();
    if (error !== null) say({ what: 'failed', code: error.code, tried: 'undo', deed: said });
    else if (saidUndone !== undefined) say(saidUndone);
  };

  return {
    did: (deed) => {
      const toast = toasts.getState().say(deed.said, deed.until, () => void undo(one));
      const one: Noted = { deed, toast };
      noted = [...noted, one].slice(-atMost);
      return () => void forget(one);
    },
    calledBack: (reply) => {
      for (const one of noted.filter(({ deed }) => deed.reply === reply)) forget(one);
    },
    canUndo: () => {
      keepUndoable();
      return noted.length > 0;
    },
    undoLast: () => {
      keepUndoable();
      const latest = noted.at(-1);
      if (latest === undefined) return false;
      void undo(latest);
      return true;
    },
  };
};
