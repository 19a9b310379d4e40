/**
 * The partner endpoints that a legacy service calls with leads, messages, prices and reviews (service.md,
 * Endpoints G).
 */
import type { AccountID } from '../../../../contract/records.ts';
import { freshCredentials, freshPath } from '../../platform/http/credentials.ts';
import { readJSON } from '../../../http/json.ts';
import { parse } from '../../platform/http/parse.ts';
import type { Random } from '../../platform/random.ts';
import type { Store } from '../../platform/store/store.ts';
import { findLead } from '../../leads/leads.ts';
import type { IncomingDelivery } from '../deliveries.ts';
import type { Endpoint } from '../endpoints.ts';
import type { LegacyKind } from './ingest/apply.ts';
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
const isSeen = (store: Store, { accountID, body }: IncomingDelivery): boolean => {
  const message = parse(partnerMessage, readJSON(body));
  return !message.ok || findLead(store, accountID, message.value.leadID)?.complete === true;
};

const endpointFor = (
  method: Endpoint['method'],
  below: string,
  eventType: LegacyKind,
): Endpoint => ({
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
});

/** Paths below an account's address, as the specification suggests. */
export const partnerEndpoints: readonly Endpoint[] = [
  endpointFor('POST', '/v1/lead', 'Lead'),
  endpointFor('POST', '/v1/message', 'Message'),
  endpointFor('PUT', '/v1/lead/update', 'LeadUpdate'),
  endpointFor('POST', '/v1/review', 'Review'),
];
