/** The state of the picker of saved replies that `/` opens. */
import { useCallback, useMemo, useState, type KeyboardEvent } from 'react';
import type { SavedReply } from '../../contract/commands/saved-replies.ts';
import { findReplies } from '../leads/saved-replies.ts';
import type { Range } from '../../contract/template.ts';
import { slashAfter, slashAt, type Slash } from './slash.ts';

type Open = { readonly slash: Slash | null; readonly index: number };

const closed: Open = { slash: null, index: 0 };
const none: readonly never[] = [];

/** `slash` is null while none is open; `chosen` is an index in `found`. */
export const useSlash = (replies: readonly SavedReply[]) => {
  const [{ slash, index }, set] = useState<Open>(closed);
  const query = slash?.query ?? null;
  const found = useMemo(
    () => (query === null ? none : findReplies(replies, query)),
    [replies, query],
  );
  const chosen = Math.min(index, Math.max(0, found.length - 1));

  /** A key press can cause a change and a cursor move; each continues from the other's result. */
  const update = (nextOf: (slash: Slash | null) => Slash | null): void =>
    set((now) => {
      const next = nextOf(now.slash);
      if (next === null) return now.slash === null ? now : closed;
      // Several words without a match are text, not a query.
      if (/\s/.test(next.query) && findReplies(replies, next.query).length === 0) return closed;
      return next.query === now.slash?.query ? now : { slash: next, index: 0 };
    });
  const close = useCallback(() => set(closed), []);
  const step = (by: number): void =>
    set((now) => ({ ...now, index: (chosen + by + found.length) % found.length }));

  return {
    slash,
    found,
    chosen,
    onType: (before: string, text: string, caret: number): void =>
      update((now) => slashAfter(now, before, text, caret)),
    onMove: (text: string, caret: number): void => update((now) => slashAt(now, text, caret)),
    close,
    /** Returns whether it used the key. Escape removes the slash and its query. */
    handleKey: (
      { key }: KeyboardEvent,
      insert: (reply: SavedReply) => void,
      remove: (typed: Range) => void,
    ): boolean => {
      if (slash === null) return false;
      if (key === 'Escape') {
        set(closed);
        remove({ start: slash.at, end: slash.at + 1 + slash.query.length });
        return true;
      }
      const reply = found[chosen];
      if (reply === undefined) return false;
      if (key === 'ArrowDown') step(1);
      else if (key === 'ArrowUp') step(-1);
      else if (key === 'Enter' || key === 'Tab') insert(reply);
      else return false;
      return true;
    },
  };
};
