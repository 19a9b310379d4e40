/** The number of leads in each view, of one business or all, and the list of businesses. */
import { QueryObserver, useQuery } from '@tanstack/react-query';
import type { CommandOutput } from '../../contract/commands.ts';
import type { Business } from '../../contract/records.ts';
import type { ViewPartName } from '../../contract/views.ts';
import type { BaseLeadStores } from './lead-records.ts';
import { buildQuery } from '../platform/queries.ts';
import { useLeads } from './stores.ts';
import { usePlatform } from '../platform/stores.ts';
import { useLastFailure } from '../platform/use-answer.ts';

const noBusinesses: readonly Business[] = [];

const createCountsQuery = (business: string | null) =>
  buildQuery('views.counts', business === null ? {} : { business });

export type Counts = CommandOutput<'views.counts'>['counts'];

/** Counts the leads of a part, without one that stays visible after it left the part. */
export const countPart = (counts: Counts, part: ViewPartName): number =>
  part === 'conversations' ? counts.needs_reply - counts.new : counts[part];

/** Null before the first answer; those of the previous business while another one's load. */
export const useCounts = () => {
  const business = useLeads((state) => state.business);
  const query = createCountsQuery(business);
  const { data, error, isPending } = useQuery(
    { ...query, placeholderData: (before) => before },
    usePlatform().queries.client,
  );
  return {
    counts: data?.counts ?? null,
    businesses: data?.businesses ?? noBusinesses,
    error: useLastFailure(query.queryKey, { error, isPending }),
  };
};

/** Shows all businesses when the chosen one disappears with its account. The returned function stops it. */
export const followBusinesses = ({
  queries,
  leads,
}: Pick<BaseLeadStores, 'queries' | 'leads'>): (() => void) => {
  const observer = new QueryObserver(queries.client, createCountsQuery(leads.getState().business));
  const unsubscribes = [
    observer.subscribe(({ data }) => {
      const { business, show } = leads.getState();
      if (business === null || data === undefined) return;
      if (data.businesses.every(({ key }) => key !== business)) void show({ business: null });
    }),
    leads.subscribe(({ business }, before) => {
      if (business !== before.business) observer.setOptions(createCountsQuery(business));
    }),
  ];
  return () => unsubscribes.forEach((unsubscribe) => unsubscribe());
};
