/** The endpoint that our webhooks deliver to (live-facts, Webhooks). */
import { parse } from '../../../platform/http/parse.ts';
import type { Endpoint } from '../../endpoints.ts';
import { envelope } from '../envelope.ts';
import { noteDelivery, webhookAt } from './rows.ts';

/** The event of an envelope; fields are empty where it has none. */
const readEvent = (
  body: unknown,
): { readonly eventType: string; readonly webhookID: string | null } => {
  const read = parse(envelope, body);
  if (!read.ok) return { eventType: '', webhookID: null };
  const { eventType, webhookID = null } = read.value.event;
  return { eventType, webhookID };
};

export const hookEndpoint: Endpoint = {
  method: 'POST',
  url: '/hook/:path',
  callerAt: (store, path) => {
    const hook = webhookAt(store, path);
    return (
      hook && {
        ...hook,
        deliveryFrom: (body) => {
          const event = readEvent(body);
          return {
            accountID: hook.accountID,
            eventType: event.eventType,
            webhookID: hook.webhookID ?? event.webhookID,
          };
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
