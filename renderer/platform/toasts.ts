/**
 * Short messages at the bottom of the list, one visible at a time: the latest failure until it is closed or
 * expires, otherwise the newest. A sending reply reappears when a newer one has expired. Texts are created
 * during rendering, so that they follow the language.
 */
import type { TFunction } from 'i18next';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ErrorCode } from '../../contract/errors.ts';

/** A key of the locales' `toasts.could`. */
export type AttemptedAction =
  | 'send'
  | 'undo'
  | 'mark'
  | 'markMany'
  | 'retry'
  | 'discard'
  | 'turnOn'
  | 'copy';

export type ToastContent =
  /** The reply to the customer is sent when the toast expires. */
  | { readonly kind: 'sending'; readonly customer: string }
  | { readonly kind: 'done'; readonly getText: (t: TFunction) => string }
  | {
      readonly kind: 'failed';
      readonly code: ErrorCode;
      readonly attempted?: AttemptedAction;
      readonly customer?: string;
      /** The action that could not be undone. */
      readonly undone?: ToastContent;
    };

export type Toast = {
  readonly id: number;
  readonly content: ToastContent;
  /** UTC milliseconds. */
  readonly expiresAt: number;
  readonly undo: (() => void) | null;
};

export type Toasts = {
  /** The open ones, oldest first. */
  readonly toasts: readonly Toast[];
  /** The newest, even if closed. */
  readonly last: Toast | null;
  readonly show: (content: ToastContent, expiresAt?: number, undo?: () => void) => number;
  readonly close: (id: number) => void;
};

export const notCopied: ToastContent = { kind: 'failed', code: 'internal', attempted: 'copy' };

const lifetimes = { sending: 6_000, done: 6_000, failed: 10_000 } as const;

export const findVisibleToast = (toasts: readonly Toast[]): Toast | undefined =>
  toasts.findLast(({ content }) => content.kind === 'failed') ?? toasts.at(-1);

/** Number of replies in their undo window, apart from the visible toast's. */
export const countOtherSending = (toasts: readonly Toast[]): number => {
  const visible = findVisibleToast(toasts);
  return toasts.filter((toast) => toast !== visible && toast.content.kind === 'sending').length;
};

export const createToasts = (now: () => number): StoreApi<Toasts> => {
  let lastID = 0;
  return createStore<Toasts>()((set, get) => ({
    toasts: [],
    last: null,
    show: (content, expiresAt = now() + lifetimes[content.kind], undo) => {
      const id = (lastID += 1);
      const toast: Toast = { id, content, expiresAt, undo: undo ?? null };
      set(({ toasts }) => ({
        toasts: [...toasts.filter((other) => other.content.kind !== 'done'), toast],
        last: toast,
      }));
      setTimeout(() => get().close(id), Math.max(0, expiresAt - now()));
      return id;
    },
    close: (id) => {
      if (get().toasts.some((toast) => toast.id === id))
        set(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
    },
  }));
};
