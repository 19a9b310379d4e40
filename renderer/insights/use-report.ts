/** Loads the report of Insights. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CommandInput } from '../../contract/commands.ts';
import { buildQuery } from '../platform/queries.ts';
import { usePlatform } from '../platform/stores.ts';
import { useLastFailure } from '../platform/use-answer.ts';

/** Period, business and category. */
export type ReportFilters = CommandInput<'insights.report'>;

/** Loads the report for some filters. The previous report is shown until the new one arrives. */
export const useReport = (filters: ReportFilters) => {
  const query = buildQuery('insights.report', filters);
  const { data, error, isPending, isPlaceholderData } = useQuery(
    { ...query, placeholderData: (before) => before },
    usePlatform().queries.client,
  );
  /** Filters of the shown report. */
  const [shown, setShown] = useState(filters);
  if (!isPlaceholderData && shown !== filters) setShown(filters);
  return { report: data, shown, error: useLastFailure(query.queryKey, { error, isPending }) };
};
