/** What can be done anywhere in the inbox, while nothing is being typed. */
import { flushSync } from 'react-dom';
import { mostPinned } from '../../contract/limits.ts';
import { markControlNames, markControls } from '../inbox/marks.ts';
import type { Stores } from '../state/stores.ts';
import type { PhotoPlace } from '../state/viewer.ts';
import { isPhoto } from '../../contract/photos.ts';
import type { FlagName } from '../../contract/marks.ts';
import type { LeadRow } from '../../contract/records.ts';
import type { Action } from './action.ts';

/** The lead whose conversation is open, once that has been read. */
const openLead = ({ leads, conversation }: Stores): LeadRow | null => {
  const row = conversation.getState().details?.row;
  return row !== undefined && row.leadID === leads.getState().selected ? row : null;
};

/** Goes to the list, also where it takes turns with the conversation and has to be drawn first. */
const leaveLead = ({ leads }: Stores, goTo: 'lead-list' | 'lead-search'): void => {
  flushSync(() => leads.getState().select(null));
  document.getElementById(goTo)?.focus();
};

/** Goes through the list, and has it take the focus from a button, which Enter would press. */
const step = (keys: readonly string[], by: number): Action => ({
  keys,
  isRepeated: true,
  run: ({ leads }) => {
    leads.getState().move(by);
    if (document.activeElement instanceof HTMLButtonElement)
      document.getElementById('lead-list')?.focus();
    return true;
  },
});

const mark = (name: FlagName): Action => ({
  keys: [markControls[name].key.toLowerCase()],
  run: (stores) => {
    const lead = openLead(stores);
    if (lead !== null) stores.marking.toggle(name, lead);
    return lead !== null;
  },
});

/** The first photo of the open lead, as far as it has been read. */
const firstPhoto = ({ conversation }: Stores): PhotoPlace | null => {
  const { details, messages } = conversation.getState();
  if (details === null) return null;
  const { leadID } = details.row;
  const own = { messageID: null, attachments: details.request.attachments };
  for (const { messageID, attachments } of [own, ...messages]) {
    const index = attachments.findIndex(isPhoto);
    if (index !== -1) return { leadID, messageID, index };
  }
  return null;
};

const pinned = (nth: number): Action => ({
  keys: [`Alt+${nth + 1}`],
  run: ({ savedReplying }) => savedReplying.insertPinned(nth),
});

/** Each entry is one key and one place; no two may ask for the same key. */
export const inboxActions: readonly Action[] = [
  step(['j', 'ArrowDown'], 1),
  step(['k', 'ArrowUp'], -1),
  {
    keys: ['r', 'Enter'],
    run: ({ leads, calling }) => {
      const { selected } = leads.getState();
      if (selected !== null) calling.getState().call(selected);
      return selected !== null;
    },
  },
  {
    keys: ['n'],
    run: ({ leads, noting }) => {
      const { selected } = leads.getState();
      if (selected !== null) noting.getState().write(selected);
      return selected !== null;
    },
  },
  {
    keys: ['t'],
    run: ({ leads, tagging }) => {
      const { selected } = leads.getState();
      tagging.setState({ open: selected });
      return selected !== null;
    },
  },
  {
    keys: ['h'],
    run: (stores) => {
      const lead = openLead(stores);
      if (lead !== null) stores.session.setState({ snoozing: lead.leadID });
      return lead !== null;
    },
  },
  {
    keys: ['c'],
    run: (stores) => {
      const lead = openLead(stores);
      if (lead !== null) void stores.noting.getState().call(lead);
      return lead !== null;
    },
  },
  {
    keys: ['/'],
    run: (stores) => {
      const field = document.getElementById('lead-search');
      if (field === null) leaveLead(stores, 'lead-search');
      else field.focus();
      return true;
    },
  },
  {
    keys: ['Escape'],
    run: (stores) => {
      const { selected, query, show } = stores.leads.getState();
      if (selected === null && query !== '') void show({ query: '' });
      leaveLead(stores, 'lead-list');
      return true;
    },
  },
  { keys: ['z'], run: ({ undoing }) => undoing.undoLast() },
  {
    keys: [' '],
    run: (stores) => {
      const photo = openLead(stores) === null ? null : firstPhoto(stores);
      if (photo !== null) stores.viewer.getState().show(photo);
      return photo !== null;
    },
  },
  ...markControlNames.map(mark),
  ...Array.from({ length: mostPinned }, (_, nth) => pinned(nth)),
];
