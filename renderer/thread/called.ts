/** How the composer of a lead answers when it is called for, and what happens to the keys when it goes. */
import { useEffect, useLayoutEffect, type RefObject } from 'react';
import type { LeadID } from '../../contract/records.ts';
import { useCalling, useLeadStores } from '../leads/stores.ts';

/** Where the cursor stands in what was typed meanwhile; that goes to the end of the draft. */
const selectionFromEnd = (typed: Element | null): { start: number; end: number } => {
  if (!(typed instanceof HTMLTextAreaElement) || typed.dataset['standIn'] === undefined)
    return { start: 0, end: 0 };
  const { value, selectionStart, selectionEnd } = typed;
  return { start: value.length - selectionStart, end: value.length - selectionEnd };
};

/**
 * Gives the focus to the lead's field once it is called for; what was typed since is written there.
 *
 * @param onTyped called with the field's text when something was typed meanwhile
 */
export const useAnswerCall = (
  leadID: LeadID,
  field: RefObject<HTMLElement | null>,
  onTyped?: (text: string) => void,
): void => {
  const { calling } = useLeadStores();
  const called = useCalling((state) => state.called === leadID);
  useEffect(() => {
    if (!called) return;
    const fromEnd = selectionFromEnd(document.activeElement);
    const hasTyped = calling.getState().typed !== '';
    calling.getState().end();
    const { current } = field;
    current?.focus();
    if (!(current instanceof HTMLTextAreaElement)) return;
    // What was typed is in the field once React has drawn it.
    queueMicrotask(() => {
      const { length } = current.value;
      current.setSelectionRange(length - fromEnd.start, length - fromEnd.end);
      if (hasTyped) onTyped?.(current.value);
    });
  }, [called, calling, field, onTyped]);
};

/** Calls for the composer that comes next when this one is taken away under the hands of who writes. */
export const useCallForNext = (field: RefObject<HTMLElement | null>): void => {
  const { calling, leads, session } = useLeadStores();
  useLayoutEffect(() => {
    const { current } = field;
    return () => {
      const { selected } = leads.getState();
      const isWriting = document.activeElement === current && session.getState().screen === 'inbox';
      if (isWriting && selected !== null) calling.getState().call(selected);
    };
  }, [field, calling, leads, session]);
};
