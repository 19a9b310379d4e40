/**
 * Merges the messages of a legacy lead into the conversation of its v4 lead. Of a pair the legacy row
 * stays, because replies are matched to later rows, and takes the values of v4. Other messages move
 * unchanged, outgoing replies together with their outbox rows.
 */
import { isSameText } from '../conversation/outbox/echo.ts';
import { customerActivityAt } from '../leads/read-mark.ts';
import { earliestSentAt, leavingReplies } from '../conversation/outbox/rows.ts';
import type { Store } from '../platform/store/store.ts';

/** A lead of an account. */
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
  /** 0 for a message written by a person (conversation/automatic.ts). */
  readonly automatic: number;
  /** 1 for a reply that waits in the outbox or has failed. */
  readonly outgoing: number;
};

/** Facts from which the marks of the merged lead are derived; times in UTC milliseconds. */
export type MergedMessages = {
  /** Customers' messages in both leads: time in the legacy lead, and time in v4. */
  readonly paired: readonly { readonly at: number; readonly nowAt: number }[];
  /** v4 times of the business's messages that the legacy lead has too. */
  readonly pairedAnswersAt: readonly number[];
  /** v4 times of the business's messages that the legacy lead lacks. */
  readonly answeredAt: readonly number[];
  /** Whether the customer has written a message that the legacy lead lacks. */
  readonly hasNews: boolean;
};

/** A legacy time is in whole seconds. */
const sameMomentMs = 1_000;
/** A sent reply has this computer's time, which may be wrong. */
const longestSkewMs = 24 * 60 * 60_000;

/** Sent replies come before outgoing ones, so that they are paired first. */
const messagesOf = (store: Store, lead: number): readonly Row[] =>
  store
    .prepare<[number], Row>(
      'mergeMessages.messages',
      `SELECT m.message, m.message_id, m.side, m.author, m.text, m.attachments, m.sent_at,
         m.written_here, m.automatic, o.message IS NOT NULL AS outgoing
       FROM messages m LEFT JOIN outbox o ON o.message = m.message
       WHERE m.lead = ? ORDER BY outgoing, m.sent_at, m.message`,
    )
    .all(lead);

/** Pairs each legacy message with the same message of v4. */
const pairsOf = (
  store: Store,
  from: LeadOfAccount,
  ours: readonly Row[],
  theirs: readonly Row[],
): ReadonlyMap<Row, Row> => {
  const pairs = new Map<Row, Row>();
  const free = new Set(theirs);
  const claim = (own: Row, isSame: (theirs: Row) => boolean): void => {
    const distance = ({ sent_at }: Row): number => Math.abs(sent_at - own.sent_at);
    const [twin] = [...free].filter(isSame).sort((a, b) => distance(a) - distance(b));
    if (twin === undefined) return;
    pairs.set(own, twin);
    free.delete(twin);
  };
  for (const own of ours)
    if (own.message_id !== null) claim(own, ({ message_id }) => message_id === own.message_id);

  const leaving = new Map(
    leavingReplies(store, from.lead).map((row) => [row.message, earliestSentAt(store, row)]),
  );
  const hasSameText = (own: Row, { side, text }: Row): boolean =>
    side === own.side && isSameText(own.text, text);
  for (const own of ours) {
    if (pairs.has(own)) continue;
    const near = (ms: number) => (their: Row) =>
      hasSameText(own, their) && Math.abs(their.sent_at - own.sent_at) <= ms;
    const since = leaving.get(own.message);
    if (own.written_here === 0) claim(own, near(sameMomentMs));
    else if (own.outgoing === 0) claim(own, near(longestSkewMs));
    else if (since !== undefined)
      claim(own, (their) => hasSameText(own, their) && their.sent_at >= since);
  }
  return pairs;
};

/** Merges a pair into one row and removes it from the outbox: the service has the message. */
const unite = (store: Store, own: Row, their: Row, to: LeadOfAccount): void => {
  store
    .prepare<[number]>('mergeMessages.drop', 'DELETE FROM messages WHERE message = ?')
    .run(their.message);
  store
    .prepare<[Record<string, string | number | null>]>(
      'mergeMessages.unite',
      `UPDATE messages SET lead = @lead, account_id = @accountID, message_id = @messageID,
         author = @author, text = @text, attachments = @attachments, sent_at = @sentAt
       WHERE message = @message`,
    )
    .run({
      message: own.message,
      lead: to.lead,
      accountID: to.accountID,
      messageID: their.message_id,
      author: their.author || own.author,
      text: their.text || own.text,
      attachments: their.attachments ?? own.attachments,
      sentAt: their.sent_at,
    });
  store
    .prepare<[number]>('mergeMessages.sent', 'DELETE FROM outbox WHERE message = ?')
    .run(own.message);
};

/** Moves a message to the v4 lead. A message id that the account has elsewhere is dropped. */
const moveMessage = (store: Store, own: Row, to: LeadOfAccount): void => {
  store
    .prepare<[{ message: number; lead: number; accountID: string }]>(
      'mergeMessages.bring',
      `UPDATE messages SET lead = @lead, account_id = @accountID,
         message_id = CASE WHEN EXISTS (SELECT 1 FROM messages other
           WHERE other.account_id = @accountID AND other.message_id = messages.message_id)
           THEN NULL ELSE message_id END
       WHERE message = @message`,
    )
    .run({ message: own.message, ...to });
  store
    .prepare<[number, string, number]>(
      'mergeMessages.outbox',
      'UPDATE outbox SET lead = ?, account_id = ? WHERE message = ?',
    )
    .run(to.lead, to.accountID, own.message);
};

/** Moves all messages of the lead `from`. Call inside a transaction. */
export const mergeMessages = (
  store: Store,
  from: LeadOfAccount,
  to: LeadOfAccount,
): MergedMessages => {
  const knownUntil = customerActivityAt(store, from.lead) + sameMomentMs;
  const ours = messagesOf(store, from.lead);
  const theirs = messagesOf(store, to.lead);
  const pairs = pairsOf(store, from, ours, theirs);
  for (const own of ours) {
    const twin = pairs.get(own);
    if (twin === undefined) moveMessage(store, own, to);
    else unite(store, own, twin, to);
  }
  const twins = new Set(pairs.values());
  const answers = theirs.filter(({ side, automatic }) => side === 'business' && automatic === 0);
  const times = (rows: readonly Row[]) => rows.map(({ sent_at }) => sent_at);
  return {
    paired: [...pairs].flatMap(([{ side, sent_at: at }, { sent_at: nowAt }]) =>
      side === 'customer' ? [{ at, nowAt }] : [],
    ),
    pairedAnswersAt: times(answers.filter((row) => twins.has(row))),
    answeredAt: times(answers.filter((row) => !twins.has(row))),
    hasNews: theirs.some(
      (row) => row.side === 'customer' && row.sent_at > knownUntil && !twins.has(row),
    ),
  };
};
