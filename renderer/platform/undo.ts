/**
 * What the professional did here and can take back, the newest on top. Z takes back the one on top,
 * pressed again the one below: a deed is off the stack before its undoing begins, so that nothing is
 * undone twice. What cannot be undone says why, and is not tried again. A deed is on the stack from its
 * beginning, because the screen may show it before the engine has answered.
 */
import type { StoreApi } from 'zustand/vanilla';
import type { Answer, Failure } from '../../contract/errors.ts';
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
  /**
   * Notes what the engine was asked for, once for each question, and says it when it is done. Asked back
   * before that it is taken back as soon as it is done, and `askedBack` is called at once. What failed is
   * off the stack; the caller says why.
   * @param done what was done; null for what cannot be taken back
   */
  readonly doing: <T>(
    answer: Promise<Answer<T>>,
    done: (value: T) => Deed | null,
    askedBack?: () => void,
  ) => void;
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
  type Noted = {
    /** Null while it is being done. */
    deed: Deed | null;
    toast: number | null;
    readonly doing?: {
      readonly answer: Promise<unknown>;
      readonly deed: Promise<Deed | null>;
      readonly askedBack?: (() => void) | undefined;
    };
  };
  let noted: readonly Noted[] = [];

  const keepUndoable = (): void => {
    noted = noted.filter(({ deed }) => now() < (deed?.until ?? Infinity) + graceMs);
  };

  const note = (one: Noted): Noted => {
    noted = [...noted, one].slice(-atMost);
    return one;
  };

  const forget = (one: Noted): boolean => {
    const before = noted.length;
    noted = noted.filter((other) => other !== one);
    if (one.toast !== null) toasts.getState().close(one.toast);
    return noted.length < before;
  };

  const undo = async (one: Noted): Promise<void> => {
    if (!forget(one)) return;
    if (one.deed === null) one.doing?.askedBack?.();
    const deed = one.deed ?? (await one.doing?.deed) ?? null;
    if (deed === null) return;
    const error = await deed.undo();
    const { say } = toasts.getState();
    if (error !== null) say({ what: 'failed', code: error.code, tried: 'undo', deed: deed.said });
    else if (deed.saidUndone !== undefined) say(deed.saidUndone);
  };

  const say = (one: Noted, deed: Deed): void => {
    one.deed = deed;
    one.toast = toasts.getState().say(deed.said, deed.until, () => void undo(one));
  };

  return {
    did: (deed) => {
      const one = note({ deed: null, toast: null });
      say(one, deed);
      return () => void forget(one);
    },
    doing: (answer, done, askedBack) => {
      if (noted.some(({ doing }) => doing?.answer === answer)) return;
      const deed = answer.then((given) => (given.ok ? done(given.value) : null));
      const one = note({ deed: null, toast: null, doing: { answer, deed, askedBack } });
      void deed.then((known) => {
        if (known === null) forget(one);
        else if (noted.includes(one)) say(one, known);
      });
    },
    calledBack: (reply) => {
      for (const one of noted.filter(({ deed }) => deed?.reply === reply)) forget(one);
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
