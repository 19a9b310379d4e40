/**
 * The partner endpoints that a legacy service calls with leads, messages, prices and reviews (service.md,
 * Endpoints G).
 */
import type { AccountID } from '../../../../contract/records.ts';
import { freshCredentials, freshPath } from '../../platform/http/credentials.ts';
import { parse } from '../../platform/http/parse.ts';
import type { Random } from '../../platform/random.ts';
import type { Store } from '../../platform/store/store.ts';
import { findLead } from '../../leads/leads.ts';
import type { IncomingDelivery } from '../deliveries.ts';
import type { Endpoint } from '../endpoints.ts';
import { legacyKinds } from './ingest/apply.ts';
import { accountOfCall } from './partner-call.ts';
import {
  notePartnerCall,
  partnerEndpointAt,
  partnerEndpointOf,
  putPartnerEndpoint,
  type PartnerEndpoint,
} from './partner-endpoint-rows.ts';
import { partnerMessage } from './records.ts';

/** Base address of an account's endpoints, for the service's operator. */
export const partnerAddress = (base: string, { path }: Pick<PartnerEndpoint, 'path'>): string =>
  `${base}/partner/${path}`;

/** Creates the endpoint of a legacy account, unless it exists, with a password that nobody knows yet. */
export const ensurePartnerEndpoint = (
  { store, random }: { readonly store: Store; readonly random: Random },
  accountID: AccountID,
): void => {
  if (partnerEndpointOf(store, accountID) !== null) return;
  const { username, passwordDigest } = freshCredentials(random);
  const path = freshPath(random);
  const endpoint = { accountID, path, username, passwordDigest, renewedAt: null };
  store.write(() => putPartnerEndpoint(store, endpoint));
};

/** Whether the lead of a message has been received. */
const isSeen = (store: Store, { accountID, parsed }: IncomingDelivery): boolean => {
  const message = parse(partnerMessage, parsed);
  return !message.ok || findLead(store, accountID, message.value.leadID)?.complete === true;
};

export const partnerEndpoints: readonly Endpoint[] = Object.entries(legacyKinds).map(
  ([eventType, { method, path: below, isRepeatable = false }]) => ({
    method,
    url: `/partner/:path${below}`,
    callerAt: (store, path) => {
      const endpoint = partnerEndpointAt(store, path);
      return (
        endpoint && {
          ...endpoint,
          deliveryFrom: (body) => ({
            accountID: accountOfCall(store, endpoint.accountID, body),
            eventType,
            webhookID: null,
            isRepeatable,
          }),
          noteCall: ({ accountID }, now) => {
            for (const one of new Set([accountID, endpoint.accountID])) {
              notePartnerCall(store, one, now);
            }
          },
          statusFor: (delivery) => (eventType !== 'Message' || isSeen(store, delivery) ? 200 : 202),
        }
      );
    },
  }),
);
