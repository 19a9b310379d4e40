/** The saved view on the screen. */
import type { SavedView } from '../../contract/commands/saved-views.ts';
import { createCountsQuery, isGone } from '../leads/counts.ts';
import type { BaseLeadStores } from '../leads/lead-records.ts';
import { useLeads } from '../leads/stores.ts';
import { useSession } from '../platform/stores.ts';
import { useAnswer } from '../platform/use-answer.ts';
import { findShownView, viewsQuery } from './saving-views.ts';

export const useShownView = (): SavedView | undefined => {
  const views = useAnswer('savedViews.list', {}).value?.views;
  const isInbox = useSession(({ screen }) => screen === 'inbox');
  const view = useLeads((state) => findShownView(views ?? [], state));
  return isInbox ? view : undefined;
};

/** Shows all businesses instead of one that is gone, except in a saved view. The returned function stops it. */
export const followBusinesses = ({
  queries: { client },
  leads,
}: Pick<BaseLeadStores, 'queries' | 'leads'>): (() => void) => {
  const leaveGone = (): void => {
    const { show, ...scope } = leads.getState();
    const counted = client.getQueryData(createCountsQuery(scope.business).queryKey);
    if (!isGone(scope.business, counted)) return;
    const views = client.getQueryData(viewsQuery.queryKey)?.views ?? [];
    if (findShownView(views, scope) === undefined)
      void show({ business: null, everywhere: scope.everywhere });
  };
  const unsubscribes = [leads.subscribe(leaveGone), client.getQueryCache().subscribe(leaveGone)];
  return () => unsubscribes.forEach((unsubscribe) => unsubscribe());
};
