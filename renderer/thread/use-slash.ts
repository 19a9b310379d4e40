/** The state of the picker of saved replies that `/` opens. */
import { useCallback, useMemo, useState } from 'react';
import type { SavedReply } from '../../contract/commands/saved-replies.ts';
import { findReplies } from '../leads/saved-replies.ts';
import type { Range } from '../../contract/template.ts';
import { chooseNextOption } from '../ui/next-option.ts';
import { updateOnMove, updateOnType, type Slash } from './slash.ts';

type Picker = { readonly slash: Slash | null; readonly index: number };

const closed: Picker = { slash: null, index: 0 };
const none: readonly never[] = [];

/** `slash` is null while none is open; `chosen` is an index in `found`. */
export const useSlash = (replies: readonly SavedReply[]) => {
  const [{ slash, index }, setPicker] = useState(closed);
  const query = slash?.query ?? null;
  const found = useMemo(
    () => (query === null ? none : findReplies(replies, query)),
    [replies, query],
  );
  const chosen = Math.min(index, Math.max(0, found.length - 1));

  /** A key press can cause a change and a cursor move; each continues from the other's result. */
  const update = (change: (slash: Slash | null) => Slash | null): void =>
    setPicker((now) => {
      const next = change(now.slash);
      if (next === null) return now.slash === null ? now : closed;
      // Several words without a match are text, not a query.
      if (/\s/.test(next.query) && findReplies(replies, next.query).length === 0) return closed;
      return next.query === now.slash?.query ? now : { slash: next, index: 0 };
    });
  const close = useCallback(() => setPicker(closed), []);

  return {
    slash,
    found,
    chosen,
    onType: (before: string, text: string, caret: number): void =>
      update((now) => updateOnType(now, before, text, caret)),
    onMove: (text: string, caret: number): void => update((now) => updateOnMove(now, text, caret)),
    close,
    /** Returns true if it used the key. Escape removes the slash and its query. @param key as `getPressedKey` names it */
    handleKey: (
      key: string,
      insert: (reply: SavedReply) => void,
      remove: (typed: Range) => void,
    ): boolean => {
      if (slash === null) return false;
      if (key === 'Escape') {
        close();
        remove({ start: slash.at, end: slash.at + 1 + slash.query.length });
        return true;
      }
      const reply = found[chosen];
      if (reply === undefined) return false;
      const next = chooseNextOption(key, chosen, found.length);
      if (next !== null) setPicker({ slash, index: next });
      else if (key === 'Enter' || key === 'Tab') insert(reply);
      else return false;
      return true;
    },
  };
};
