/**
 * The endpoints that a partner of the legacy interface exposes: its service calls them with leads,
 * messages and prices (service.md, Endpoints G).
 */
import type { AccountID } from '../../../../contract/records.ts';
import { freshCredentials, freshPath } from '../../platform/http/credentials.ts';
import { readJSON } from '../../../http/json.ts';
import { parse } from '../../platform/http/parse.ts';
import type { Random } from '../../platform/random.ts';
import type { Store } from '../../platform/store/store.ts';
import { findLead } from '../../leads/leads.ts';
import type { IncomingDelivery } from '../deliveries.ts';
import type { Door } from '../doors.ts';
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

/** The base of an account's endpoints, below `base`: what the service's operator is given. */
export const partnerAddress = (base: string, { path }: Pick<PartnerEndpoint, 'path'>): string =>
  `${base}/partner/${path}`;

/** Gives a legacy account endpoints of its own, unless it has them; nobody knows their password yet. */
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

/** Whether the lead of a message is one that this partner has been sent. */
const isSeen = (store: Store, { accountID, body }: IncomingDelivery): boolean => {
  const message = parse(partnerMessage, readJSON(body));
  return !message.ok || findLead(store, accountID, message.value.leadID)?.complete === true;
};

const door = (method: Door['method'], below: string, eventType: LegacyKind): Door => ({
  method,
  url: `/partner/:path${below}`,
  callerAt: (store, path) => {
    const endpoint = partnerEndpointAt(store, path);
    return (
      endpoint && {
        ...endpoint,
        brings: (body) => ({
          accountID: accountOfCall(store, endpoint.accountID, body),
          eventType,
          webhookID: null,
        }),
        note: ({ accountID }, now) => {
          for (const one of new Set([accountID, endpoint.accountID])) {
            notePartnerCall(store, one, now);
          }
        },
        answer: (delivery) => (eventType !== 'Message' || isSeen(store, delivery) ? 200 : 202),
      }
    );
  },
});

/** Below an account's own address; the forms that the specification suggests. */
export const partnerDoors: readonly Door[] = [
  door('POST', '/v1/lead', 'Lead'),
  door('POST', '/v1/message', 'Message'),
  door('PUT', '/v1/lead/update', 'LeadUpdate'),
  door('POST', '/v1/review', 'Review'),
];
