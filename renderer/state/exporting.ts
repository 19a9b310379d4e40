/** Exports what the list shows: the view, the business and the search of this moment. */
import type { ExportFormat } from '../../contract/file-jobs.ts';
import type { Stores } from './stores.ts';

export const exportView = async (
  { leads, bridge, toasts }: Pick<Stores, 'leads' | 'bridge' | 'toasts'>,
  format: ExportFormat,
): Promise<void> => {
  const { view, business, query, everywhere } = leads.getState();
  const question = { view, ...(business !== null && { business }), query, everywhere };
  const answer = await bridge.invoke('files.export', { question, format });
  if (!answer.ok) toasts.getState().say({ what: 'failed', code: answer.error.code });
};
