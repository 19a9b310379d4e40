/** Converts a webhook for display, without anything secret in its address. */
import type { Webhook } from '../../../../../../contract/commands/webhooks.ts';
import { isOurs } from './registration.ts';
import type { WebhookRecord } from '../service/records.ts';
import type { Store } from '../../../../platform/store/store.ts';
import { listWebhooks, type WebhookRow } from './rows.ts';

/** Our webhooks of an account with their delivery addresses, by business. */
export type OwnAddresses = ReadonlyMap<
  string,
  { readonly own: WebhookRow; readonly url: string | null }
>;

export const readOwnAddresses = (
  store: Store,
  accountID: string,
  buildAddress: (path: string) => string | null,
): OwnAddresses =>
  new Map(
    listWebhooks(store, accountID).map((own) => [
      own.businessID,
      { own, url: buildAddress(own.path) ?? own.url },
    ]),
  );

/** Returns an address without credentials and query values (security rule 7), or '' for an unusable one. */
export const redactURL = (url: string | undefined, ours: boolean): string => {
  if (url === undefined || !URL.canParse(url)) return '';
  const { protocol, host, pathname, searchParams } = new URL(url);
  // The path of our webhook is half of the credentials.
  if (ours) return `${protocol}//${host}`;
  const names = [...new Set(searchParams.keys())].map((name) => `${name}=…`);
  return `${protocol}//${host}${pathname}${names.length === 0 ? '' : `?${names.join('&')}`}`;
};

export const toView = (store: Store, record: WebhookRecord, addresses: OwnAddresses): Webhook => {
  // It delivers to this app, by its id or address.
  const ours = [...addresses.values()].some(
    ({ own, url }) =>
      own.webhookID === record.webhookID || (url !== null && isOurs(store, record, url)),
  );
  return {
    webhookID: record.webhookID,
    url: redactURL(record.webhookURL, ours),
    enabled: record.enabled ?? null,
    authType: record.authType ?? null,
    eventTypes: record.eventTypes,
    ours,
  };
};
