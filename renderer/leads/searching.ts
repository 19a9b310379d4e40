/**
 * A search, from its first letter to its end. The list (leads.ts) runs it, its first hit is selected, and the
 * conversation scrolls to the match. The latest five queries are stored on this computer.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { LeadID } from '../../contract/records.ts';
import { hasCondition } from '../../contract/search-query.ts';
import { createLatestTexts } from '../platform/remembered.ts';
import type { Place } from './conversation.ts';
import type { BaseLeadStores } from './lead-records.ts';
import type { Leads } from './leads.ts';

export type Searching = {
  /** As typed; it may be incomplete. */
  readonly text: string;
  /** Latest first. */
  readonly recent: readonly string[];
  readonly type: (text: string) => void;
  /** @param selects true to select the first hit */
  readonly run: (selects: boolean) => Promise<void>;
  /** Repeats the search in all leads, or only in the view. */
  readonly narrow: (everywhere: boolean) => void;
  /** Ends the search and restores the list from before it. */
  readonly leave: () => void;
  /** Scrolls to another match in the open conversation; wraps around. */
  readonly step: (by: number) => Promise<void>;
  readonly saveRecent: () => void;
  readonly removeRecent: (query: string) => void;
};

const maxRecent = 5;
const recentQueries = createLatestTexts('search.recent', maxRecent);

/** Finds the match in the selected lead's conversation. */
export const findMatchPlace = ({ query, rows, selected }: Leads): Place | null => {
  if (query === '') return null;
  const match = rows.find(({ leadID }) => leadID === selected)?.match;
  if (match === undefined || match.in === 'name' || match.in === 'about') return null;
  return { in: match.in, id: match.id, at: match.at ?? 0 };
};

/** Finds the index of the visited place, or else of the newest one. */
export const findPlaceIndex = (places: readonly Place[], sought: Place | null): number => {
  const at = places.findIndex((place) => place.in === sought?.in && place.id === sought.id);
  return at < 0 ? places.length - 1 : at;
};

export const createSearching = ({
  bridge,
  leads,
  conversation,
  session,
}: Pick<BaseLeadStores, 'bridge' | 'leads' | 'conversation' | 'session'>): StoreApi<Searching> =>
  createStore<Searching>()((set, get) => {
    /** True until the first hit is loaded and selected. */
    let shouldSelectFirst = false;
    /** The query for which the conversation scrolled to a match. */
    let scrolledFor = '';
    /** The hit that was selected automatically. */
    let firstHit: LeadID | null = null;

    const selectFirst = (state: Leads): void => {
      const row = state.rows[0];
      if (row === undefined && !state.isLengthKnown) return;
      shouldSelectFirst = false;
      firstHit = row?.leadID ?? null;
      session.setState({ unattendedLead: firstHit });
      state.select(firstHit);
    };

    leads.subscribe((state, before) => {
      const { query } = state;
      if (query !== before.query && query !== toQuery(get().text)) set({ text: query });
      if (query === '') {
        shouldSelectFirst = false;
        scrolledFor = '';
        return;
      }
      if (state.state !== 'ready') return;
      if (shouldSelectFirst) selectFirst(state);
      const { selected } = leads.getState();
      if (shouldSelectFirst || selected === null) return;
      if (selected !== before.selected && selected !== firstHit) get().saveRecent();
      if (scrolledFor === query) return;
      scrolledFor = query;
      const place = findMatchPlace(leads.getState());
      const { leadID, scrollTarget, goTo } = conversation.getState();
      const isScrolledThere =
        scrollTarget?.place?.in === place?.in && scrollTarget?.place?.id === place?.id;
      if (place !== null && leadID === selected && !isScrolledThere) goTo(place);
    });

    return {
      text: '',
      recent: recentQueries.read(),
      type: (text) => set({ text }),
      run: async (selects) => {
        const query = toQuery(get().text);
        const { query: before, everywhere, search } = leads.getState();
        if (query === before) return;
        shouldSelectFirst = selects && query !== '';
        await search(query, before === '' || everywhere);
      },
      narrow: (everywhere) => {
        const { query, search, selected } = leads.getState();
        if (query === '') return;
        shouldSelectFirst = selected !== null;
        void search(query, everywhere);
      },
      leave: () => {
        set({ text: '' });
        shouldSelectFirst = false;
        void leads.getState().leaveSearch();
      },
      step: async (by) => {
        const { query } = leads.getState();
        const { leadID } = conversation.getState();
        if (query === '' || leadID === null) return;
        const answer = await bridge.invoke('search.places', { leadID, query });
        const now = conversation.getState();
        if (!answer.ok || now.leadID !== leadID) return;
        const { places } = answer.value;
        const at = findPlaceIndex(places, now.scrollTarget?.place ?? null) + by;
        const place = places.at(((at % places.length) + places.length) % places.length);
        if (place !== undefined) now.goTo(place);
      },
      saveRecent: () => {
        const { query } = leads.getState();
        if (query === '') return;
        set({ recent: recentQueries.add(query) });
      },
      removeRecent: (query) => set({ recent: recentQueries.remove(query) }),
    };
  });

/** Converts a text to a query, which is empty if the text has no condition. */
const toQuery = (text: string): string => (hasCondition(text) ? text.trim() : '');
