/** Sends replies over v4, and finds them again in the conversation. */
import type { Sender } from '../../conversation/outbox/courier.ts';
import type { Store } from '../../platform/store/store.ts';
import { findReply } from './find-reply.ts';
import type { ServiceClient } from './service/client.ts';

/** @param client null while the account is not connected */
export const createSender = (
  store: Store,
  client: Pick<ServiceClient, 'sendMessage' | 'messages' | 'pausedUntil'> | null,
): Sender => ({
  canLook: true,
  courier: client && {
    deliver: (row) => client.sendMessage(row.negotiationID, row.text),
    find: (row) => findReply(store, client, row),
    pausedUntil: client.pausedUntil,
  },
});
