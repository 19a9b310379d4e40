/** Stored rules. They belong to no account, like saved replies. */
import {
  ruleDefinition,
  type AutomaticRule,
  type RuleID,
} from '../../../contract/automatic-replies.ts';
import type { Store } from '../platform/store/store.ts';
import { readStored } from '../platform/store/stored.ts';

/** `onSince`: when it was switched on, UTC milliseconds. */
export type StoredRule = { readonly rule: AutomaticRule; readonly onSince: number };

type Row = {
  readonly ruleID: RuleID;
  readonly name: string;
  readonly isOn: number;
  readonly onSince: number;
  readonly definition: string;
};

/** In the professional's order. One that cannot be read, as of a newer version, is left out and sends nothing. */
export const storedRules = (store: Store): readonly StoredRule[] =>
  store
    .prepare<[], Row>(
      'automatic.rules',
      `SELECT rule_id AS ruleID, name, is_on AS isOn, on_since AS onSince, definition
       FROM automatic_rules ORDER BY position, rule_id`,
    )
    .all()
    .flatMap(({ ruleID, name, isOn, onSince, definition }) => {
      const read = readStored(ruleDefinition, definition);
      return read === null ? [] : [{ rule: { ...read, ruleID, name, isOn: isOn === 1 }, onSince }];
    });

/** What is dated further ahead is an error of the service. */
const mostAheadMs = 7 * 24 * 60 * 60_000;

/** Now, or after all that is here: the computer's clock may have been set back. */
export const afterHistory = (store: Store, now: number): number => {
  const sql = `SELECT max((SELECT ifnull(max(created_at), 0) FROM leads WHERE created_at < @soon),
      (SELECT ifnull(max(sent_at), 0) FROM messages WHERE side = 'business' AND sent_at < @soon)) AS at`;
  const newest = store
    .prepare<[{ soon: number }], { at: number }>('automatic.newestHere', sql)
    .get({ soon: now + mostAheadMs });
  return Math.max(now, (newest?.at ?? 0) + 1);
};

/** A rule that is switched on counts from now. */
export const putRule = (store: Store, rule: AutomaticRule, now: number): void => {
  const { ruleID, name, isOn, ...definition } = rule;
  const sql = `INSERT INTO automatic_rules (rule_id, name, is_on, on_since, position, definition)
    VALUES (@ruleID, @name, @isOn, @onSince,
      (SELECT ifnull(max(position), -1) + 1 FROM automatic_rules), @definition)
    ON CONFLICT DO UPDATE SET name = excluded.name, definition = excluded.definition,
      on_since = CASE WHEN is_on = 1 AND excluded.is_on = 1 THEN on_since ELSE excluded.on_since END,
      is_on = excluded.is_on`;
  store.prepare<[Record<string, string | number>]>('automatic.putRule', sql).run({
    ...{ ruleID, name, isOn: Number(isOn), definition: JSON.stringify(definition) },
    onSince: afterHistory(store, now),
  });
};

export const removeRule = (store: Store, ruleID: RuleID): void => {
  const sql = 'DELETE FROM automatic_rules WHERE rule_id = ?';
  store.prepare<[string]>('automatic.removeRule', sql).run(ruleID);
};

/** Rules that are not listed come last. */
export const orderRules = (store: Store, first: readonly RuleID[]): void => {
  const others = storedRules(store)
    .map(({ rule }) => rule.ruleID)
    .filter((ruleID) => !first.includes(ruleID));
  const sql = 'UPDATE automatic_rules SET position = ? WHERE rule_id = ?';
  const move = store.prepare<[number, string]>('automatic.moveRule', sql);
  for (const [position, ruleID] of [...new Set(first), ...others].entries())
    move.run(position, ruleID);
};
