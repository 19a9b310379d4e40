/**
 * Quick Replies, which the marketplace sends in the name of the business when a lead arrives
 * (live-facts, Seen since). Most carry no flag, so a message that arrives with its lead is
 * suspected, and recognized once another lead of the business has the same text. Neither counts
 * as a reply.
 */
import { createHash } from 'node:crypto';
import type { Store } from '../platform/store/store.ts';

/** Values of `messages.automatic`; replies have 0. */
const suspected = 1;
export const recognized = 2;

/** Messages of the business this soon after the request are automatic: milliseconds. */
const withinMs = 30_000;
/** A message that precedes its lead by more than this was written by a person. */
const beforeLeadMs = 10 * 60_000;

const wordsOf = (text: string): readonly string[] =>
  text
    .normalize('NFC')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Drops the surname or its initial; some customers have two first names. */
const firstNamesOf = (customerName: string): string =>
  customerName.trim().replace(/(?<=\S)\s+\S+$/, '');

/**
 * Returns a digest of a text without spaces and the first name of the customer; null without
 * words.
 */
const textKey = (businessID: string, customerName: string, text: string): string | null => {
  const words = wordsOf(text);
  const name = wordsOf(firstNamesOf(customerName));
  const isName = words.some((word) => name.includes(word))
    ? (word: string) => name.includes(word)
    : (word: string) => name.some((part) => part.toLowerCase() === word.toLowerCase());
  const left = words.filter((word) => !isName(word));
  if (left.length === 0) return null;
  return createHash('sha256')
    .update(`${businessID} ${left.join(' ')}`)
    .digest('base64url');
};

type LeadFacts = {
  readonly accountID: string;
  readonly businessID: string;
  readonly customerName: string;
  readonly createdAt: number;
  readonly complete: number;
};

const leadFacts = (store: Store, lead: number): LeadFacts | null =>
  store
    .prepare<[number], LeadFacts>(
      'automatic.lead',
      `SELECT account_id AS accountID, business_id AS businessID, customer_name AS customerName,
         created_at AS createdAt, complete FROM leads WHERE lead = ?`,
    )
    .get(lead) ?? null;

/** Whether a message of the business arrives with its lead, so that it may be automatic. */
export const comesWithLead = (store: Store, lead: number, sentAt: number): boolean => {
  const facts = leadFacts(store, lead);
  return facts !== null && (facts.complete === 0 || sentAt < facts.createdAt + withinMs);
};

const put = (store: Store, message: number, automatic: number, key: string | null): void =>
  void store
    .prepare<[number, string | null, number]>(
      'automatic.put',
      'UPDATE messages SET automatic = ?, automatic_text = ? WHERE message = ?',
    )
    .run(automatic, key, message);

const isRecognized = (store: Store, accountID: string, key: string): boolean =>
  store
    .prepare<[string, string]>(
      'automatic.isRecognized',
      `SELECT 1 FROM messages
       WHERE account_id = ? AND automatic_text = ? AND automatic = ${recognized} LIMIT 1`,
    )
    .get(accountID, key) !== undefined;

/** Recognizes a text that several leads share; returns the affected leads. */
const recognize = (store: Store, accountID: string, key: string): readonly number[] => {
  const about = { accountID, key, isKnown: Number(isRecognized(store, accountID, key)) };
  return store
    .prepare<[typeof about], { lead: number }>(
      'automatic.recognize',
      `UPDATE messages SET automatic = ${recognized}
       WHERE account_id = @accountID AND automatic_text = @key AND automatic < ${recognized}
         AND (@isKnown OR EXISTS (SELECT 1 FROM messages o WHERE o.account_id = @accountID
           AND o.automatic_text = @key AND o.lead <> messages.lead))
       RETURNING lead`,
    )
    .all(about)
    .map(({ lead }) => lead);
};

/**
 * Stores a new message of the business that arrived with its lead, and recognizes it if possible.
 *
 * @param isMarked the service flags it as a Quick Reply
 * @returns the leads whose messages now count differently
 */
export const keepAutomatic = (
  store: Store,
  {
    lead,
    message,
    text,
  }: { readonly lead: number; readonly message: number; readonly text: string },
  isMarked: boolean,
): readonly number[] => {
  const facts = leadFacts(store, lead);
  if (facts === null) return [];
  const key = textKey(facts.businessID, facts.customerName, text);
  put(store, message, isMarked ? recognized : suspected, key);
  return key === null ? [] : recognize(store, facts.accountID, key);
};

type Kept = {
  readonly message: number;
  readonly text: string;
  readonly at: number;
  readonly automatic: number;
};

/**
 * Reviews the messages that preceded their lead.
 *
 * @returns the affected leads, and the last time that a person wrote (UTC milliseconds)
 */
export const judgeEarly = (
  store: Store,
  lead: number,
): { readonly leads: readonly number[]; readonly writtenAt: number | null } => {
  const facts = leadFacts(store, lead);
  const early = store
    .prepare<[number], Kept>(
      'automatic.early',
      `SELECT message, text, sent_at AS at, automatic FROM messages
       WHERE lead = ? AND automatic > 0 ORDER BY sent_at, message`,
    )
    .all(lead);
  if (facts === null || early.length === 0) return { leads: [], writtenAt: null };
  const leads: number[] = [];
  let writtenAt: number | null = null;
  for (const { message, text, at, automatic } of early) {
    const sinceLead = at - facts.createdAt;
    const key =
      automatic === recognized || sinceLead < beforeLeadMs
        ? textKey(facts.businessID, facts.customerName, text)
        : null;
    const isWritten = automatic === suspected && sinceLead >= withinMs;
    put(store, message, isWritten ? 0 : automatic, key);
    const changed = key === null ? [] : recognize(store, facts.accountID, key);
    leads.push(...changed);
    if (isWritten && !changed.includes(lead)) writtenAt = at;
  }
  return { leads, writtenAt };
};
