/** The menu of a row, by the right mouse button or the menu key: what can be done with its lead. */
import type { TFunction } from 'i18next';
import type { LeadRow } from '../../contract/records.ts';
import { canBeMarked, isMarked } from '../state/marking.ts';
import type { Stores } from '../state/stores.ts';
import { markControlNames, markControls } from './marks.ts';

type Entry = { readonly label: string; readonly run: () => void };

const entriesFor = (
  { leads, calling, marking }: Stores,
  t: TFunction,
  lead: LeadRow,
): readonly (Entry | null)[] => {
  const open = (): void => leads.getState().select(lead.leadID);
  return [
    { label: t('leadMenu.open'), run: open },
    {
      label: `${t('leadMenu.reply')}\tR`,
      run: () => {
        open();
        calling.getState().call(lead.leadID);
      },
    },
    null,
    ...markControlNames
      .filter((name) => canBeMarked(name, lead))
      .map((name) => ({
        label: `${t(`marks.${name}.${isMarked(name, lead) ? 'unset' : 'set'}`)}\t${markControls[name].key}`,
        run: () => marking.toggle(name, lead),
      })),
  ];
};

/**
 * Shows the menu and does what is chosen.
 *
 * @param at where it opens when it was not the mouse that asked
 */
export const openLeadMenu = async (
  stores: Stores,
  t: TFunction,
  lead: LeadRow,
  at?: { readonly x: number; readonly y: number },
): Promise<void> => {
  const entries = entriesFor(stores, t, lead);
  const answer = await stores.bridge.invoke('shell.showMenu', {
    items: entries.map((entry) => entry && entry.label),
    ...(at !== undefined && { at: { x: at.x, y: at.y } }),
  });
  if (answer.ok && answer.value.chosen !== null) entries[answer.value.chosen]?.run();
};
