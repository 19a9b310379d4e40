/**
 * What was just done, said once over the foot of the list, one thing at a time. What goes wrong stays
 * in front until it is closed or has been there long enough; then the newest; and what sends in a few
 * seconds is there again when what was said after it has gone. Words are made where they are shown,
 * so that they follow the language.
 */
import type { TFunction } from 'i18next';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ErrorCode } from '../../contract/errors.ts';

/** What could not be done: a key of the locales' `toasts.could`. */
export type Tried = 'send' | 'undo' | 'mark' | 'markMany' | 'retry' | 'discard';

export type Said =
  /** A reply to that customer leaves when the toast goes. */
  | { readonly what: 'sending'; readonly to: string }
  | { readonly what: 'done'; readonly words: (t: TFunction) => string }
  /** `to`: the customer whose reply or lead it was. */
  | {
      readonly what: 'failed';
      readonly code: ErrorCode;
      readonly tried?: Tried;
      readonly to?: string;
      /** What could not be undone. */
      readonly deed?: Said;
    };

export type Toast = {
  readonly id: number;
  readonly said: Said;
  /** UTC milliseconds at which it goes. */
  readonly until: number;
  readonly undo: (() => void) | null;
};

export type Toasts = {
  /** All that are not over, the oldest first. */
  readonly toasts: readonly Toast[];
  /** The one that was said last, also when it has gone: it is read out once. */
  readonly last: Toast | null;
  readonly say: (said: Said, until?: number, undo?: () => void) => number;
  readonly close: (id: number) => void;
};

const lifetimes = { sending: 6_000, done: 6_000, failed: 10_000 } as const;

/** The one toast that is shown, of those that are not over. */
export const shownOf = (toasts: readonly Toast[]): Toast | undefined =>
  toasts.findLast(({ said }) => said.what === 'failed') ?? toasts.at(-1);

/** How many other replies wait in their undo window. */
export const othersSending = (toasts: readonly Toast[]): number => {
  const shown = shownOf(toasts);
  return toasts.filter((toast) => toast !== shown && toast.said.what === 'sending').length;
};

export const createToasts = (now: () => number): StoreApi<Toasts> => {
  let last = 0;
  return createStore<Toasts>()((set, get) => ({
    toasts: [],
    last: null,
    say: (said, until = now() + lifetimes[said.what], undo) => {
      const id = (last += 1);
      const toast: Toast = { id, said, until, undo: undo ?? null };
      set(({ toasts }) => ({
        toasts: [...toasts.filter((other) => other.said.what !== 'done'), toast],
        last: toast,
      }));
      setTimeout(() => get().close(id), Math.max(0, until - now()));
      return id;
    },
    close: (id) => {
      if (get().toasts.some((toast) => toast.id === id))
        set(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
    },
  }));
};
