/** Where webhooks deliver to: one address for each that we have registered (live-facts, Webhooks). */
import { z } from 'zod';
import type { Door } from '../../doors.ts';
import { noteDelivery, webhookAt } from './rows.ts';

/** What the envelope says of a delivery; what it does not say is empty. */
const event = z.object({
  eventType: z.string().max(200).catch(''),
  webhookID: z.string().max(200).nullable().catch(null),
});
const envelope = z.object({ event });

export const hookDoor: Door = {
  method: 'POST',
  url: '/hook/:path',
  callerAt: (store, path) => {
    const hook = webhookAt(store, path);
    return (
      hook && {
        ...hook,
        brings: (body) => {
          const read = envelope.safeParse(body);
          const said = read.success ? read.data.event : { eventType: '', webhookID: null };
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
