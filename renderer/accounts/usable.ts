/**
 * What accounts are good for now, by their generation and their grant. A generation that goes takes its
 * rows on the page of connections as well (connection/account-rows.tsx).
 */
import { capabilitiesOf } from '../../contract/generations.ts';
import type { Account } from '../../contract/accounts.ts';

/** Whether pages of the current interface can work with the account. */
export const isUsable = (account: Account): boolean =>
  capabilitiesOf(account).isCurrent && account.grant.state !== 'disconnected';

/** Whether its leads and replies still go the way of an interface that has ended. */
export const isOutdated = (account: Account): boolean =>
  !capabilitiesOf(account).isCurrent && account.grant.state !== 'disconnected';
