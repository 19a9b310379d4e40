/** A message record becomes a message of a lead, known or not. Called inside ingest's transaction. */
import type { Attachment, Side } from '../../../../contract/records.ts';
import { decodeEntities } from '../../platform/entities.ts';
import type { MessageRecord } from '../v4/service/records.ts';
import type { AttachmentRecord } from '../wire.ts';
import { findLead, insertStub } from '../../leads/leads.ts';
import { heardOf, pollSoon } from '../polls.ts';
import { isArchived, setMarks } from '../../leads/marks.ts';
import { customerActivityAt, readUpTo } from '../../leads/read-mark.ts';
import { insertMessage, isKnown } from '../../conversation/messages.ts';
import type { Store } from '../../platform/store/store.ts';
import type { AdoptEcho } from '../../conversation/outbox/echo.ts';
import { customerNameOf } from './negotiation.ts';
import { isDescription } from './description.ts';
import { readOldHistory, type Source } from './source.ts';
import type { Touched } from './touched.ts';

/** A delivered message names both parties, whoever wrote it; the answers to GET name one. */
const sideOf = ({ from, customer, business }: MessageRecord): Side => {
  const name = from?.trim().toLowerCase();
  if (name === 'customer' || name === 'business') return name;
  if (name !== undefined || (customer === undefined) === (business === undefined)) return 'unknown';
  return customer === undefined ? 'business' : 'customer';
};

/** An attachment as the contract shows it. */
export const attachmentOf = (record: AttachmentRecord): Attachment => ({
  fileName: decodeEntities(record.fileName ?? ''),
  fileSize: record.fileSize ?? null,
  mimeType: record.mimeType ?? '',
  url: record.url ?? null,
  description: record.description === undefined ? null : decodeEntities(record.description),
});

/** The lead of a message; a stub, fetched at once where it can be, when the message came first. */
const leadFor = (
  store: Store,
  accountID: string,
  negotiationID: string,
  record: MessageRecord,
  sentAt: number,
  { how, now, steady }: Source,
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
      businessID: record.business?.businessID ?? '',
      customerID: record.customer?.customerID ?? '',
      customerName: customerNameOf(record.customer),
      createdAt: sentAt,
    },
    now,
  );
  if (askableAt !== null) pollSoon(store, accountID, lead, askableAt);
  return lead;
};

/**
 * Takes over a message record; one that is known changes nothing. A customer who writes brings an
 * archived lead back, and whatever we wrote, here or on the service's own pages, means that what
 * came before it was read.
 */
export const applyMessage = (
  store: Store,
  adoptEcho: AdoptEcho,
  accountID: string,
  negotiationID: string,
  record: MessageRecord,
  source: Source,
  touched: Touched,
): void => {
  const { messageID } = record;
  if (isKnown(store, accountID, messageID)) return;
  const sentAt = record.sentAt ?? source.now;
  const side = sideOf(record);
  const text = decodeEntities(record.text);
  const lead = leadFor(store, accountID, negotiationID, record, sentAt, source);
  touched.leads.add(lead);

  if (side === 'business') {
    const echo = { accountID, lead, messageID, sentAt };
    const adopted =
      adoptEcho(store, { ...echo, text: record.text }) ||
      (text !== record.text && adoptEcho(store, { ...echo, text }));
    if (adopted) return;
  }
  const isBare = side === 'customer' && record.attachments.length === 0;
  if (isBare && isDescription(store, lead, { messageID, text, sentAt })) return;
  const isNews = side === 'customer' && source.how !== 'backfill';
  const bringsBack = isNews && isArchived(store, lead) && sentAt > customerActivityAt(store, lead);
  insertMessage(store, {
    lead,
    accountID,
    messageID,
    side,
    author:
      side === 'business'
        ? decodeEntities(record.business?.displayName ?? '')
        : customerNameOf(record.customer),
    text,
    attachments: record.attachments.map(attachmentOf),
    sentAt,
  });
  if (side === 'business') readUpTo(store, lead, sentAt);
  if (side === 'customer' && !isNews) readOldHistory(store, lead, sentAt, source.now);
  if (isNews) touched.news.push({ accountID, lead, kind: 'message', at: sentAt });
  if (bringsBack) setMarks(store, [lead], { archived: false });
};
