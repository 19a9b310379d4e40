/** Where webhooks deliver to: one address for each that we have registered (live-facts, Webhooks). */
import { parse } from '../../../platform/http/parse.ts';
import type { Door } from '../../doors.ts';
import { envelope } from '../service/records.ts';
import { noteDelivery, webhookAt } from './rows.ts';

/** What the envelope says of a delivery; what it does not say is empty. */
const eventIn = (
  body: unknown,
): { readonly eventType: string; readonly webhookID: string | null } => {
  const read = parse(envelope, body);
  if (!read.ok) return { eventType: '', webhookID: null };
  const { eventType, webhookID = null } = read.value.event;
  return { eventType, webhookID };
};

export const hookDoor: Door = {
  method: 'POST',
  url: '/hook/:path',
  callerAt: (store, path) => {
    const hook = webhookAt(store, path);
    return (
      hook && {
        ...hook,
        brings: (body) => {
          const said = eventIn(body);
          return {
            accountID: hook.accountID,
            eventType: said.eventType,
            webhookID: hook.webhookID ?? said.webhookID,
          };
        },
        note: (_delivery, now) => noteDelivery(store, hook, now),
        answer: null,
      }
    );
  },
};

/** The address of a webhook's path below `base`; null when nothing can reach us. */
export const hookAddress = (base: string | null, path: string): string | null =>
  base === null ? null : `${base}/hook/${path}`;
