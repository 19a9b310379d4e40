/** The menu of a row, by the right mouse button or the menu key: what can be done with its lead. */
import type { i18n } from 'i18next';
import { acceleratorOf, nativeEntry } from '../platform/accelerator.ts';
import type { Actions } from '../leads/actions.ts';
import { actionWords, type ActionWords } from '../platform/action-words.ts';
import type { LeadDetails, LeadRow } from '../../contract/records.ts';
import { asked } from '../platform/queries.ts';
import { isNothing, isSelected } from '../leads/selection-model.ts';
import type { LeadStores } from '../leads/stores.ts';
import { addressLines } from '../leads/request-words.ts';
import { markControlNames } from '../leads/marks.ts';

type Entry = {
  readonly label: string;
  /** The key that does the same. */
  readonly accelerator: string | null;
  readonly run: () => void;
};

/** What of the registry is offered, with a line between the groups. */
const groups: readonly (readonly string[])[] = [
  ['reply'],
  markControlNames.map((name) => `mark.${name}`),
  ['snooze', 'addNote', 'logCall', 'tag'],
];

/** The menu opens without what could not be read until then, in milliseconds. */
const patience = 200;

const ofRegistry = (
  actions: Actions,
  t: ActionWords,
  lead: LeadRow,
  ids: readonly string[],
): readonly Entry[] =>
  ids.flatMap((id) => {
    const action = actions.find(id);
    const forLead = action?.forLead;
    if (!action || !forLead?.isOffered(lead)) return [];
    return {
      label: forLead.title(t, lead),
      accelerator: acceleratorOf(action),
      run: () => forLead.run(lead),
    };
  });

/** What is offered for all that is selected. */
const ofSelection = (actions: Actions, t: ActionWords): readonly (Entry | null)[] => {
  const entries = (ids: readonly string[]): readonly Entry[] =>
    ids.flatMap((id) => {
      const action = actions.find(id);
      if (action === undefined) return [];
      return {
        label: action.title(t),
        accelerator: acceleratorOf(action),
        run: () => void action.run(),
      };
    });
  return [
    ...entries(markControlNames.map((name) => `mark.${name}`)),
    null,
    ...entries(['snooze', 'tag']),
  ];
};

const copies = (t: ActionWords, details: LeadDetails | null): readonly Entry[] => {
  const [phone] = details?.customerPhones ?? [];
  const address = details === null ? '' : addressLines(details.request.location).join('\n');
  const copy = (label: string, text: string): Entry => ({
    label,
    accelerator: null,
    run: () => void navigator.clipboard.writeText(text),
  });
  return [
    ...(phone === undefined ? [] : [copy(t('actions:titles.copyPhone'), phone)]),
    ...(address === '' ? [] : [copy(t('actions:titles.copyAddress'), address)]),
  ];
};

/** What is known of the lead beyond its row; null when that takes too long. */
const detailsOf = async (
  { queries, after }: LeadStores,
  { leadID }: LeadRow,
): Promise<LeadDetails | null> => {
  const read = queries.client.fetchQuery(asked('leads.get', { leadID })).then(
    ({ lead }) => lead,
    () => null,
  );
  const late = new Promise<null>((done) => after(patience, () => done(null)));
  return Promise.race([read, late]);
};

const entriesFor = (
  stores: LeadStores,
  actions: Actions,
  t: ActionWords,
  lead: LeadRow,
  details: LeadDetails | null,
): readonly (Entry | null)[] => {
  const { leads, selecting } = stores;
  const { selection } = selecting.getState();
  if (!isNothing(selection) && isSelected(selection, lead)) return ofSelection(actions, t);
  const open: Entry = {
    label: t('actions:titles.open'),
    accelerator: null,
    run: () => leads.getState().select(lead.leadID),
  };
  const [first = [], ...others] = groups.map((ids) => ofRegistry(actions, t, lead, ids));
  const parts = [[open, ...first], ...others, copies(t, details)].filter(
    ({ length }) => length > 0,
  );
  return parts.flatMap((part, index): readonly (Entry | null)[] =>
    index === 0 ? part : [null, ...part],
  );
};

/**
 * Shows the menu and does what is chosen.
 *
 * @param at where it opens when it was not the mouse that asked
 */
export const openLeadMenu = async (
  stores: LeadStores,
  actions: Actions,
  words: i18n,
  lead: LeadRow,
  at?: { readonly x: number; readonly y: number },
): Promise<void> => {
  const [t, details] = await Promise.all([actionWords(words), detailsOf(stores, lead)]);
  const entries = entriesFor(stores, actions, t, lead, details);
  const answer = await stores.bridge.invoke('shell.showMenu', {
    items: entries.map((entry) => entry && nativeEntry(entry.label, entry.accelerator)),
    ...(at !== undefined && { at: { x: at.x, y: at.y } }),
  });
  if (answer.ok && answer.value.chosen !== null) entries[answer.value.chosen]?.run();
};
