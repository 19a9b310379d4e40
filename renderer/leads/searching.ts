/**
 * A search, from its first letter to its end. What is typed is asked of the list (leads.ts), which drops late
 * answers; the first hit is selected by itself, and the conversation goes to the place that was found.
 * What was searched for is kept on this computer, a handful, until it is removed.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { LeadID } from '../../contract/records.ts';
import { hasCondition } from '../../contract/search-query.ts';
import type { Place } from './conversation.ts';
import type { LeadRecords } from './lead-records.ts';
import type { Leads } from './leads.ts';

export type Searching = {
  /** As it was typed; it may ask for nothing yet. */
  readonly text: string;
  /** What was searched for, the latest first. */
  readonly recent: readonly string[];
  readonly type: (text: string) => void;
  /** Asks for what was typed. @param selects whether the first hit is selected: it can be seen beside the list */
  readonly ask: (selects: boolean) => Promise<void>;
  /** In all leads, or in the view that is shown only. */
  readonly narrow: (everywhere: boolean) => void;
  /** Ends it: everything is as it was when it began. */
  readonly leave: () => void;
  /** Goes so many places further in the open conversation, round and round. */
  readonly step: (by: number) => Promise<void>;
  /** Keeps the present search among the recent ones. */
  readonly keep: () => void;
  readonly forget: (query: string) => void;
};

const mostRecent = 5;
const recentKey = 'hearthline.search.recent';

const readRecent = (): readonly string[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(recentKey) ?? '[]');
    return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : [];
  } catch {
    return [];
  }
};

/** Where the search has found something in the selected lead; null where that is no place of its conversation. */
export const foundAt = ({ query, rows, selected }: Leads): Place | null => {
  if (query === '') return null;
  const match = rows.find(({ leadID }) => leadID === selected)?.match;
  if (match === undefined || match.in === 'name' || match.in === 'about') return null;
  return { in: match.in, id: match.id, at: match.at ?? 0 };
};

/** The place that was gone to, among those of a conversation; the newest where none was. */
export const standsAt = (places: readonly Place[], sought: Place | null): number => {
  const at = places.findIndex((place) => place.in === sought?.in && place.id === sought.id);
  return at < 0 ? places.length - 1 : at;
};

export const createSearching = ({
  bridge,
  leads,
  conversation,
  session,
}: Pick<LeadRecords, 'bridge' | 'leads' | 'conversation' | 'session'>): StoreApi<Searching> =>
  createStore<Searching>()((set, get) => {
    /** The first hit is to be selected when it is here. */
    let selectsFirst = false;
    /** The query whose hit the conversation was led to last. */
    let ledBy = '';
    /** Selected by itself, and not by the professional. */
    let first: LeadID | null = null;

    const writeRecent = (recent: readonly string[]): void => {
      set({ recent });
      localStorage.setItem(recentKey, JSON.stringify(recent));
    };

    const selectFirst = (state: Leads): void => {
      const row = state.rows[0];
      if (row === undefined && !state.isLengthKnown) return;
      selectsFirst = false;
      first = row?.leadID ?? null;
      session.setState({ unattended: first });
      state.select(first);
    };

    leads.subscribe((state, before) => {
      const { query } = state;
      if (query !== before.query && query !== asked(get().text)) set({ text: query });
      if (query === '') {
        selectsFirst = false;
        ledBy = '';
        return;
      }
      if (state.state !== 'ready') return;
      if (selectsFirst) selectFirst(state);
      const { selected } = leads.getState();
      if (selectsFirst || selected === null) return;
      if (selected !== before.selected && selected !== first) get().keep();
      if (ledBy === query) return;
      ledBy = query;
      const place = foundAt(leads.getState());
      const { leadID, sought, goTo } = conversation.getState();
      const isThere = sought?.place?.in === place?.in && sought?.place?.id === place?.id;
      if (place !== null && leadID === selected && !isThere) goTo(place);
    });

    return {
      text: '',
      recent: readRecent(),
      type: (text) => set({ text }),
      ask: async (selects) => {
        const query = asked(get().text);
        const { query: before, everywhere, search } = leads.getState();
        if (query === before) return;
        selectsFirst = selects && query !== '';
        await search(query, before === '' || everywhere);
      },
      narrow: (everywhere) => {
        const { query, search, selected } = leads.getState();
        if (query === '') return;
        selectsFirst = selected !== null;
        void search(query, everywhere);
      },
      leave: () => {
        set({ text: '' });
        selectsFirst = false;
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
        const at = standsAt(places, now.sought?.place ?? null) + by;
        const place = places.at(((at % places.length) + places.length) % places.length);
        if (place !== undefined) now.goTo(place);
      },
      keep: () => {
        const { query } = leads.getState();
        if (query === '') return;
        const others = get().recent.filter((each) => each !== query);
        writeRecent([query, ...others].slice(0, mostRecent));
      },
      forget: (query) => writeRecent(get().recent.filter((each) => each !== query)),
    };
  });

/** What is asked for by a text; nothing while it means nothing yet. */
const asked = (text: string): string => (hasCondition(text) ? text.trim() : '');
