/** Stores a message record in the conversation of its lead. Call inside ingest's transaction. */
import type { MessageRecord } from '../../conversation/message-record.ts';
import { findLead, insertStub } from '../../leads/leads.ts';
import { markAvailable, pollSoon } from '../polls.ts';
import { endAtNews, handleOldMessage, hasMarkUntilNews } from '../../leads/marks.ts';
import { markReadUpTo, readNotifiedAndRead } from '../../leads/read-mark.ts';
import { mayBeAutomatic, findSendingMember, storeAutomatic } from '../../conversation/automatic.ts';
import { insertMessage, isMessageKnown } from '../../conversation/messages.ts';
import { holdBack } from '../../conversation/outbox/scheduled.ts';
import { dropRepeatedDescription } from './description.ts';
import { dropFarTime } from '../../platform/http/fields.ts';
import type { Store } from '../../platform/store/store.ts';
import { isHistory, markOldHistoryRead, type IngestContext, type Source } from './context.ts';

/** Returns the lead of a message. Inserts a stub for an unknown lead, and makes it due if it can be polled. */
const findOrInsertLead = (
  { store, accountID, source: { how, now, steady } }: IngestContext,
  negotiationID: string,
  { customer, business }: MessageRecord,
  sentAt: number,
): number => {
  const known = findLead(store, accountID, negotiationID);
  const pollAt = how === 'call' ? null : steady;
  if (known !== null) {
    if (how !== 'backfill') markAvailable(store, accountID, known, now, pollAt);
    return known.lead;
  }
  const lead = insertStub(
    store,
    {
      accountID,
      negotiationID,
      businessID: business.businessID,
      customerID: customer.customerID,
      customerName: customer.name,
      createdAt: sentAt,
    },
    now,
  );
  if (pollAt !== null) pollSoon(store, accountID, lead, pollAt);
  return lead;
};

/** A repair of the database can keep a lead's read mark and lose its messages, which are then fetched again. */
const wasReadBefore = (store: Store, lead: number, { how }: Source, sentAt: number): boolean =>
  how === 'backfill' && sentAt <= readNotifiedAndRead(store, lead).readAt;

/**
 * A customer's message unarchives the lead and makes it need a reply. A business message, wherever
 * it was written, marks earlier ones as read, unless the marketplace sent it automatically.
 */
export const applyMessage = (
  context: IngestContext,
  negotiationID: string,
  record: MessageRecord,
): void => {
  const { store, adoptEcho, accountID, source, changes } = context;
  const { messageID, side, text, attachments } = record;
  if (isMessageKnown(store, accountID, messageID)) return;
  const sentAt = dropFarTime(record.sentAt, source.now) ?? source.now;
  const lead = findOrInsertLead(context, negotiationID, record, sentAt);
  changes.leads.add(lead);

  const person = side === 'business' ? findSendingMember(store, accountID, messageID) : null;
  if (side === 'business' && person === null) {
    const echo = { accountID, lead, messageID, sentAt };
    const adopted =
      adoptEcho(store, { ...echo, text: record.rawText }) ||
      (text !== record.rawText && adoptEcho(store, { ...echo, text }));
    if (adopted) return;
  }
  const isTextOnly = side === 'customer' && attachments.length === 0;
  if (isTextOnly && dropRepeatedDescription(context, lead, { messageID, text, sentAt })) return;
  const isOld = isHistory(context, sentAt);
  const isNew = side === 'customer' && !isOld && !wasReadBefore(store, lead, source, sentAt);
  const isAutomatic =
    side === 'business' &&
    person === null &&
    (record.isAutomatic || mayBeAutomatic(store, lead, sentAt));
  const message = insertMessage(store, {
    lead,
    accountID,
    messageID,
    side,
    author: side === 'business' ? record.business.name : record.customer.name,
    text,
    attachments,
    sentAt,
    person,
  });
  if (isAutomatic) {
    const recognized = storeAutomatic(store, { lead, message, text }, record.isAutomatic);
    for (const each of recognized) changes.leads.add(each);
  } else if (side === 'business') markReadUpTo(store, lead, sentAt);
  if (side === 'customer' && isOld) markOldHistoryRead(store, lead, sentAt, source.now);
  if (isNew) holdBack(store, lead);
  if (isNew) changes.activity.push({ accountID, lead, kind: 'message', at: sentAt });
  if (side === 'customer' && hasMarkUntilNews(store, lead))
    (isNew ? endAtNews : handleOldMessage)(store, { lead, sentAt, messageID });
};
