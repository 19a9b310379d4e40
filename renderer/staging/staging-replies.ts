/** Checks which replies to a test lead the service shows, if its interface can. */
import { QueryObserver } from '@tanstack/react-query';
import type { Account } from '../../contract/accounts.ts';
import type { LeadID } from '../../contract/records.ts';
import { getCapabilities } from '../../contract/generations.ts';
import { buildQuery, type Queries } from '../platform/queries.ts';

type StagedLead = Pick<Account, 'accountID' | 'interface'> & { readonly leadID: LeadID };

/** Fetches the service's conversation once for each new stored reply, until the returned function is called. */
export const followReplies = (
  { client }: Queries,
  { leadID, ...account }: StagedLead,
): (() => void) => {
  const { accountID } = account;
  if (!getCapabilities(account).canConfirmReplies) return () => undefined;
  const stored = new QueryObserver(client, buildQuery('staging.preview', { accountID, leadID }));
  const thread = new QueryObserver(client, {
    ...buildQuery('staging.thread', { accountID, leadID }),
    enabled: false,
  });
  /** Version of the stored data that was checked last. */
  let checkedVersion = 0;
  const check = (): void => {
    const { data } = stored.getCurrentResult();
    const { data: seen, isFetching } = thread.getCurrentResult();
    const version = stored.getCurrentQuery().state.dataUpdateCount;
    if (data === undefined || isFetching || version === checkedVersion) return;
    const isNew = data.messages.some(
      ({ side, serviceID }) =>
        side === 'business' && serviceID !== null && !seen?.serviceIDs.includes(serviceID),
    );
    if (!isNew) return;
    checkedVersion = version;
    void thread.refetch();
  };
  const unsubscribers = [stored.subscribe(check), thread.subscribe(check)];
  check();
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe();
  };
};
