/** Searches the service's conversation for a reply whose outcome is unknown; the outbox acts on the result. */
import { fail, succeed, type Answer } from '../../../../contract/errors.ts';
import type { ServiceClient } from './service/client.ts';
import { messageRecord, type MessageRecord } from './service/records.ts';
import { parse } from '../../platform/http/parse.ts';
import { threadPages } from './service/thread.ts';
import { decodeEntities } from '../../platform/entities.ts';
import { earliestSentAt, isAnother, type Outgoing } from '../../conversation/outbox/rows.ts';
import type { Store } from '../../platform/store/store.ts';
import { isSameText } from '../../conversation/outbox/echo.ts';

const isOurs = (store: Store, row: Outgoing, record: MessageRecord, since: number): boolean =>
  record.from?.toLowerCase() !== 'customer' &&
  (record.sentAt ?? since) >= since &&
  (isSameText(row.text, record.text) || isSameText(row.text, decodeEntities(record.text))) &&
  !isAnother(store, row, record.messageID);

/**
 * The message that is this reply: not from the customer, with the same text, and newer than the earliest
 * possible send. Null when there is certainly none; `outcome_unknown` when a message cannot be parsed.
 */
export const findReply = async (
  store: Store,
  client: Pick<ServiceClient, 'messages'>,
  row: Outgoing,
): Promise<Answer<MessageRecord | null>> => {
  const since = earliestSentAt(store, row);
  const found: MessageRecord[] = [];
  let unread: string | undefined;
  for await (const page of threadPages(client, row.negotiationID, since, 'person')) {
    if (!page.ok) return page;
    for (const raw of page.value) {
      const record = parse(messageRecord, raw);
      if (!record.ok) unread = record.error.detail ?? record.error.message;
      else if (isOurs(store, row, record.value, since)) found.push(record.value);
    }
  }
  found.sort((a, b) => (a.sentAt ?? since) - (b.sentAt ?? since));
  if (found[0] === undefined && unread !== undefined) {
    return fail('outcome_unknown', 'The conversation cannot be read.', { detail: unread });
  }
  return succeed(found[0] ?? null);
};
