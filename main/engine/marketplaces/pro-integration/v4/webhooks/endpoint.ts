/** The endpoint that our webhooks deliver to. */
import { parse } from '../../../../platform/http/parse.ts';
import type { Endpoint } from '../../../../accounts/endpoints.ts';
import { envelope } from '../envelope.ts';
import { noteDelivery, noteRelayed, webhookAt } from './rows.ts';

const readEvent = (body: unknown): { eventType: string; webhookID?: string | undefined } => {
  const read = parse(envelope, body);
  return read.ok ? read.value.event : { eventType: '' };
};

const deliveryFrom: Endpoint['deliveryFrom'] = (_store, accountID, body) => {
  const { eventType, webhookID = null } = readEvent(body);
  return { accountID, eventType, webhookID };
};

export const hookEndpoint: Endpoint = {
  method: 'POST',
  url: '/hook/:path',
  deliveryFrom,
  noteRelayed,
  callerAt: (store, path) => {
    const hook = webhookAt(store, path);
    return (
      hook && {
        ...hook,
        deliveryFrom: (body) => {
          const delivery = deliveryFrom(store, hook.accountID, body);
          return { ...delivery, webhookID: hook.webhookID ?? delivery.webhookID };
        },
        noteCall: (_delivery, now) => noteDelivery(store, hook, now),
        statusFor: null,
      }
    );
  },
};

/** The address of a webhook's path below `base`; null when the service cannot reach us. */
export const hookAddress = (base: string | null, path: string): string | null =>
  base === null ? null : `${base}/hook/${path}`;
