/**
 * Assigns new leads in turn, by the owners' rules. The desktop that does an account's work assigns its leads; the log
 * accepts only the first assignment, so a second desktop does no harm. While nobody is on duty, leads stay unassigned.
 */
import { assigningRules, type AssigningRule } from '../../../contract/team/assigning.ts';
import { formatSubject } from '../../../contract/team/subjects.ts';
import { createSchedule } from '../../clock/schedule.ts';
import { findLeadFacts } from '../automatic/facts.ts';
import { findMismatch } from '../automatic/judge.ts';
import { refreshInbox } from '../leads/inbox.ts';
import { putMark } from '../leads/marks.ts';
import { getBusinessTime } from '../leads/reply-deadlines.ts';
import { readSetting, storeSetting } from '../platform/settings.ts';
import { toLeadID } from '../platform/store/ids.ts';
import type { Store } from '../platform/store/store.ts';
import { findLastAssignment } from './activity.ts';
import type { TeamContext } from './context.ts';
import { findFactState } from './followed.ts';

type Dependencies = Pick<TeamContext, 'store' | 'clock' | 'log' | 'keys' | 'publish'> & {
  /** True if this desktop does an account's work for the team. */
  readonly isOnDuty: (accountID: string) => boolean;
  /** The people who answer leads now. */
  readonly listPeopleOnDuty: () => ReadonlySet<string>;
};

const rulesName = 'team.assigning';

/** Author of a mark that a rule set. */
export const byNobody = '';

/** The owners' rules in their order; none without a team. */
export const readAssigningRules = (store: Store): readonly AssigningRule[] =>
  readSetting(store, rulesName, assigningRules) ?? [];

export const putAssigningRules = (store: Store, rules: readonly AssigningRule[]): void =>
  storeSetting(store, rulesName, rules);

/** Older leads stay unassigned: nobody was on duty. */
const newMs = 15 * 60_000;
/** Time within which a lead and its details arrive. */
const collectMs = 300;
const retryMs = 10_000;

const listUnassigned = (store: Store, since: number): readonly number[] =>
  store
    .prepare<[number], { lead: number }>(
      `SELECT l.lead FROM leads l INDEXED BY leads_arrived CROSS JOIN inbox i ON i.lead = l.lead
       WHERE l.complete = 1 AND l.created_at >= ? AND i.unassigned = 1 AND i.never_answered = 1
       ORDER BY l.created_at`,
    )
    .all(since)
    .map(({ lead }) => lead);

export const createAssigning = (dependencies: Dependencies) => {
  const { store, clock, log, keys, isOnDuty, listPeopleOnDuty, publish } = dependencies;
  const schedule = createSchedule(clock, (thrown) => {
    log.error({ err: thrown }, 'new leads could not be assigned');
    schedule.in('assign', retryMs, assignNew);
  });
  /** By person: the last assignment that is not recorded yet; `after` is the row of the latest one that is. */
  const pending = new Map<string, { readonly after: number; readonly count: number }>();
  let count = 0;

  /** Returns a sort key that puts the person first who was assigned a lead longest ago. */
  const computeRecency = (person: string): number => {
    const last = findLastAssignment(store, person);
    const own = pending.get(person);
    if (own === undefined || own.after !== last) return last;
    return Number.MAX_SAFE_INTEGER / 2 + own.count;
  };

  const choose = (rule: AssigningRule, onDuty: ReadonlySet<string>): string | null => {
    const people = rule.people.filter((person) => onDuty.has(person));
    const [first] = people.toSorted((one, other) => computeRecency(one) - computeRecency(other));
    return first ?? null;
  };

  /** True if the log has no assignment of the lead, not even one that was taken back. */
  const isNeverAssigned = (lead: number): boolean => {
    const ref = keys.findRef(lead);
    if (ref === null) return false;
    const token = keys.deriveToken(ref);
    const subject = formatSubject({ of: 'fact', lead: token, name: 'assignee', item: [] });
    return findFactState(store, subject) === null;
  };

  const assign = (lead: number, person: string): void => {
    pending.set(person, { after: findLastAssignment(store, person), count: ++count });
    putMark(store, {
      ...{ lead, mark: 'assignee', item: '', value: person, person: byNobody },
      knownAt: null,
      knownMessage: null,
    });
    refreshInbox(store, lead);
  };

  const assignNew = (): void => {
    const rules = readAssigningRules(store);
    if (rules.length === 0) return;
    const [now, onDuty] = [clock.now(), listPeopleOnDuty()];
    const found = listUnassigned(store, now - newMs).filter(isNeverAssigned);
    if (found.length === 0) return;
    const hours = getBusinessTime(store);
    const assigned = store.write(() =>
      found.filter((lead) => {
        const facts = findLeadFacts(store, lead, now);
        if (facts === null || facts.obstacle !== null || !isOnDuty(facts.accountID)) return false;
        const rule = rules.find((each) => findMismatch(each, facts, hours) === null);
        const person = rule === undefined ? null : choose(rule, onDuty);
        if (person !== null) assign(lead, person);
        return person !== null;
      }),
    );
    if (assigned.length > 0) publish({ kinds: ['leads'], leadIDs: assigned.map(toLeadID) });
  };

  return {
    /** Assigns new leads within a second. Call when leads arrived or somebody came on duty. */
    assignSoon: (): void => {
      if (schedule.getDueTime('assign') === null) schedule.in('assign', collectMs, assignNew);
    },
    stop: schedule.stop,
  };
};
export type Assigning = ReturnType<typeof createAssigning>;
