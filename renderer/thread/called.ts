/** How the composer of a lead answers when it is called for, and what happens to the keys when it goes. */
import { useEffect, useLayoutEffect, type RefObject } from 'react';
import type { LeadID } from '../../contract/records.ts';
import { useCalling, useStores } from '../state/stores.ts';

/** Gives the focus to the lead's field once it is called for; what was typed since is written there. */
export const useAnswerCall = (leadID: LeadID, field: RefObject<HTMLElement | null>): void => {
  const { calling } = useStores();
  const called = useCalling((state) => state.called === leadID);
  useEffect(() => {
    if (!called) return;
    calling.getState().end();
    const { current } = field;
    current?.focus();
    if (current instanceof HTMLTextAreaElement)
      current.setSelectionRange(current.value.length, current.value.length);
  }, [called, calling, field]);
};

/** Calls for the composer that comes next when this one is taken away under the hands of who writes. */
export const useCallForNext = (field: RefObject<HTMLElement | null>): void => {
  const { calling, leads, session } = useStores();
  useLayoutEffect(() => {
    const { current } = field;
    return () => {
      const { selected } = leads.getState();
      const isWriting = document.activeElement === current && session.getState().screen === 'inbox';
      if (isWriting && selected !== null) calling.getState().call(selected);
    };
  }, [field, calling, leads, session]);
};
