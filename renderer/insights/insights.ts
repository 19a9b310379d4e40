/** Loads the report of Insights. The previous one is shown until it has arrived. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CommandInput } from '../../contract/commands.ts';
import type { InsightsReport } from '../../contract/commands/insights.ts';
import type { Failure } from '../../contract/errors.ts';
import { queryFor } from '../platform/queries.ts';
import { usePlatform } from '../platform/stores.ts';
import { useLastFailure } from '../platform/use-answer.ts';

export type Chosen = CommandInput<'insights.report'>;

export const useReport = (
  chosen: Chosen,
): {
  readonly report: InsightsReport | undefined;
  /** Period of the shown report. */
  readonly period: Chosen['period'];
  readonly error: Failure | null;
} => {
  const query = queryFor('insights.report', chosen);
  const { data, error, isPending, isPlaceholderData } = useQuery(
    { ...query, placeholderData: (before) => before },
    usePlatform().queries.client,
  );
  const [period, setPeriod] = useState(chosen.period);
  if (!isPlaceholderData && period !== chosen.period) setPeriod(chosen.period);
  return { report: data, period, error: useLastFailure(query.queryKey, { error, isPending }) };
};
