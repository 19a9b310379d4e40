/** Checks which replies to a test lead the service shows, if its interface can. */
import { QueryObserver } from '@tanstack/react-query';
import type { Account } from '../../contract/accounts.ts';
import type { LeadID } from '../../contract/records.ts';
import { capabilitiesOf } from '../../contract/generations.ts';
import { queryFor, type Queries } from '../platform/queries.ts';

type Of = Pick<Account, 'accountID' | 'interface'> & { readonly leadID: LeadID };

/** Fetches the conversation once for each new stored reply; the returned function stops that. */
export const followReplies = ({ client }: Queries, { leadID, ...account }: Of): (() => void) => {
  const { accountID } = account;
  if (!capabilitiesOf(account).showsReplies) return () => undefined;
  const stored = new QueryObserver(client, queryFor('staging.preview', { accountID, leadID }));
  const thread = new QueryObserver(client, {
    ...queryFor('staging.thread', { accountID, leadID }),
    enabled: false,
  });
  /** Version of the stored data that was checked last. */
  let checked = 0;
  const check = (): void => {
    const { data } = stored.getCurrentResult();
    const { data: seen, isFetching } = thread.getCurrentResult();
    const reading = stored.getCurrentQuery().state.dataUpdateCount;
    if (data === undefined || isFetching || reading === checked) return;
    const isNew = data.messages.some(
      ({ side, serviceID }) =>
        side === 'business' && serviceID !== null && !seen?.serviceIDs.includes(serviceID),
    );
    if (!isNew) return;
    checked = reading;
    void thread.refetch();
  };
  const ends = [stored.subscribe(check), thread.subscribe(check)];
  check();
  return () => {
    for (const end of ends) end();
  };
};
