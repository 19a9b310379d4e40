/**
 * Merges the messages of two leads of a negotiation. A message that both leads have keeps the source's row
 * with the target's values, because outgoing replies count rows with lower numbers as known. Others move unchanged.
 */
import { byRule } from '../conversation/automatic.ts';
import { isSameText } from '../conversation/outbox/echo.ts';
import { readCustomerActivityAt } from '../leads/read-mark.ts';
import { computeEarliestSentAt, listPossiblySentReplies } from '../conversation/outbox/rows.ts';
import { followMessage } from '../conversation/rule-replies.ts';
import type { Store } from '../platform/store/store.ts';

export type LeadOfAccount = { readonly lead: number; readonly accountID: string };

type Row = {
  readonly message: number;
  readonly message_id: string | null;
  readonly side: string;
  readonly author: string;
  readonly text: string;
  readonly attachments: string | null;
  readonly sent_at: number;
  readonly written_here: number;
  readonly person: string | null;
  /** 0 for a message written by a person (conversation/automatic.ts). */
  readonly automatic: number;
  readonly outgoing: number;
};

export type MergedMessages = {
  /** Times of customer messages in the source lead (`at`) and in the target (`nowAt`). */
  readonly paired: readonly { readonly at: number; readonly nowAt: number }[];
  /** The target's times of messages, written by people of the business, that are in both leads. */
  readonly pairedAnswersAt: readonly number[];
  /** The target's times of those that only the target has. */
  readonly answeredAt: readonly number[];
  /** True if the target has a customer's message that is newer than the source's last activity. */
  readonly hasNews: boolean;
};

const legacyPrecisionMs = 1_000;
/** A sent reply has this computer's time, which may be wrong. */
const maxSkewMs = 24 * 60 * 60_000;

/** Messages outside the outbox come first, so that they are paired first. */
const listMessages = (store: Store, lead: number): readonly Row[] => {
  const sql = `SELECT m.message, m.message_id, m.side, m.author, m.text, m.attachments, m.sent_at,
      m.written_here, m.person, m.automatic, o.message IS NOT NULL AS outgoing
    FROM messages m LEFT JOIN outbox o ON o.message = m.message
    WHERE m.lead = ? ORDER BY outgoing, m.sent_at, m.message`;
  return store.prepare<[number], Row>(sql).all(lead);
};

const pairMessages = (
  store: Store,
  from: LeadOfAccount,
  sources: readonly Row[],
  targets: readonly Row[],
): ReadonlyMap<Row, Row> => {
  const pairs = new Map<Row, Row>();
  const free = new Set(targets);
  const claim = (source: Row, isSame: (target: Row) => boolean): void => {
    const computeDistance = ({ sent_at }: Row): number => Math.abs(sent_at - source.sent_at);
    const [twin] = [...free].filter(isSame).sort((a, b) => computeDistance(a) - computeDistance(b));
    if (twin === undefined) return;
    pairs.set(source, twin);
    free.delete(twin);
  };
  for (const source of sources)
    if (source.message_id !== null)
      claim(source, ({ message_id }) => message_id === source.message_id);

  const sentSince = new Map(
    listPossiblySentReplies(store, from.lead).map((row) => [
      row.message,
      computeEarliestSentAt(store, row),
    ]),
  );
  const hasSameText = (source: Row, { side, text }: Row): boolean =>
    side === source.side && isSameText(source.text, text);
  for (const source of sources) {
    if (pairs.has(source)) continue;
    const isWithin = (ms: number) => (target: Row) =>
      hasSameText(source, target) && Math.abs(target.sent_at - source.sent_at) <= ms;
    const since = sentSince.get(source.message);
    if (source.written_here === 0) claim(source, isWithin(legacyPrecisionMs));
    else if (source.outgoing === 0) claim(source, isWithin(maxSkewMs));
    else if (since !== undefined)
      claim(source, (target) => hasSameText(source, target) && target.sent_at >= since);
  }
  return pairs;
};

/** Also deletes the outbox row: the service has the message. A rule's reply in either lead stays a rule's reply. */
const mergePair = (store: Store, source: Row, target: Row, to: LeadOfAccount): void => {
  store.prepare<[number]>('DELETE FROM messages WHERE message = ?').run(target.message);
  const sql = `UPDATE messages SET lead = @lead, account_id = @accountID, message_id = @messageID,
      author = @author, person = @person, text = @text, attachments = @attachments, sent_at = @sentAt,
      automatic = @automatic
    WHERE message = @message`;
  store.prepare<[Record<string, string | number | null>]>(sql).run({
    message: source.message,
    lead: to.lead,
    accountID: to.accountID,
    messageID: target.message_id,
    author: target.author || source.author,
    person: source.person ?? target.person,
    text: target.text || source.text,
    attachments: target.attachments ?? source.attachments,
    sentAt: target.sent_at,
    automatic: target.automatic >= byRule ? target.automatic : source.automatic,
  });
  followMessage(store, target.message, source.message);
  store.prepare<[number]>('DELETE FROM outbox WHERE message = ?').run(source.message);
};

/** SQL of a moved message's id: NULL if another message of `@accountID` has it. */
export const movedMessageID = `CASE WHEN EXISTS (SELECT 1 FROM messages other
    WHERE other.account_id = @accountID AND other.message_id = messages.message_id)
    THEN NULL ELSE message_id END`;

const moveMessage = (store: Store, { message }: Row, { lead, accountID }: LeadOfAccount): void => {
  const params = { message, lead, accountID };
  const sql = `UPDATE messages SET lead = @lead, account_id = @accountID,
      message_id = ${movedMessageID} WHERE message = @message`;
  store.prepare<[typeof params]>(sql).run(params);
  const outboxSQL =
    'UPDATE outbox SET lead = @lead, account_id = @accountID WHERE message = @message';
  store.prepare<[typeof params]>(outboxSQL).run(params);
};

/** Moves all messages of the lead `from`. Call inside a transaction. */
export const mergeMessages = (
  store: Store,
  from: LeadOfAccount,
  to: LeadOfAccount,
): MergedMessages => {
  const knownUntil = readCustomerActivityAt(store, from.lead) + legacyPrecisionMs;
  const sources = listMessages(store, from.lead);
  const targets = listMessages(store, to.lead);
  const pairs = pairMessages(store, from, sources, targets);
  for (const source of sources) {
    const twin = pairs.get(source);
    if (twin === undefined) moveMessage(store, source, to);
    else mergePair(store, source, twin, to);
  }
  const twins = new Set(pairs.values());
  const written = targets.filter(({ side, automatic }) => side === 'business' && automatic === 0);
  const listTimes = (rows: readonly Row[]) => rows.map(({ sent_at }) => sent_at);
  return {
    paired: [...pairs].flatMap(([{ side, sent_at: at }, { sent_at: nowAt }]) =>
      side === 'customer' ? [{ at, nowAt }] : [],
    ),
    pairedAnswersAt: listTimes(written.filter((row) => twins.has(row))),
    answeredAt: listTimes(written.filter((row) => !twins.has(row))),
    hasNews: targets.some(
      (row) => row.side === 'customer' && row.sent_at > knownUntil && !twins.has(row),
    ),
  };
};
