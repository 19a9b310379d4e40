/** Finds leads that rules may reply to now. These queries only exclude most others; judge.ts decides. */
import type { RuleID } from '../../../contract/automatic-replies.ts';
import { recognized } from '../conversation/automatic.ts';
import type { Store } from '../platform/store/store.ts';

/** SQL: no new-lead rule has decided about the lead in any account; during a move two accounts can have it. */
const isNew = `l.complete = 1 AND l.created_at >= ? AND i.never_answered = 1
  AND NOT EXISTS (SELECT 1 FROM accounts a
    CROSS JOIN leads s ON s.account_id = a.account_id AND s.negotiation_id = l.negotiation_id
    CROSS JOIN automatic_replies r ON r.lead = s.lead WHERE r.kind = 'newLead')`;

/**
 * Lists new leads since a time (UTC milliseconds) without an answer or an earlier decision.
 * @param among only these; null for all
 */
export const listNewLeads = (
  store: Store,
  since: number,
  among: readonly number[] | null,
): readonly number[] => {
  const found =
    among === null
      ? store
          .prepare<[number], { lead: number }>(
            `SELECT l.lead FROM leads l INDEXED BY leads_arrived CROSS JOIN inbox i ON i.lead = l.lead
             WHERE ${isNew}`,
          )
          .all(since)
      : store
          .prepare<[string, number], { lead: number }>(
            `SELECT l.lead FROM json_each(?) j CROSS JOIN leads l ON l.lead = j.value
             CROSS JOIN inbox i ON i.lead = l.lead WHERE ${isNew}`,
          )
          .all(JSON.stringify(among), since);
  return found.map(({ lead }) => lead);
};

/** Lists leads without an outgoing reply whose last message is ours, sent between two times (UTC milliseconds). */
export const listSilentLeads = (store: Store, from: number, to: number): readonly number[] =>
  store
    .prepare<[number, number], { lead: number }>(
      `SELECT DISTINCT m.lead FROM messages m INDEXED BY messages_by_business
       CROSS JOIN inbox i ON i.lead = m.lead
       WHERE m.side = 'business' AND m.sent_at BETWEEN ? AND ?
         AND (m.automatic = 0 OR m.automatic > ${recognized})
         AND NOT EXISTS (SELECT 1 FROM messages n WHERE n.lead = m.lead
           AND (n.sent_at, n.message) > (m.sent_at, m.message))
         AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.lead = m.lead)`,
    )
    .all(from, to)
    .map(({ lead }) => lead);

/** Lists the rules that have decided about a lead. */
export const listUsedRules = (store: Store, lead: number): ReadonlySet<RuleID> =>
  new Set(
    store
      .prepare<[number], { ruleID: RuleID }>(
        'SELECT rule_id AS ruleID FROM automatic_replies WHERE lead = ?',
      )
      .all(lead)
      .map(({ ruleID }) => ruleID),
  );
