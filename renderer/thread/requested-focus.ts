/** Focuses a requested composer, and requests the next one when a focused composer is unmounted. */
import { useEffect, useLayoutEffect, type RefObject } from 'react';
import type { LeadID } from '../../contract/records.ts';
import { isSelecting } from '../leads/lead-actions.ts';
import { useReplyFocus, useLeadStores } from '../leads/stores.ts';

/** The stand-in's cursor (type-ahead.tsx), from the end, because its text is appended to the draft. */
const getSelectionFromEnd = (typed: Element | null): { start: number; end: number } => {
  if (!(typed instanceof HTMLTextAreaElement) || typed.dataset['standIn'] === undefined)
    return { start: 0, end: 0 };
  const { value, selectionStart, selectionEnd } = typed;
  return { start: value.length - selectionStart, end: value.length - selectionEnd };
};

/** Focuses the lead's field when requested. @param onTyped called if text was typed meanwhile */
export const useRequestedFocus = (
  leadID: LeadID,
  field: RefObject<HTMLElement | null>,
  onTyped?: (text: string) => void,
): void => {
  const { replyFocus } = useLeadStores();
  const isRequested = useReplyFocus((state) => state.requested === leadID);
  useEffect(() => {
    if (!isRequested) return;
    const fromEnd = getSelectionFromEnd(document.activeElement);
    const hasTyped = replyFocus.getState().typed !== '';
    replyFocus.getState().end();
    const { current } = field;
    current?.focus();
    if (!(current instanceof HTMLTextAreaElement)) return;
    // React renders the typed text into the field first.
    queueMicrotask(() => {
      const { length } = current.value;
      current.setSelectionRange(length - fromEnd.start, length - fromEnd.end);
      if (hasTyped) onTyped?.(current.value);
    });
  }, [isRequested, replyFocus, field, onTyped]);
};

/** Requests the next composer when this one is unmounted while it has the focus, unless selected leads hide it. */
export const useFocusNextComposer = (field: RefObject<HTMLElement | null>): void => {
  const stores = useLeadStores();
  useLayoutEffect(() => {
    const { current } = field;
    return () => {
      const { leads, replyFocus, session } = stores;
      const { selected } = leads.getState();
      const isWriting = document.activeElement === current && session.getState().screen === 'inbox';
      if (isWriting && selected !== null && !isSelecting(stores))
        replyFocus.getState().request(selected);
    };
  }, [field, stores]);
};
