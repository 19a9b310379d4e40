/** Exports the selected leads or, without a selection, the visible list. */
import type { ExportFormat } from '../../contract/file-jobs.ts';
import { toSelectionInput } from './selection.ts';
import { isEmptySelection } from './selection-model.ts';
import type { LeadStores } from './stores.ts';

export const exportView = async (
  { leads, selecting, act }: Pick<LeadStores, 'leads' | 'selecting' | 'act'>,
  format: ExportFormat,
): Promise<void> => {
  const { view, business, query, everywhere } = leads.getState();
  const { selection } = selecting.getState();
  const chosen = isEmptySelection(selection) ? {} : toSelectionInput(selection);
  const question = { view, ...(business !== null && { business }), query, everywhere, ...chosen };
  await act('files.export', { question, format });
};
