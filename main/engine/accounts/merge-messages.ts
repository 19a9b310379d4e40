/**
 * Merges the messages of a legacy lead into its v4 lead. The legacy row of a pair stays, because
 * replies are matched to later rows, and gets v4's values. Other messages move unchanged.
 */
import { byRule } from '../conversation/automatic.ts';
import { isSameText } from '../conversation/outbox/echo.ts';
import { customerActivityAt } from '../leads/read-mark.ts';
import { earliestSentAt, possiblySentReplies } from '../conversation/outbox/rows.ts';
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
  /** Times of customer messages in the legacy lead (`at`) and in v4 (`nowAt`). */
  readonly paired: readonly { readonly at: number; readonly nowAt: number }[];
  /** v4 times of business messages that are in both leads. */
  readonly pairedAnswersAt: readonly number[];
  /** v4 times of business messages that only v4 has. */
  readonly answeredAt: readonly number[];
  readonly hasNews: boolean;
};

const legacyPrecisionMs = 1_000;
/** A sent reply has this computer's time, which may be wrong. */
const longestSkewMs = 24 * 60 * 60_000;

/** Sent replies come first, so that they are paired first. */
const listMessages = (store: Store, lead: number): readonly Row[] => {
  const sql = `SELECT m.message, m.message_id, m.side, m.author, m.text, m.attachments, m.sent_at,
      m.written_here, m.person, m.automatic, o.message IS NOT NULL AS outgoing
    FROM messages m LEFT JOIN outbox o ON o.message = m.message
    WHERE m.lead = ? ORDER BY outgoing, m.sent_at, m.message`;
  return store.prepare<[number], Row>('mergeMessages.messages', sql).all(lead);
};

const pairMessages = (
  store: Store,
  from: LeadOfAccount,
  ours: readonly Row[],
  theirs: readonly Row[],
): ReadonlyMap<Row, Row> => {
  const pairs = new Map<Row, Row>();
  const free = new Set(theirs);
  const claim = (own: Row, isSame: (their: Row) => boolean): void => {
    const distance = ({ sent_at }: Row): number => Math.abs(sent_at - own.sent_at);
    const [twin] = [...free].filter(isSame).sort((a, b) => distance(a) - distance(b));
    if (twin === undefined) return;
    pairs.set(own, twin);
    free.delete(twin);
  };
  for (const own of ours)
    if (own.message_id !== null) claim(own, ({ message_id }) => message_id === own.message_id);

  const sentSince = new Map(
    possiblySentReplies(store, from.lead).map((row) => [row.message, earliestSentAt(store, row)]),
  );
  const hasSameText = (own: Row, { side, text }: Row): boolean =>
    side === own.side && isSameText(own.text, text);
  for (const own of ours) {
    if (pairs.has(own)) continue;
    const near = (ms: number) => (their: Row) =>
      hasSameText(own, their) && Math.abs(their.sent_at - own.sent_at) <= ms;
    const since = sentSince.get(own.message);
    if (own.written_here === 0) claim(own, near(legacyPrecisionMs));
    else if (own.outgoing === 0) claim(own, near(longestSkewMs));
    else if (since !== undefined)
      claim(own, (their) => hasSameText(own, their) && their.sent_at >= since);
  }
  return pairs;
};

/** Also deletes the outbox row: the service has the message. A rule's reply in either lead remains one. */
const mergePair = (store: Store, own: Row, their: Row, to: LeadOfAccount): void => {
  store
    .prepare<[number]>('mergeMessages.drop', 'DELETE FROM messages WHERE message = ?')
    .run(their.message);
  const sql = `UPDATE messages SET lead = @lead, account_id = @accountID, message_id = @messageID,
      author = @author, person = @person, text = @text, attachments = @attachments, sent_at = @sentAt,
      automatic = @automatic
    WHERE message = @message`;
  store.prepare<[Record<string, string | number | null>]>('mergeMessages.unite', sql).run({
    message: own.message,
    lead: to.lead,
    accountID: to.accountID,
    messageID: their.message_id,
    author: their.author || own.author,
    person: own.person ?? their.person,
    text: their.text || own.text,
    attachments: their.attachments ?? own.attachments,
    sentAt: their.sent_at,
    automatic: their.automatic >= byRule ? their.automatic : own.automatic,
  });
  followMessage(store, their.message, own.message);
  store
    .prepare<[number]>('mergeMessages.sent', 'DELETE FROM outbox WHERE message = ?')
    .run(own.message);
};

/** Moves a message; drops its id if another message of the account has it. */
const moveMessage = (store: Store, own: Row, to: LeadOfAccount): void => {
  const sql = `UPDATE messages SET lead = @lead, account_id = @accountID,
      message_id = CASE WHEN EXISTS (SELECT 1 FROM messages other
        WHERE other.account_id = @accountID AND other.message_id = messages.message_id)
        THEN NULL ELSE message_id END
    WHERE message = @message`;
  store
    .prepare<[{ message: number; lead: number; accountID: string }]>('mergeMessages.bring', sql)
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
  const knownUntil = customerActivityAt(store, from.lead) + legacyPrecisionMs;
  const ours = listMessages(store, from.lead);
  const theirs = listMessages(store, to.lead);
  const pairs = pairMessages(store, from, ours, theirs);
  for (const own of ours) {
    const twin = pairs.get(own);
    if (twin === undefined) moveMessage(store, own, to);
    else mergePair(store, own, twin, to);
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
