/**
 * Adds a snapshot's lead with its conversation, like a backfill: what is here stays, and nothing notifies. Call inside
 * a transaction.
 */
import type { ReplyID } from '../../../../contract/records.ts';
import { findAccount } from '../../accounts/rows.ts';
import type { Changes } from '../../accounts/ingest/changes.ts';
import {
  isHistory,
  markOldHistoryRead,
  readAccountFacts,
  type Intake,
  type IngestContext,
} from '../../accounts/ingest/context.ts';
import { addPoll, recordReadTo } from '../../accounts/polls.ts';
import { listUsedRules } from '../../automatic/candidates.ts';
import {
  byRule,
  findSendingMember,
  recordMemberReply,
  setAutomatic,
} from '../../conversation/automatic.ts';
import { insertMessage, isMessageKnown } from '../../conversation/messages.ts';
import { adoptEcho } from '../../conversation/outbox/echo.ts';
import { holdBack } from '../../conversation/outbox/scheduled.ts';
import { claimReplyID, findReplyByID } from '../../conversation/replies.ts';
import { putTeamRuleReply } from '../../conversation/rule-replies.ts';
import { keepPhone } from '../../leads/lead-phones.ts';
import { setAvailability } from '../../leads/leads.ts';
import { endAtNews, handleOldMessage, hasMarkUntilNews } from '../../leads/marks.ts';
import { readNotifiedAndRead, markReadUpTo } from '../../leads/read-mark.ts';
import { findGeneration } from '../../marketplaces/choose.ts';
import type { Store } from '../../platform/store/store.ts';
import type { LeadKeys } from '../lead-keys.ts';
import {
  snapshotLead,
  snapshotMessage,
  type SnapshotLead,
  type SnapshotMessage,
} from './format.ts';

type Dependencies = {
  readonly store: Store;
  readonly keys: Pick<LeadKeys, 'findLead'>;
  /** Applies the facts that waited for a lead, so that both are here or none is. */
  readonly applyFacts: (lead: number) => void;
  /** UTC milliseconds. */
  readonly now: number;
  readonly steady: number;
};

type LeadHere = {
  readonly lead: number;
  readonly accountID: string;
  readonly negotiation: string;
  /** 0 for a lead of which only a message is known. */
  readonly complete: number;
};

/** A reply has the time of its desktop until it is sent, then the service's. */
const sameReplyMs = 10 * 60_000;

const findLeadHere = (
  { store, keys }: Dependencies,
  ref: Pick<SnapshotLead, 'account' | 'negotiation'>,
): LeadHere | null => {
  const lead = keys.findLead(ref);
  return lead === null
    ? null
    : (store
        .prepare<[number], LeadHere>(
          `SELECT lead, account_id AS accountID, negotiation_id AS negotiation, complete
           FROM leads WHERE lead = ?`,
        )
        .get(lead) ?? null);
};

/** True if a message without the service's id is here. */
const isHere = (store: Store, lead: number, { replyID, side, text, sentAt }: SnapshotMessage) => {
  const used = replyID === null ? null : findReplyByID(store, replyID as ReplyID);
  if (used !== null && used.returnedText === null) return true;
  const sql = `SELECT 1 FROM messages
    WHERE lead = ? AND side = ? AND text = ? AND sent_at BETWEEN ? AND ?`;
  const [from, to] = [sentAt - sameReplyMs, sentAt + sameReplyMs];
  return (
    store.prepare<[number, string, string, number, number]>(sql).get(lead, side, text, from, to) !==
    undefined
  );
};

/** True if a business message that is here has no known sender. */
const lacksAuthor = (store: Store, accountID: string, messageID: string): boolean => {
  const sql = `SELECT 1 FROM messages WHERE account_id = ? AND message_id = ?
    AND side = 'business' AND person IS NULL AND automatic < ${byRule}`;
  return store.prepare<[string, string]>(sql).get(accountID, messageID) !== undefined;
};

/** Applies a customer's message as history, or as news that this desktop missed. */
const applyCustomerMessage = (
  context: IngestContext,
  lead: number,
  { id, sentAt }: SnapshotMessage,
): void => {
  const { store, source } = context;
  const isOld = isHistory(context, sentAt);
  if (isOld) markOldHistoryRead(store, lead, sentAt, source.now);
  const isNew = !isOld && sentAt > readNotifiedAndRead(store, lead).readAt;
  if (isNew) holdBack(store, lead);
  if (hasMarkUntilNews(store, lead))
    (isNew ? endAtNews : handleOldMessage)(store, { lead, sentAt, messageID: id ?? '' });
};

const mergeMessage = (context: IngestContext, lead: number, from: SnapshotMessage): void => {
  const { store, accountID, changes } = context;
  const { id, side, author, text, attachments, sentAt, replyID, rule } = from;
  const isOurs = side === 'business';
  if (id !== null && isMessageKnown(store, accountID, id)) {
    if (from.person === null || !lacksAuthor(store, accountID, id)) return;
    recordMemberReply(store, { accountID, messageID: id, person: from.person });
    changes.leads.add(lead);
    return;
  }
  if (
    id === null
      ? isHere(store, lead, from)
      : isOurs && context.adoptEcho(store, { ...from, accountID, lead, messageID: id })
  )
    return;
  changes.leads.add(lead);
  const person = from.person ?? (id === null ? null : findSendingMember(store, accountID, id));
  const content = { lead, accountID, messageID: id, side, author, text, attachments, sentAt };
  const message = insertMessage(store, { ...content, person });
  if (id === null && replyID !== null && findReplyByID(store, replyID as ReplyID) === null)
    claimReplyID(store, { replyID: replyID as ReplyID, message, lead });
  if (side === 'customer') return applyCustomerMessage(context, lead, from);
  if (!isOurs) return;
  if (person !== null || from.automatic === 0) return markReadUpTo(store, lead, sentAt);
  setAutomatic(store, message, from.automatic, from.automaticText);
  if (rule !== null && !listUsedRules(store, lead).has(rule.id))
    putTeamRuleReply(store, { lead, message, at: sentAt }, rule);
};

/** Applies the service's record of a lead that is not here, or of which only a message is. */
const applyRecord = (
  dependencies: Dependencies,
  context: IngestContext,
  applyLead: Intake['applyLead'],
  from: SnapshotLead,
): LeadHere | null => {
  const { store, accountID, source } = context;
  const { negotiation, update, record, createdAt } = from;
  const read = context.reader.parseLead(record);
  if (!read.ok || read.value.negotiationID !== negotiation) return null;
  if (update !== null)
    store
      .prepare<[string, string, string | null, string | null]>(
        `INSERT INTO lead_prices (account_id, negotiation_id, lead_price, charge_state)
         VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
      )
      .run(accountID, negotiation, update.price, update.chargeState);
  if (applyLead(context, record) !== null) return null;
  const here = findLeadHere(dependencies, from);
  if (here === null) return null;
  const { lead } = here;
  for (const phone of from.phones.toReversed()) keepPhone(store, lead, phone, true);
  if (from.availability !== 'here') setAvailability(store, lead, from.availability, source.now);
  if (isHistory(context, createdAt)) markOldHistoryRead(store, lead, createdAt, source.now);
  return here;
};

/** Returns false for a lead that cannot be read. Bad messages of others are left out. */
export const mergeLead = (
  dependencies: Dependencies,
  /** By key, the accounts whose leads are wanted. */
  accounts: ReadonlyMap<string, string>,
  raw: unknown,
  changes: Changes,
): boolean => {
  const { store, now, steady } = dependencies;
  const read = snapshotLead.safeParse(raw);
  if (!read.success) return false;
  const messages = read.data.messages.flatMap((each) => snapshotMessage.safeParse(each).data ?? []);
  const from: SnapshotLead = { ...read.data, messages };
  const accountID = accounts.get(from.account);
  if (accountID === undefined) return true;
  const account = findAccount(store, accountID);
  if (account === null) return true;
  const { reader, applyLead } = findGeneration(account.profile.interface).intake;
  const source = { how: 'backfill', isListed: from.isFromList, now, steady } as const;
  const context: IngestContext = {
    ...{ store, adoptEcho, accountID, reader, source, changes },
    account: readAccountFacts(store, accountID),
  };
  const before = findLeadHere(dependencies, from);
  const here =
    before?.complete === 1 ? before : applyRecord(dependencies, context, applyLead, from);
  if (here === null) return false;
  // It was merged into its copy of a newer interface, which has other messages.
  const generation = findAccount(store, here.accountID)?.generation;
  if (here.negotiation !== from.negotiation || generation !== account.generation) return true;
  const own = {
    ...context,
    accountID: here.accountID,
    account: readAccountFacts(store, here.accountID),
  };
  for (const message of messages) mergeMessage(own, here.lead, message);
  if (from.read !== null) {
    addPoll(store, here.accountID, here.lead, from.createdAt, steady);
    if (from.read.to !== null) recordReadTo(store, here.lead, from.read.to);
  }
  dependencies.applyFacts(here.lead);
  return true;
};
