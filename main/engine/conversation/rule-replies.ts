/** Rows of `automatic_replies`, one for each rule and lead: the reply that was sent, or the reason why none was. */
import {
  notSentReasons,
  type NotSentReason,
  type RuleID,
  type UnsentReply,
} from '../../../contract/automatic-replies.ts';
import type { ReplyingRule } from '../../../contract/team/facts.ts';
import { byAnsweringRule } from './automatic.ts';
import type { Store } from '../platform/store/store.ts';
import { readStoredWord } from '../platform/store/stored.ts';

export type RuleKind = 'newLead' | 'silence';

export type RuleReply = {
  readonly lead: number;
  readonly ruleID: RuleID;
  readonly ruleName: string;
  readonly kind: RuleKind;
  readonly message: number | null;
  readonly knownTo: number;
  readonly reason: NotSentReason | null;
  readonly gap: string;
  readonly at: number;
};

/** Throws when the rule has a row for the lead already. */
export const putRuleReply = (store: Store, reply: RuleReply): void => {
  const sql = `INSERT INTO automatic_replies (lead, rule_id, rule_name, kind, message, known_to, reason, gap, at)
    VALUES (@lead, @ruleID, @ruleName, @kind, @message, @knownTo, @reason, @gap, @at)`;
  store.prepare<[RuleReply]>(sql).run(reply);
};

const select = `SELECT r.lead, r.rule_id AS ruleID, r.rule_name AS ruleName, r.kind, r.message,
  r.known_to AS knownTo, r.reason, r.gap, r.at FROM`;

/** The rule's reply that a message is, unless a person has made it their own; null for any other message. */
export const findWaitingReply = (store: Store, message: number): RuleReply | null =>
  store
    .prepare<[number], RuleReply>(
      `${select} automatic_replies r WHERE r.message = ? AND EXISTS (SELECT 1 FROM messages m
         WHERE m.message = r.message AND m.automatic > 0)`,
    )
    .get(message) ?? null;

/** All rules' replies that are queued in the outbox. */
export const listWaitingReplies = (store: Store): readonly RuleReply[] =>
  store
    .prepare<[], RuleReply>(
      `${select} outbox o CROSS JOIN automatic_replies r ON r.message = o.message
       CROSS JOIN messages m ON m.message = o.message
       WHERE o.state = 'queued' AND m.automatic > 0`,
    )
    .all();

/** Records why a waiting reply is not sent. */
export const setUnsent = (
  store: Store,
  { lead, ruleID }: Pick<RuleReply, 'lead' | 'ruleID'>,
  { reason, gap, at }: Pick<RuleReply, 'reason' | 'gap' | 'at'>,
): void => {
  const sql = `UPDATE automatic_replies SET message = NULL, reason = ?, gap = ?, at = ?
    WHERE lead = ? AND rule_id = ?`;
  store
    .prepare<[string | null, string, number, number, string]>(sql)
    .run(reason, gap, at, lead, ruleID);
};

/** Records that a person edited or declined a reply, if a rule wrote it. */
export const setTakenBack = (
  store: Store,
  message: number,
  reason: Extract<NotSentReason, 'edited' | 'declined'>,
  at: number,
): void => {
  const sql = 'UPDATE automatic_replies SET message = NULL, reason = ?, at = ? WHERE message = ?';
  store.prepare<[string, number, number]>(sql).run(reason, at, message);
};

/** Drops the row of a waiting reply, so that the rule can decide again. */
export const deleteWaitingReply = (store: Store, { lead, ruleID }: RuleReply): void => {
  const sql = 'DELETE FROM automatic_replies WHERE lead = ? AND rule_id = ?';
  store.prepare<[number, string]>(sql).run(lead, ruleID);
};

/** Number of rules' replies since a time that were sent or are in the outbox. */
export const countSentSince = (store: Store, since: number): number =>
  store
    .prepare<[number], { count: number }>(
      `SELECT count(*) AS count FROM automatic_replies r WHERE r.at >= ? AND r.reason IS NULL
         AND EXISTS (SELECT 1 FROM messages m WHERE m.message = r.message)`,
    )
    .get(since)?.count ?? 0;

/** Replies to a lead that were not sent, oldest first. */
export const listUnsentReplies = (store: Store, lead: number): readonly UnsentReply[] =>
  store
    .prepare<[number], UnsentReply & { readonly reason: string | null }>(
      `SELECT rule_name AS ruleName, reason, gap, at FROM automatic_replies r
       WHERE lead = ? AND (reason IS NOT NULL
         OR NOT EXISTS (SELECT 1 FROM messages m WHERE m.message = r.message))
       ORDER BY at, rule_id`,
    )
    .all(lead)
    .map((row) => ({ ...row, reason: readStoredWord(notSentReasons, row.reason, 'declined') }));

/** The rule that wrote a message; null without one. */
export const findRuleOfMessage = (store: Store, message: number): ReplyingRule | null => {
  const sql = `SELECT r.rule_id AS id, r.rule_name AS name, r.kind, m.automatic AS automatic
    FROM automatic_replies r JOIN messages m ON m.message = r.message WHERE r.message = ?`;
  const row = store
    .prepare<[number], Omit<ReplyingRule, 'isAnswer'> & { readonly automatic: number }>(sql)
    .get(message);
  if (row === undefined) return null;
  const { automatic, kind, ...rule } = row;
  const known = readStoredWord(['newLead', 'silence'] as const, kind, 'newLead');
  return { ...rule, kind: known, isAnswer: automatic === byAnsweringRule };
};

/** Records a rule's reply that another desktop of the team sent; it replaces this desktop's decision. */
export const putTeamRuleReply = (
  store: Store,
  reply: { readonly lead: number; readonly message: number; readonly at: number },
  { id, name, kind }: ReplyingRule,
): void => {
  const sql = `INSERT INTO automatic_replies (lead, rule_id, rule_name, kind, message, known_to, at)
    VALUES (@lead, @id, @name, @kind, @message, 0, @at)
    ON CONFLICT DO UPDATE SET message = excluded.message, reason = NULL, gap = '', at = excluded.at`;
  store.prepare<[Record<string, string | number>]>(sql).run({ ...reply, id, name, kind });
};

/** Links a rule's reply to the message that replaces its own. */
export const followMessage = (store: Store, from: number, to: number): void => {
  const sql = 'UPDATE automatic_replies SET message = ? WHERE message = ?';
  store.prepare<[number, number]>(sql).run(to, from);
};

/** Moves the rows to the remaining lead; where it has a row of the same rule, only a sent reply replaces that. */
export const moveRuleReplies = (store: Store, from: number, to: number): void => {
  const moveSent = `UPDATE OR REPLACE automatic_replies SET lead = ?
    WHERE lead = ? AND message IS NOT NULL`;
  store.prepare<[number, number]>(moveSent).run(to, from);
  const move = 'UPDATE OR IGNORE automatic_replies SET lead = ? WHERE lead = ?';
  store.prepare<[number, number]>(move).run(to, from);
};
