/** Sends replies over v4, and searches the conversation for one whose outcome is unknown. */
import { fail, succeed, type Answer } from '../../../../../contract/errors.ts';
import type { Sender } from '../../../conversation/outbox/courier.ts';
import { isSameText } from '../../../conversation/outbox/echo.ts';
import {
  computeEarliestSentAt,
  isOtherMessage,
  type Outgoing,
} from '../../../conversation/outbox/rows.ts';
import { decodeEntities } from '../../../platform/entities.ts';
import { parse } from '../../../platform/http/parse.ts';
import type { Store } from '../../../platform/store/store.ts';
import type { ServiceClient } from './service/client.ts';
import { messageRecord, type MessageRecord } from './service/records.ts';
import { fetchThreadPages } from './service/thread.ts';

const isOurs = (store: Store, row: Outgoing, record: MessageRecord, since: number): boolean =>
  record.from?.toLowerCase() !== 'customer' &&
  (record.sentAt ?? since) >= since &&
  (isSameText(row.text, record.text) || isSameText(row.text, decodeEntities(record.text))) &&
  !isOtherMessage(store, row, record.messageID);

/**
 * Finds the message that is this reply: same text, not from the customer, not older than the earliest possible send;
 * null for none. Errors: those of the request, and `outcome_unknown` when none matches and a message cannot be parsed.
 */
const findReply = async (
  store: Store,
  client: Pick<ServiceClient, 'fetchMessagePage'>,
  row: Outgoing,
): Promise<Answer<MessageRecord | null>> => {
  const since = computeEarliestSentAt(store, row);
  const found: MessageRecord[] = [];
  let unreadable: string | undefined;
  for await (const page of fetchThreadPages(client, row.negotiationID, since, 'person')) {
    if (!page.ok) return page;
    for (const raw of page.value) {
      const record = parse(messageRecord, raw);
      if (!record.ok) unreadable = record.error.detail ?? record.error.message;
      else if (isOurs(store, row, record.value, since)) found.push(record.value);
    }
  }
  found.sort((a, b) => (a.sentAt ?? since) - (b.sentAt ?? since));
  if (found[0] === undefined && unreadable !== undefined)
    return fail('outcome_unknown', 'The conversation cannot be read.', { detail: unreadable });
  return succeed(found[0] ?? null);
};

export const createSender = (
  store: Store,
  client: Pick<ServiceClient, 'sendMessage' | 'fetchMessagePage' | 'pausedUntil'> | null,
): Sender => ({
  canSearch: true,
  courier: client && {
    deliver: (row, maySend) => client.sendMessage(row.negotiationID, row.text, maySend),
    find: (row) => findReply(store, client, row),
    pausedUntil: client.pausedUntil,
  },
});
