/** The number of leads in each view, of one business or all, and the list of businesses. */
import { useQuery } from '@tanstack/react-query';
import type { CommandOutput } from '../../contract/commands.ts';
import type { Business } from '../../contract/records.ts';
import type { ViewPartName } from '../../contract/views.ts';
import { buildQuery } from '../platform/queries.ts';
import { useLeads } from './stores.ts';
import { usePlatform } from '../platform/stores.ts';
import { useLastFailure } from '../platform/use-answer.ts';

const noBusinesses: readonly Business[] = [];

export const createCountsQuery = (business: string | null) =>
  buildQuery('views.counts', business === null ? {} : { business });

export type Counts = CommandOutput<'views.counts'>['counts'];

/** True if no account has the business any more. */
export const isGone = (
  business: string | null,
  counted: CommandOutput<'views.counts'> | undefined,
): boolean =>
  business !== null &&
  counted !== undefined &&
  counted.businesses.every(({ key }) => key !== business);

/** Counts the leads of a part, without one that stays visible after it left the part. */
export const countPart = (counts: Counts, part: ViewPartName): number =>
  part === 'conversations' ? counts.needs_reply - counts.new : counts[part];

const allQuery = createCountsQuery(null);

/** Null before the first answer; those of the previous business, or of all, while another one's load. */
export const useCounts = () => {
  const business = useLeads((state) => state.business);
  const query = createCountsQuery(business);
  const { client } = usePlatform().queries;
  const { data, error, isPending } = useQuery(
    { ...query, placeholderData: (before) => before ?? client.getQueryData(allQuery.queryKey) },
    client,
  );
  return {
    counts: data?.counts ?? null,
    businesses: data?.businesses ?? noBusinesses,
    isBusinessGone: isGone(business, data),
    error: useLastFailure(query.queryKey, { error, isPending }),
  };
};
