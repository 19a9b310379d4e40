/** Sends replies over the legacy interface, which returns no message id. */
import { fail, succeed } from '../../../../../contract/errors.ts';
import type { Sender } from '../../../conversation/outbox/courier.ts';
import type { LegacyClient } from './service/client.ts';

export const createSender = (
  client: Pick<LegacyClient, 'sendMessage' | 'pausedUntil'> | null,
): Sender => ({
  canSearch: false,
  courier: client && {
    deliver: async ({ businessID, negotiationID, text }, maySend) => {
      const answer = await client.sendMessage(businessID, negotiationID, text, maySend);
      return answer.ok ? succeed({ messageID: null }) : answer;
    },
    find: async () => fail('outcome_unknown', 'The legacy interface cannot list messages.'),
    pausedUntil: client.pausedUntil,
  },
});
