/** The context menu of a lead's row. */
import type { i18n } from 'i18next';
import { toAccelerator, showMenu, type MenuEntry } from '../platform/accelerator.ts';
import type { BoundAction, Registry } from '../platform/actions.ts';
import { loadActionNames, type TranslateAction } from '../platform/i18n.ts';
import type { LeadDetails, LeadRow } from '../../contract/records.ts';
import { notCopied } from '../platform/toasts.ts';
import { buildQuery } from '../platform/queries.ts';
import { isSelecting } from '../leads/lead-actions.ts';
import { isEmptySelection, isSelected } from '../leads/selection-model.ts';
import type { LeadStores } from '../leads/stores.ts';
import { formatAddress } from '../leads/addresses.ts';
import { markControlNames } from '../leads/marks.ts';

/** Milliseconds that the menu waits for the lead's details. */
const detailsTimeoutMs = 200;

const markIDs = markControlNames.map((name) => `mark.${name}`);

const createCopyEntries = (
  { toasts }: LeadStores,
  t: TranslateAction,
  details: LeadDetails | null,
): readonly MenuEntry[] => {
  const copy = (text: string): Promise<unknown> =>
    navigator.clipboard.writeText(text).catch(() => toasts.getState().show(notCopied));
  const [phone = ''] = details?.customerPhones ?? [];
  const address = details === null ? '' : formatAddress(details.request.location).join('\n');
  return [
    { label: t('actions:titles.copyPhone'), text: phone },
    { label: t('actions:titles.copyAddress'), text: address },
  ]
    .filter(({ text }) => text !== '')
    .map(({ label, text }) => ({ label, run: () => copy(text) }));
};

/** Resolves to null if it fails or takes too long. */
const fetchDetails = async (
  { queries, schedule }: LeadStores,
  { leadID }: LeadRow,
): Promise<LeadDetails | null> => {
  const read = queries.client.fetchQuery(buildQuery('leads.get', { leadID })).then(
    ({ lead }) => lead,
    () => null,
  );
  const timeout = new Promise<null>((resolve) => schedule(detailsTimeoutMs, () => resolve(null)));
  return Promise.race([read, timeout]);
};

const createGroups = (
  stores: LeadStores,
  actions: Registry,
  t: TranslateAction,
  lead: LeadRow,
  details: LeadDetails | null,
): readonly (readonly MenuEntry[])[] => {
  const { selection } = stores.selecting.getState();
  const findAll = (ids: readonly string[]): readonly BoundAction[] =>
    ids.flatMap((id) => actions.find(id) ?? []).filter(({ isThere }) => isThere());
  if (!isEmptySelection(selection) && isSelected(selection, lead))
    return [markIDs, ['snooze', 'tag', 'assign', 'take']].map((ids) =>
      findAll(ids).map((action) => ({
        label: action.title(t),
        accelerator: toAccelerator(action),
        // The selected leads may have left the view; the action must not affect the open lead instead.
        run: () => isSelecting(stores) && action.run(),
      })),
    );
  const open = {
    label: t('actions:titles.open'),
    run: () => stores.leads.getState().open(lead.leadID),
  };
  const listEntries = (...ids: readonly string[]): readonly MenuEntry[] =>
    findAll(ids).flatMap(({ forLead, keys }) =>
      forLead?.isOffered(lead) === true
        ? {
            label: forLead.title(t, lead),
            accelerator: toAccelerator({ keys }),
            run: () => forLead.run(lead),
          }
        : [],
    );
  return [
    [open, ...listEntries('reply')],
    listEntries(...markIDs),
    listEntries('snooze', 'addNote', 'logCall', 'tag', 'assign', 'handOver', 'take'),
    createCopyEntries(stores, t, details),
  ];
};

/** Shows the menu and runs the chosen entry. @param at its position; by default the mouse pointer */
export const openLeadMenu = async (
  stores: LeadStores,
  actions: Registry,
  words: i18n,
  lead: LeadRow,
  at?: { readonly x: number; readonly y: number },
): Promise<void> => {
  const [t, details] = await Promise.all([loadActionNames(words), fetchDetails(stores, lead)]);
  await showMenu(stores.bridge, createGroups(stores, actions, t, lead, details), at);
};
