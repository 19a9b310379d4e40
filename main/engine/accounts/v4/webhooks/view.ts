/**
 * A webhook at the service as people see it: whether it is ours, and an address that opens nothing.
 * Whether ours is as it must be: health.ts.
 */
import type { Webhook } from '../../../../../contract/commands/webhooks.ts';
import { isOurs } from './registration.ts';
import type { WebhookRecord } from '../service/records.ts';
import type { Store } from '../../../platform/store/store.ts';
import { webhooksOf, type WebhookRow } from './rows.ts';

/** Where our webhooks of an account are to deliver, by business. */
export type OwnAddresses = ReadonlyMap<
  string,
  { readonly own: WebhookRow; readonly url: string | null }
>;

/** @param addressFor the address of a path of the receiver, or null while nobody listens */
export const ownAddresses = (
  store: Store,
  accountID: string,
  addressFor: (path: string) => string | null,
): OwnAddresses =>
  new Map(
    webhooksOf(store, accountID).map((own) => [
      own.businessID,
      { own, url: addressFor(own.path) ?? own.url },
    ]),
  );

/** The address without what opens it (security rule 7): credentials and values of the query. */
export const shownURL = (url: string | undefined, ours: boolean): string => {
  if (url === undefined || !URL.canParse(url)) return '';
  const { protocol, host, pathname, searchParams } = new URL(url);
  // The path of one of ours is half of what a sender must know.
  if (ours) return `${protocol}//${host}`;
  const names = [...new Set(searchParams.keys())].map((name) => `${name}=…`);
  return `${protocol}//${host}${pathname}${names.length === 0 ? '' : `?${names.join('&')}`}`;
};

/** Whether a webhook leads to this app: by its id, or by its address. */
export const leadsHere = (store: Store, record: WebhookRecord, addresses: OwnAddresses): boolean =>
  [...addresses.values()].some(
    ({ own, url }) =>
      own.webhookID === record.webhookID || (url !== null && isOurs(store, record, url)),
  );

export const viewOf = (store: Store, record: WebhookRecord, addresses: OwnAddresses): Webhook => {
  const ours = leadsHere(store, record, addresses);
  return {
    webhookID: record.webhookID,
    url: shownURL(record.webhookURL, ours),
    enabled: record.enabled ?? null,
    authType: record.authType ?? null,
    eventTypes: record.eventTypes,
    ours,
  };
};
