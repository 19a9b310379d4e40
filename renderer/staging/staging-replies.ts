/**
 * Own replies to a test lead, looked for at the service: one counts as seen when the service shows it.
 * Not every interface shows one.
 */
import { QueryObserver } from '@tanstack/react-query';
import type { Account } from '../../contract/accounts.ts';
import type { LeadID } from '../../contract/records.ts';
import { capabilitiesOf } from '../../contract/generations.ts';
import { asked, type Queries } from '../platform/queries.ts';

type Of = Pick<Account, 'accountID' | 'interface'> & { readonly leadID: LeadID };

/** Looks once for each reading of what is stored that has a reply not seen before; the answer ends it. */
export const followReplies = ({ client }: Queries, { leadID, ...account }: Of): (() => void) => {
  const { accountID } = account;
  if (!capabilitiesOf(account).showsReplies) return () => undefined;
  const stored = new QueryObserver(client, asked('staging.preview', { accountID, leadID }));
  const thread = new QueryObserver(client, {
    ...asked('staging.thread', { accountID, leadID }),
    enabled: false,
  });
  /** The reading of what is stored that was looked up last. */
  let looked = 0;
  const look = (): void => {
    const { data } = stored.getCurrentResult();
    const { data: seen, isFetching } = thread.getCurrentResult();
    const reading = stored.getCurrentQuery().state.dataUpdateCount;
    if (data === undefined || isFetching || reading === looked) return;
    const isNew = data.messages.some(
      ({ side, serviceID }) =>
        side === 'business' && serviceID !== null && !seen?.serviceIDs.includes(serviceID),
    );
    if (!isNew) return;
    looked = reading;
    void thread.refetch();
  };
  const ends = [stored.subscribe(look), thread.subscribe(look)];
  look();
  return () => {
    for (const end of ends) end();
  };
};
