/** The endpoint that our webhooks deliver to. */
import { parse } from '../../../../platform/http/parse.ts';
import type { Endpoint } from '../../../../accounts/endpoints.ts';
import { envelope } from '../envelope.ts';
import { recordDelivery, recordRelayed, findWebhookAt } from './rows.ts';

const readEvent = (body: unknown): { eventType: string; webhookID?: string | undefined } => {
  const read = parse(envelope, body);
  return read.ok ? read.value.event : { eventType: '' };
};

export const webhookEndpoint: Endpoint = {
  method: 'POST',
  url: '/hook/:path',
  addressees: `WITH own AS (SELECT * FROM webhooks WHERE path = ?)
    SELECT account_id AS accountID, path, username, password_digest AS passwordDigest FROM own
    UNION ALL SELECT account_id, path, earlier_username, earlier_password_digest FROM own
      WHERE earlier_username IS NOT NULL`,
  parseCall: (store, { accountID, path, body }) => {
    const { eventType, webhookID = null } = readEvent(body);
    const hook = path === null ? null : findWebhookAt(store, path);
    return { accountID, eventType, webhookID: hook?.webhookID ?? webhookID };
  },
  recordCall: (store, { path, at }, delivery) =>
    path === null ? recordRelayed(store, delivery, at) : recordDelivery(store, path, at),
  chooseStatus: null,
};

/** The address of a webhook's path below `base`; null when the service cannot reach us. */
export const buildWebhookAddress = (base: string | null, path: string): string | null =>
  base === null ? null : `${base}/hook/${path}`;
