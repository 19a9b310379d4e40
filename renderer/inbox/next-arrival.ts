/** Opens the next arriving lead at the end of the inbox, unless the professional is busy. */
import { useEffect } from 'react';
import { isInDialog, isTyping } from '../platform/key-reach.ts';
import type { Leads } from '../leads/leads.ts';
import { isEmptySelection } from '../leads/selection-model.ts';
import { useLeadStores, type LeadStores } from '../leads/stores.ts';
import type { LayoutWidth } from '../ui/width.ts';

const isAtEnd = ({ view, query, state, length, selected }: Leads): boolean =>
  view === 'needs_reply' && query === '' && state === 'ready' && length === 0 && selected === null;

/** True if the professional is elsewhere, types, selects, or has something open over the inbox. */
const isBusy = ({
  session,
  selecting,
  viewer,
  tagPicker,
  openDialog,
  chord,
}: LeadStores): boolean => {
  const { activeElement } = document;
  return (
    session.getState().screen !== 'inbox' ||
    isTyping(activeElement) ||
    isInDialog(activeElement) ||
    document.querySelector('dialog[open], [role="menu"]') !== null ||
    !isEmptySelection(selecting.getState().selection) ||
    viewer.getState().shown !== null ||
    tagPicker.getState().open !== null ||
    openDialog.getState().shown !== null ||
    chord.getState().first !== null
  );
};

/** The lead counts as read only after an interaction (app/listen.ts). */
export const useNextArrival = (width: LayoutWidth): void => {
  const stores = useLeadStores();
  const { leads, session } = stores;
  useEffect(() => {
    // In a narrow window it would replace the list.
    if (width === 'narrow') return;
    return leads.subscribe((now, before) => {
      const [first] = now.rows;
      if (first === undefined || !isAtEnd(before) || now.view !== before.view) return;
      // first-lead.ts opens the first lead.
      if (!session.getState().hasOpenedFirst || now.selected !== null || isBusy(stores)) return;
      session.setState({ unattendedLead: first.leadID });
      now.select(first.leadID);
    });
  }, [width, leads, session, stores]);
};
