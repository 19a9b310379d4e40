/**
 * Recognizes Quick Replies, which the marketplace sends in the business's name when a lead arrives.
 * Most carry no flag: a message that arrives with its lead is suspected, and recognized once
 * another lead has the same text. Neither counts as a reply.
 */
import { createHash } from 'node:crypto';
import { markRead, markReadUpTo } from '../leads/read-mark.ts';
import type { Store } from '../platform/store/store.ts';

/** Values of `messages.automatic`; 0 is a message written by a person. */
const suspected = 1;
export const recognized = 2;
/** Sent by a rule (rule-replies.ts); a reply by an answering rule counts as a reply. */
export const byRule = 3;
export const byAnsweringRule = 4;

/** A business message this soon after the request may be a Quick Reply. */
const suspectedMs = 30_000;
/** The text of an unflagged message is compared up to this time after the request. */
const comparedMs = 10 * 60_000;

const splitWords = (text: string): readonly string[] =>
  text
    .normalize('NFC')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Drops the surname or its initial; some customers have two first names. */
const dropSurname = (customerName: string): string =>
  customerName.trim().replace(/(?<=\S)\s+\S+$/, '');

/** Digest of a business's text without punctuation and the customer's first name; null without words. */
const computeTextKey = (businessID: string, customerName: string, text: string): string | null => {
  const words = splitWords(text);
  const name = splitWords(dropSurname(customerName));
  const isName = words.some((word) => name.includes(word))
    ? (word: string) => name.includes(word)
    : (word: string) => name.some((part) => part.toLowerCase() === word.toLowerCase());
  const otherWords = words.filter((word) => !isName(word));
  if (otherWords.length === 0) return null;
  return createHash('sha256')
    .update(`${businessID} ${otherWords.join(' ')}`)
    .digest('base64url');
};

type LeadFacts = {
  readonly accountID: string;
  readonly businessID: string;
  readonly customerName: string;
  readonly createdAt: number;
  readonly complete: number;
};

const findLeadFacts = (store: Store, lead: number): LeadFacts | null => {
  const sql = `SELECT account_id AS accountID, business_id AS businessID, customer_name AS customerName,
      created_at AS createdAt, complete FROM leads WHERE lead = ?`;
  return store.prepare<[number], LeadFacts>(sql).get(lead) ?? null;
};

/** True if a business message arrives with its lead, so that it may be automatic. */
export const mayBeAutomatic = (store: Store, lead: number, sentAt: number): boolean => {
  const facts = findLeadFacts(store, lead);
  return facts !== null && (facts.complete === 0 || sentAt < facts.createdAt + suspectedMs);
};

/** @param key digest of the text by which a Quick Reply is recognized; null for none */
export const setAutomatic = (
  store: Store,
  message: number,
  automatic: number,
  key: string | null,
): void =>
  void store
    .prepare<[number, string | null, number]>(
      'UPDATE messages SET automatic = ?, automatic_text = ? WHERE message = ?',
    )
    .run(automatic, key, message);

const isRecognized = (store: Store, accountID: string, key: string): boolean => {
  const sql = `SELECT 1 FROM messages
    WHERE account_id = ? AND automatic_text = ? AND automatic = ${recognized} LIMIT 1`;
  return store.prepare<[string, string]>(sql).get(accountID, key) !== undefined;
};

/** Recognizes a text that several leads share or that is known; returns the affected leads. */
const recognize = (store: Store, accountID: string, key: string): readonly number[] => {
  const params = { accountID, key, isKnown: Number(isRecognized(store, accountID, key)) };
  const sql = `UPDATE messages SET automatic = ${recognized}
    WHERE account_id = @accountID AND automatic_text = @key AND automatic < ${recognized}
      AND (@isKnown OR EXISTS (SELECT 1 FROM messages o WHERE o.account_id = @accountID
        AND o.automatic_text = @key AND o.lead <> messages.lead))
    RETURNING lead`;
  return store
    .prepare<[typeof params], { lead: number }>(sql)
    .all(params)
    .map(({ lead }) => lead);
};

/**
 * Stores that a business message arrived with its lead; returns the leads in which its text was newly recognized.
 * @param isFlagged true if the service flags it as a Quick Reply
 */
export const storeAutomatic = (
  store: Store,
  { lead, message, text }: { lead: number; message: number; text: string },
  isFlagged: boolean,
): readonly number[] => {
  const facts = findLeadFacts(store, lead);
  if (facts === null) return [];
  const key = computeTextKey(facts.businessID, facts.customerName, text);
  setAutomatic(store, message, isFlagged ? recognized : suspected, key);
  return key === null ? [] : recognize(store, facts.accountID, key);
};

type MemberReply = {
  readonly accountID: string;
  readonly messageID: string;
  readonly person: string;
};

/** The member whose desktop sent a message, or null. */
export const findSendingMember = (
  store: Store,
  accountID: string,
  messageID: string,
): string | null =>
  store
    .prepare<[string, string], { person: string }>(
      'SELECT person FROM team_replies WHERE account_id = ? AND message_id = ?',
    )
    .get(accountID, messageID)?.person ?? null;

/** Records who sent a message. If it is stored already, marks its lead as read up to it and returns the lead. */
export const recordMemberReply = (store: Store, reply: MemberReply): number | null => {
  store
    .prepare<[MemberReply]>(
      `INSERT INTO team_replies (account_id, message_id, person)
       VALUES (@accountID, @messageID, @person) ON CONFLICT DO UPDATE SET person = excluded.person`,
    )
    .run(reply);
  const message = store
    .prepare<[MemberReply], { lead: number; sentAt: number }>(
      `UPDATE messages SET person = @person, automatic = 0, automatic_text = NULL
       WHERE account_id = @accountID AND message_id = @messageID AND side <> 'customer'
       RETURNING lead, sent_at AS sentAt`,
    )
    .get(reply);
  if (message === undefined) return null;
  markReadUpTo(store, message.lead, message.sentAt);
  return message.lead;
};

const selectEarly = `SELECT message, text, sent_at AS at, automatic FROM messages
  WHERE lead = ? AND automatic IN (${suspected}, ${recognized}) ORDER BY sent_at, message`;
type EarlyMessage = { message: number; text: string; at: number; automatic: number };

/** Reviews messages that arrived before their lead. `writtenAt`: time of the last one that a person wrote. */
export const reviewEarlyMessages = (
  store: Store,
  lead: number,
): { readonly leads: readonly number[]; readonly writtenAt: number | null } => {
  const facts = findLeadFacts(store, lead);
  const early = store.prepare<[number], EarlyMessage>(selectEarly).all(lead);
  if (facts === null || early.length === 0) return { leads: [], writtenAt: null };
  const leads: number[] = [];
  let writtenAt: number | null = null;
  for (const { message, text, at, automatic } of early) {
    const sinceLead = at - facts.createdAt;
    const key =
      automatic === recognized || sinceLead < comparedMs
        ? computeTextKey(facts.businessID, facts.customerName, text)
        : null;
    const isWritten = automatic === suspected && sinceLead >= suspectedMs;
    setAutomatic(store, message, isWritten ? 0 : automatic, key);
    const changed = key === null ? [] : recognize(store, facts.accountID, key);
    leads.push(...changed);
    if (isWritten && !changed.includes(lead)) writtenAt = at;
  }
  return { leads, writtenAt };
};

/** Makes a rule's reply the person's own, which marks the conversation as read. */
export const makePersonal = (
  store: Store,
  { message, lead }: { readonly message: number; readonly lead: number },
): void => {
  const sql = 'UPDATE messages SET automatic = 0 WHERE message = ? AND automatic > 0';
  const { changes } = store.prepare<[number]>(sql).run(message);
  if (changes > 0) markRead(store, [lead]);
};
