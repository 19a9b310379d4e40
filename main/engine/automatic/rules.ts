/** Stores rules. Like saved replies, they belong to no account. */
import { z } from 'zod';
import {
  ruleDefinition,
  type AutomaticRule,
  type RuleID,
} from '../../../contract/automatic-replies.ts';
import { readSetting, storeSetting } from '../platform/settings.ts';
import type { Store } from '../platform/store/store.ts';
import { readStored } from '../platform/store/stored.ts';
import { buildBeginning, noBeginning, storedBeginning, type Beginning } from './beginning.ts';

/** `beginning`: the time when it was switched on. */
export type StoredRule = { readonly rule: AutomaticRule; readonly beginning: Beginning };

/** Beginnings of rules that were switched on when rows with a later date existed. */
const aheadName = 'automatic.ahead';
const aheadBeginnings = z.record(z.string(), storedBeginning);
const readAhead = (store: Store): Readonly<Record<string, Beginning>> =>
  readSetting(store, aheadName, aheadBeginnings) ?? {};

/** The last removed rule that was on. */
const removedName = 'automatic.removed';
const removedRule = z.object({ ruleID: z.string(), beginning: storedBeginning, at: z.number() });
/** Time within which undo restores a rule as if it had never been removed. */
const undoMs = 60_000;

type Row = {
  readonly ruleID: RuleID;
  readonly name: string;
  readonly isOn: number;
  readonly onSince: number;
  readonly definition: string;
};

/** Lists rules in the professional's order. Omits unreadable ones of a newer version, which send nothing. */
export const listRules = (store: Store): readonly StoredRule[] => {
  const ahead = readAhead(store);
  return store
    .prepare<[], Row>(
      `SELECT rule_id AS ruleID, name, is_on AS isOn, on_since AS onSince, definition
       FROM automatic_rules ORDER BY position, rule_id`,
    )
    .all()
    .flatMap(({ ruleID, name, isOn, onSince, definition }) => {
      const parsed = readStored(ruleDefinition, definition);
      if (parsed === null) return [];
      const beginning = { ...(ahead[ruleID] ?? noBeginning), at: onSince };
      return [{ rule: { ...parsed, ruleID, name, isOn: isOn === 1 }, beginning }];
    });
};

const toColumns = ({ ruleID, name, isOn, ...definition }: AutomaticRule) => ({
  ruleID,
  name,
  isOn: Number(isOn),
  definition: JSON.stringify(definition),
});

/** Stores a rule. It begins now unless it stays on or its removal is undone. */
export const putRule = (store: Store, rule: AutomaticRule, now: number): void => {
  const { ruleID, isOn } = rule;
  const before = listRules(store).find((each) => each.rule.ruleID === ruleID);
  const staysOn = before?.rule.isOn === true && isOn;
  const removed = readSetting(store, removedName, removedRule);
  const isUndone =
    removed?.ruleID === ruleID && before === undefined && Math.abs(now - removed.at) < undoMs;
  const earlier = staysOn ? before.beginning : isUndone ? removed.beginning : null;
  const beginning = earlier ?? buildBeginning(store, now);
  const sql = `INSERT INTO automatic_rules (rule_id, name, is_on, on_since, position, definition)
    VALUES (@ruleID, @name, @isOn, @onSince,
      (SELECT ifnull(max(position), -1) + 1 FROM automatic_rules), @definition)
    ON CONFLICT DO UPDATE SET name = excluded.name, definition = excluded.definition,
      on_since = excluded.on_since, is_on = excluded.is_on`;
  store
    .prepare<[Record<string, string | number>]>(sql)
    .run({ ...toColumns(rule), onSince: beginning.at });
  const ahead = readAhead(store);
  if (beginning.until >= beginning.at || ruleID in ahead)
    storeSetting(store, aheadName, { ...ahead, [ruleID]: beginning });
};

/** Reads a rule as a team's desktops share it; `rule` is null if it is gone or unreadable. */
export const readSharedRule = (
  store: Store,
  ruleID: RuleID,
): { readonly rule: AutomaticRule | null; readonly onSince: number; readonly position: number } => {
  const rules = listRules(store);
  const at = rules.findIndex(({ rule }) => rule.ruleID === ruleID);
  const found = rules[at];
  return found === undefined
    ? { rule: null, onSince: 0, position: 0 }
    : { rule: found.rule, onSince: found.beginning.at, position: at };
};

/** Stores a rule that another desktop of the team shared. */
export const putSharedRule = (
  store: Store,
  { rule, onSince, position }: { rule: AutomaticRule; onSince: number; position: number },
): void => {
  const sql = `INSERT OR REPLACE INTO automatic_rules (rule_id, name, is_on, on_since, position, definition)
    VALUES (@ruleID, @name, @isOn, @onSince, @position, @definition)`;
  store
    .prepare<[Record<string, string | number>]>(sql)
    .run({ ...toColumns(rule), onSince, position });
};

export const removeRule = (store: Store, ruleID: RuleID, now: number): void => {
  const found = listRules(store).find(({ rule }) => rule.ruleID === ruleID);
  if (found?.rule.isOn === true)
    storeSetting(store, removedName, { ruleID, beginning: found.beginning, at: now });
  const sql = 'DELETE FROM automatic_rules WHERE rule_id = ?';
  store.prepare<[string]>(sql).run(ruleID);
};

/** Puts the listed rules first, in this order. */
export const orderRules = (store: Store, first: readonly RuleID[]): void => {
  const others = listRules(store)
    .map(({ rule }) => rule.ruleID)
    .filter((ruleID) => !first.includes(ruleID));
  const sql = 'UPDATE automatic_rules SET position = ? WHERE rule_id = ?';
  const move = store.prepare<[number, string]>(sql);
  for (const [position, ruleID] of [...new Set(first), ...others].entries())
    move.run(position, ruleID);
};
