/**
 * Brings the messages of a legacy lead into the conversation of its v4 lead, each once. A message that
 * both have becomes one: the row that was here first stays, for replies are looked for among what came
 * after them, and takes over what v4 says of it. One that v4 does not have moves as it is, a reply on
 * its way out with its place in the outbox.
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
  /** 0 for what a person wrote (conversation/automatic.ts). */
  readonly automatic: number;
  /** 1 for a reply that is on its way out or has failed. */
  readonly outgoing: number;
};

/** What the marks of the merged lead follow from; times in UTC milliseconds. */
export type Taken = {
  /** Customers' messages that both have: when the legacy lead and when v4 says that they were sent. */
  readonly paired: readonly { readonly at: number; readonly nowAt: number }[];
  /** When v4 says that we wrote what the legacy lead has as well: it knows whether that was read. */
  readonly pairedAnswersAt: readonly number[];
  /** When v4 says that we wrote what the legacy lead does not have. */
  readonly answeredAt: readonly number[];
  /** The customer has written what the legacy lead never heard of. */
  readonly hasNews: boolean;
};

/** A legacy time is in whole seconds. */
const sameMomentMs = 1_000;
/** A reply that was sent bears this computer's time, which may be wrong. */
const longestSkewMs = 24 * 60 * 60_000;

/** Sent replies come before those that may have been: they have the better claim to what v4 shows. */
const messagesOf = (store: Store, lead: number): readonly Row[] =>
  store
    .prepare<[number], Row>(
      'take.messages',
      `SELECT m.message, m.message_id, m.side, m.author, m.text, m.attachments, m.sent_at,
         m.written_here, m.automatic, o.message IS NOT NULL AS outgoing
       FROM messages m LEFT JOIN outbox o ON o.message = m.message
       WHERE m.lead = ? ORDER BY outgoing, m.sent_at, m.message`,
    )
    .all(lead);

/** The v4 message that each legacy one is, as far as there is one. */
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
  const looksLike = (own: Row, { side, text }: Row): boolean =>
    side === own.side && isSameText(own.text, text);
  for (const own of ours) {
    if (pairs.has(own)) continue;
    const near = (ms: number) => (their: Row) =>
      looksLike(own, their) && Math.abs(their.sent_at - own.sent_at) <= ms;
    const since = leaving.get(own.message);
    if (own.written_here === 0) claim(own, near(sameMomentMs));
    else if (own.outgoing === 0) claim(own, near(longestSkewMs));
    else if (since !== undefined)
      claim(own, (their) => looksLike(own, their) && their.sent_at >= since);
  }
  return pairs;
};

/** Makes one message of two that are the same; the service has it, whatever the outbox thought. */
const unite = (store: Store, own: Row, their: Row, to: LeadOfAccount): void => {
  store.prepare<[number]>('take.drop', 'DELETE FROM messages WHERE message = ?').run(their.message);
  store
    .prepare<[Record<string, string | number | null>]>(
      'take.unite',
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
  store.prepare<[number]>('take.sent', 'DELETE FROM outbox WHERE message = ?').run(own.message);
};

/** A message that v4 does not have in this conversation; an id that it has in another one stays there. */
const bring = (store: Store, own: Row, to: LeadOfAccount): void => {
  store
    .prepare<[{ message: number; lead: number; accountID: string }]>(
      'take.bring',
      `UPDATE messages SET lead = @lead, account_id = @accountID,
         message_id = CASE WHEN EXISTS (SELECT 1 FROM messages other
           WHERE other.account_id = @accountID AND other.message_id = messages.message_id)
           THEN NULL ELSE message_id END
       WHERE message = @message`,
    )
    .run({ message: own.message, ...to });
  store
    .prepare<[number, string, number]>(
      'take.outbox',
      'UPDATE outbox SET lead = ?, account_id = ? WHERE message = ?',
    )
    .run(to.lead, to.accountID, own.message);
};

/** Takes over all messages of the lead `from`, inside the caller's transaction. */
export const takeMessages = (store: Store, from: LeadOfAccount, to: LeadOfAccount): Taken => {
  const knownUntil = customerActivityAt(store, from.lead) + sameMomentMs;
  const ours = messagesOf(store, from.lead);
  const theirs = messagesOf(store, to.lead);
  const pairs = pairsOf(store, from, ours, theirs);
  for (const own of ours) {
    const twin = pairs.get(own);
    if (twin === undefined) bring(store, own, to);
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
