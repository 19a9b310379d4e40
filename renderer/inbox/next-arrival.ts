/** Opens the next lead that arrives at the end of the inbox, unless the person is busy. */
import { useEffect } from 'react';
import { isInDialog, isTyping } from '../platform/key-reach.ts';
import type { Leads } from '../leads/leads.ts';
import { isNothing } from '../leads/selection-model.ts';
import { useLeadStores, type LeadStores } from '../leads/stores.ts';
import type { LayoutWidth } from '../ui/width.ts';

const isAtEnd = ({ view, query, state, length, selected }: Leads): boolean =>
  view === 'needs_reply' && query === '' && state === 'ready' && length === 0 && selected === null;

/** True while the person types, chooses, or has something open over the inbox. */
const isBusy = ({
  session,
  selecting,
  viewer,
  tagging,
  commanding,
  chord,
}: LeadStores): boolean => {
  const { activeElement } = document;
  return (
    session.getState().screen !== 'inbox' ||
    isTyping(activeElement) ||
    isInDialog(activeElement) ||
    document.querySelector('dialog[open], [role="menu"]') !== null ||
    !isNothing(selecting.getState().selection) ||
    viewer.getState().shown !== null ||
    tagging.getState().open !== null ||
    commanding.getState().shown !== null ||
    chord.getState().first !== null
  );
};

/** The person did not choose this lead, so it counts as read only after an interaction (app/listen.ts). */
export const useNextArrival = (room: LayoutWidth): void => {
  const stores = useLeadStores();
  const { leads, session } = stores;
  useEffect(() => {
    // Where list and conversation take turns, it would take the list away.
    if (room === 'narrow') return;
    return leads.subscribe((now, before) => {
      const [first] = now.rows;
      if (first === undefined || !isAtEnd(before) || now.view !== before.view) return;
      // The first lead of a start is opened by first-lead.ts.
      if (!session.getState().hasOpenedFirst || now.selected !== null || isBusy(stores)) return;
      session.setState({ unattended: first.leadID });
      now.select(first.leadID);
    });
  }, [room, leads, session, stores]);
};
