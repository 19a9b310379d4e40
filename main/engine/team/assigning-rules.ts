/** The rules that assign new leads, as the team's owners made them. */
import { assigningRules, type AssigningRule } from '../../../contract/team/assigning.ts';
import { recall, remember } from '../platform/settings.ts';
import type { Store } from '../platform/store/store.ts';

const name = 'team.assigning';

/** Author of a mark that a rule set. */
export const byNobody = '';

/** In their order; none without a team. */
export const assigningRulesNow = (store: Store): readonly AssigningRule[] =>
  recall(store, name, assigningRules) ?? [];

export const putAssigningRules = (store: Store, rules: readonly AssigningRule[]): void =>
  remember(store, name, rules);
