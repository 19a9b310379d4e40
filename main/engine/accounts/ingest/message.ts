/** A message record becomes a message of a lead, known or not. Called inside ingest's transaction. */
import type { MessageRecord } from '../../conversation/message-record.ts';
import { findLead, insertStub } from '../../leads/leads.ts';
import { heardOf, pollSoon } from '../polls.ts';
import { endUntilNews, waitsForNews } from '../../leads/marks.ts';
import { customerActivityAt, readUpTo, toldAndRead } from '../../leads/read-mark.ts';
import { comesWithLead, keepAutomatic } from '../../conversation/automatic.ts';
import { insertMessage, isKnown } from '../../conversation/messages.ts';
import { holdBack } from '../../conversation/outbox/scheduled.ts';
import { isDescription } from './description.ts';
import { isHistory, readOldHistory, type Source } from './source.ts';
import type { Store } from '../../platform/store/store.ts';
import type { Told } from './told.ts';

/** The lead of a message; a stub, fetched at once where it can be, when the message came first. */
const leadFor = (
  { store, accountID, source: { how, now, steady } }: Told,
  negotiationID: string,
  { customer, business }: MessageRecord,
  sentAt: number,
): number => {
  const known = findLead(store, accountID, negotiationID);
  const askableAt = how === 'call' ? null : steady;
  if (known !== null) {
    if (how !== 'backfill') heardOf(store, accountID, known, now, askableAt);
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
  if (askableAt !== null) pollSoon(store, accountID, lead, askableAt);
  return lead;
};

/**
 * Whether a message of a conversation that is read from its beginning was read before: after a repair
 * the mark can be here while the message is not.
 */
const isReadAgain = (store: Store, lead: number, { how }: Source, sentAt: number): boolean =>
  how === 'backfill' && sentAt <= toldAndRead(store, lead).readAt;

/**
 * Takes over a message record; one that is known changes nothing. A customer who writes brings an
 * archived lead back, and one that needed no reply needs one; whatever we wrote, here or on the service's own pages, means that what
 * came before it was read, unless the marketplace itself sent it.
 */
export const applyMessage = (told: Told, negotiationID: string, record: MessageRecord): void => {
  const { store, adoptEcho, accountID, source, changes } = told;
  const { messageID, side, text, attachments } = record;
  if (isKnown(store, accountID, messageID)) return;
  const sentAt = record.sentAt ?? source.now;
  const lead = leadFor(told, negotiationID, record, sentAt);
  changes.leads.add(lead);

  if (side === 'business') {
    const echo = { accountID, lead, messageID, sentAt };
    const adopted =
      adoptEcho(store, { ...echo, text: record.textAsItCame }) ||
      (text !== record.textAsItCame && adoptEcho(store, { ...echo, text }));
    if (adopted) return;
  }
  const isBare = side === 'customer' && attachments.length === 0;
  if (isBare && isDescription(told, lead, { messageID, text, sentAt })) return;
  const isOld = isHistory(store, accountID, source, sentAt);
  const isNews = side === 'customer' && !isOld && !isReadAgain(store, lead, source, sentAt);
  const bringsBack =
    isNews && waitsForNews(store, lead) && sentAt > customerActivityAt(store, lead);
  const isAutomatic =
    side === 'business' && (record.isAutomatic || comesWithLead(store, lead, sentAt));
  const message = insertMessage(store, {
    lead,
    accountID,
    messageID,
    side,
    author: side === 'business' ? record.business.name : record.customer.name,
    text,
    attachments,
    sentAt,
  });
  if (isAutomatic) {
    const recognized = keepAutomatic(store, { lead, message, text }, record.isAutomatic);
    for (const each of recognized) changes.leads.add(each);
  } else if (side === 'business') readUpTo(store, lead, sentAt);
  if (side === 'customer' && isOld) readOldHistory(store, lead, sentAt, source.now);
  if (isNews) holdBack(store, lead);
  if (isNews) changes.activity.push({ accountID, lead, kind: 'message', at: sentAt });
  if (bringsBack) endUntilNews(store, lead);
};
