/** The context menu of a lead's row. */
import type { i18n } from 'i18next';
import { acceleratorOf, nativeEntry } from '../platform/accelerator.ts';
import type { Registry } from '../platform/actions.ts';
import { actionWords, type ActionWords } from '../platform/i18n.ts';
import type { LeadDetails, LeadRow } from '../../contract/records.ts';
import { queryFor } from '../platform/queries.ts';
import { isNothing, isSelected } from '../leads/selection-model.ts';
import type { LeadStores } from '../leads/stores.ts';
import { addressLines } from '../leads/request-words.ts';
import { markControlNames } from '../leads/marks.ts';

type Entry = {
  readonly label: string;
  readonly accelerator: string | null;
  readonly run: () => void;
};

/** Groups of action ids. */
const groups: readonly (readonly string[])[] = [
  ['reply'],
  markControlNames.map((name) => `mark.${name}`),
  ['snooze', 'addNote', 'logCall', 'tag'],
];

/** Milliseconds that the menu waits for the lead's details. */
const patience = 200;

const ofRegistry = (
  actions: Registry,
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

const ofSelection = (actions: Registry, t: ActionWords): readonly (Entry | null)[] => {
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

/** Null if it takes too long. */
const detailsOf = async (
  { queries, after }: LeadStores,
  { leadID }: LeadRow,
): Promise<LeadDetails | null> => {
  const read = queries.client.fetchQuery(queryFor('leads.get', { leadID })).then(
    ({ lead }) => lead,
    () => null,
  );
  const late = new Promise<null>((done) => after(patience, () => done(null)));
  return Promise.race([read, late]);
};

const entriesFor = (
  stores: LeadStores,
  actions: Registry,
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

/** Shows the menu and runs the chosen entry. @param at its position if the mouse did not open it */
export const openLeadMenu = async (
  stores: LeadStores,
  actions: Registry,
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
