/**
 * What was just done and can still be undone, at the bottom left. A toast lives until a moment that
 * it is given; what is said is a key of the locales, so that it follows the language.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ErrorCode } from '../../contract/errors.ts';
import type { MarkName } from '../../contract/marks.ts';

export type Said =
  | { readonly what: 'sending' }
  | { readonly what: 'marked'; readonly mark: MarkName; readonly value: boolean }
  /** `to`: the customer whose reply it was. */
  | { readonly what: 'failed'; readonly code: ErrorCode; readonly to?: string }
  | { readonly what: 'noted'; readonly did: 'added' | 'changed' | 'removed' | 'called' };

export type Toast = {
  readonly id: number;
  readonly said: Said;
  /** UTC milliseconds at which it goes, and after which nothing can be undone. */
  readonly until: number;
  readonly undo: (() => void) | null;
};

export type Toasts = {
  readonly toasts: readonly Toast[];
  readonly say: (said: Said, until?: number, undo?: () => void) => number;
  readonly close: (id: number) => void;
};

const lifetime = 6_000;
const atMost = 3;

export const createToasts = (now: () => number): StoreApi<Toasts> => {
  let last = 0;
  return createStore<Toasts>()((set, get) => ({
    toasts: [],
    say: (said, until = now() + lifetime, undo) => {
      const id = (last += 1);
      set(({ toasts }) => ({
        toasts: [...toasts, { id, said, until, undo: undo ?? null }].slice(-atMost),
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
