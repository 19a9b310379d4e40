/** Offers to select the whole view or search once all loaded rows are selected. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isSelected } from '../leads/selection-model.ts';
import { useLeads, useSelecting, useLeadStores } from '../leads/stores.ts';

export const SelectAll = () => {
  const { t } = useTranslation();
  const { selecting } = useLeadStores();
  const selection = useSelecting((state) => state.selection);
  const count = useSelecting((state) => state.count);
  const rows = useLeads((state) => state.rows);
  const view = useLeads((state) => state.view);
  const isSearch = useLeads(({ query }) => query !== '');
  const length = useLeads((state) => state.length);
  const areRowsSelected = rows.length > 1 && rows.every((row) => isSelected(selection, row));
  if (!areRowsSelected || selection.kind === 'all' || count >= length) return null;
  const label = isSearch
    ? t('selection.allFound')
    : t('selection.all', { total: length, view: t(`views.${view}.name`) });
  return (
    <Button
      variant="link"
      h={24}
      px={4}
      aria-label={label}
      onClick={() => void selecting.getState().selectAll()}
    >
      {isSearch ? label : t('selection.allShort', { total: length })}
    </Button>
  );
};
