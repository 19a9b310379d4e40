/** Actions on the list and its leads. */
import { flushSync } from 'react-dom';
import { mostPinned } from '../../contract/limits.ts';
import { markControlNames, markControls } from '../leads/marks.ts';
import type { Stores } from './stores.ts';
import type { PhotoPlace } from '../leads/photo-place.ts';
import { isPhoto } from '../../contract/photos.ts';
import type { FlagName } from '../../contract/marks.ts';
import { canBeMarked, isMarked } from '../leads/marking.ts';
import { allHave } from '../inbox/bulk.ts';
import { isNothing } from '../leads/selection-model.ts';
import type { Action } from './action.ts';
import { onOpen, onSelected, openLead } from './on-lead.ts';
import { endingSelection, notOnSelected, orOnSelected } from './on-selection.ts';

/**
 * Closes the conversation and focuses the list or search field, which a narrow window renders only
 * then.
 */
const leaveLead = ({ leads }: Stores, goTo: 'lead-list' | 'lead-search'): void => {
  flushSync(() => leads.getState().select(null));
  document.getElementById(goTo)?.focus();
};

/** Moves through the list. The list takes the focus from a button, which Enter would press. */
const step = (id: 'nextLead' | 'previousLead', keys: readonly string[], by: number): Action => ({
  id,
  group: 'list',
  where: 'inbox',
  keys,
  isRepeated: true,
  title: (t) => t(`actions:titles.${id}`),
  isEnabled: ({ leads }) => leads.getState().length > 0,
  run: ({ leads, selecting }) => {
    selecting.getState().endRange();
    leads.getState().move(by);
    if (document.activeElement instanceof HTMLButtonElement)
      document.getElementById('lead-list')?.focus();
  },
});

/** Moves between the matches of a search in the open conversation. */
const nextMatch = (id: 'nextMatch' | 'previousMatch', key: string, by: number): Action => ({
  id,
  group: 'list',
  where: 'inbox',
  keys: [key],
  isRepeated: true,
  title: (t) => t(`actions:titles.${id}`),
  isEnabled: ({ leads }) => leads.getState().query !== '' && leads.getState().selected !== null,
  run: ({ leads, searching }) => {
    void searching.getState().step(by);
    return leads.getState().query !== '';
  },
});

const mark = (name: FlagName): Action =>
  orOnSelected(
    onOpen({
      id: `mark.${name}`,
      group: 'lead',
      keys: [markControls[name].key.toLowerCase()],
      title: (t, lead) =>
        t(`marks.${name}.${lead !== null && isMarked(name, lead) ? 'unset' : 'set'}`),
      isOffered: (lead) => canBeMarked(name, lead),
      run: ({ marking }, lead) => marking.toggle(name, lead),
    }),
    {
      title: (t, { selecting }) =>
        t(`marks.${name}.${allHave(name, selecting.getState()) ? 'unset' : 'set'}`),
      run: ({ bulk }) => void bulk.getState().toggle(name),
    },
  );

/** The first loaded photo of the open lead. */
const firstPhoto = (stores: Stores): PhotoPlace | null => {
  const { details, messages } = stores.conversation.getState();
  if (details === null || openLead(stores) === null) return null;
  const { leadID } = details.row;
  const own = { messageID: null, attachments: details.request.attachments };
  for (const { messageID, attachments } of [own, ...messages]) {
    const index = attachments.findIndex(isPhoto);
    if (index !== -1) return { leadID, messageID, index };
  }
  return null;
};

const pinned = (nth: number): Action => ({
  id: `pinned.${nth + 1}`,
  group: 'reply',
  where: 'inbox',
  keys: [`Alt+${nth + 1}`],
  isForFields: true,
  isOnlyKey: true,
  title: (t) => t('actions:titles.pinned', { nth: nth + 1 }),
  run: ({ savedReplying }) => savedReplying.insertPinned(nth),
});

/** No two actions may share a key. */
export const inboxActions: readonly Action[] = [
  step('nextLead', ['j', 'ArrowDown'], 1),
  step('previousLead', ['k', 'ArrowUp'], -1),
  {
    id: 'newLeads',
    group: 'list',
    where: 'inbox',
    keys: ['.'],
    title: (t) => t('actions:titles.newLeads'),
    isEnabled: ({ arrivals }) => arrivals.getState().unseen.length > 0,
    run: ({ arrivals, selecting }) => {
      if (arrivals.getState().unseen.length === 0) return false;
      selecting.getState().clear();
      // The button for new leads disappears with the last one.
      document.getElementById('lead-list')?.focus();
      return arrivals.getState().goToFirst();
    },
  },
  endingSelection(
    onSelected({
      id: 'reply',
      group: 'reply',
      keys: ['r', 'Enter'],
      title: (t) => t('actions:titles.reply'),
      run: ({ leads, calling }, leadID) => {
        leads.getState().select(leadID);
        calling.getState().call(leadID);
      },
    }),
  ),
  ...Array.from({ length: mostPinned }, (_, nth) => pinned(nth)),
  ...markControlNames.map(mark),
  orOnSelected(
    onOpen({
      id: 'snooze',
      group: 'lead',
      keys: ['h'],
      title: (t) => t('snooze.set'),
      run: ({ leads, session }, { leadID }) => {
        leads.getState().select(leadID);
        session.setState({ snoozingLead: leadID });
      },
    }),
    {
      title: (t) => t('selection.snooze'),
      run: ({ selecting }) => selecting.getState().setOpenMenu('snooze'),
    },
  ),
  notOnSelected(
    onSelected({
      id: 'addNote',
      group: 'lead',
      keys: ['n'],
      title: (t) => t('notes.add'),
      run: ({ leads, noting }, leadID) => {
        leads.getState().select(leadID);
        noting.getState().write(leadID);
      },
    }),
  ),
  notOnSelected(
    onOpen({
      id: 'logCall',
      group: 'lead',
      keys: ['c'],
      title: (t) => t('notes.logCall'),
      run: ({ noting }, { leadID }) => void noting.getState().call(leadID),
    }),
  ),
  orOnSelected(
    onSelected({
      id: 'tag',
      group: 'lead',
      keys: ['t'],
      title: (t) => t('actions:titles.tag'),
      run: ({ tagging }, leadID) => tagging.setState({ open: leadID }),
    }),
    {
      title: (t) => t('actions:titles.tag'),
      run: ({ selecting }) => selecting.getState().setOpenMenu('tags'),
    },
  ),
  notOnSelected({
    id: 'showPhotos',
    group: 'lead',
    where: 'inbox',
    keys: ['Space'],
    title: (t) => t('actions:titles.showPhotos'),
    isEnabled: (stores) => firstPhoto(stores) !== null,
    run: (stores) => {
      const photo = firstPhoto(stores);
      if (photo !== null) stores.viewer.getState().show(photo);
      return photo !== null;
    },
  }),
  {
    id: 'search',
    group: 'list',
    where: 'inbox',
    keys: ['/', 'Mod+f'],
    isForFields: true,
    title: (t) => t('list.search'),
    run: (stores) => {
      // The selection covers the search field.
      flushSync(() => stores.selecting.getState().clear());
      const field = document.getElementById('lead-search');
      if (field === null) leaveLead(stores, 'lead-search');
      else if (field instanceof HTMLInputElement) {
        field.focus();
        field.select();
      }
    },
  },
  nextMatch('nextMatch', 'F3', 1),
  nextMatch('previousMatch', 'Shift+F3', -1),
  {
    id: 'backToList',
    group: 'list',
    where: 'inbox',
    keys: ['Escape'],
    isOnlyKey: true,
    title: (t) => t('actions:titles.backToList'),
    run: (stores) => {
      const { selection, clear } = stores.selecting.getState();
      if (!isNothing(selection)) return clear();
      const list = document.getElementById('lead-list');
      // A narrow window shows the list first.
      if (stores.leads.getState().query === '' || list === null) leaveLead(stores, 'lead-list');
      else {
        stores.searching.getState().leave();
        list.focus();
      }
    },
  },
  {
    id: 'undo',
    group: 'app',
    where: 'inbox',
    keys: ['z', 'Mod+z'],
    isForFields: true,
    title: (t) => t('actions:titles.undo'),
    isEnabled: ({ undoStack, bulk }) => bulk.getState().underWay !== null || undoStack.canUndo(),
    run: ({ undoStack, bulk }) => bulk.getState().takeBack() || undoStack.undoLast(),
  },
];
