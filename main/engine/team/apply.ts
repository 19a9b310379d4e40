/**
 * Applies the facts of the team's log. An own change that waits to be published hides them, unless the log decides who
 * was first or the change is from before the team. A fact about an unknown lead waits for it (kept-facts.ts).
 */
import type { Change } from '../../../contract/events.ts';
import { bodyOf, readFact, ruleOf, type Author, type Fact } from '../../../contract/team/facts.ts';
import { parseSubject } from '../../../contract/team/subjects.ts';
import { noteMemberReply } from '../conversation/automatic.ts';
import { refreshInbox } from '../leads/inbox.ts';
import { storedMark } from '../leads/marks.ts';
import { leadIDOf, rowsOf } from '../platform/store/ids.ts';
import { allSteps, type Steps } from '../platform/slices.ts';
import type { Store } from '../platform/store/store.ts';
import { recordActivity } from './activity.ts';
import { byNobody } from './assigning-rules.ts';
import { createKeptFacts, leadRefIn } from './kept-facts.ts';
import type { LeadKeys } from './lead-keys.ts';
import {
  removeOwnChange,
  waitingChange,
  type OwnChange,
  type PublishedChanges,
} from './outbox-rows.ts';
import { createShownFacts, type ShownChanges } from './shown-facts.ts';

/** A change of this desktop that does not reach the team, with what the team has instead. */
export type LostChange = Pick<OwnChange, 'kind' | 'lead' | 'item'> & {
  /** `first`: another member was first. The others: the log rejected it. */
  readonly why: 'first' | 'forbidden' | 'too_large';
  /** Null if the team has none. */
  readonly theirs: Fact | null;
};

type Dependencies = {
  readonly store: Store;
  readonly keys: LeadKeys;
  readonly self: Author;
  readonly published: PublishedChanges;
  readonly now: () => number;
  readonly publish: (change: Change) => void;
  /** Called after business or quiet hours changed. */
  readonly hoursChanged: () => void;
  /** Called after rules of automatic replies changed. */
  readonly rulesChanged: () => void;
  readonly lost: (change: LostChange) => void;
  /** Called after a colleague has assigned leads to the person here. */
  readonly onAssigned: (leads: readonly number[]) => void;
  /** Called after a colleague has mentioned the person here in notes of leads. */
  readonly onMentioned: (leads: readonly number[]) => void;
  /** Called after a colleague has handed replies to the person here. */
  readonly wasHanded: () => void;
};

export type FactApplier = {
  /** Applies a fact that is now the state of its subject, inside the caller's transaction. */
  readonly apply: (subject: string, fact: Fact) => void;
  /** Removes a change that the log rejected, reports it as lost, and shows the team's fact instead. */
  readonly lose: (change: OwnChange, subject: string, why: LostChange['why']) => void;
  /** Applies the kept facts of all leads that are here by now. */
  readonly applyKept: () => Steps<void>;
  /** Applies the kept facts of the changed leads. */
  readonly leadsChanged: (change: Change) => void;
  readonly stop: () => void;
};

type ChangeKey = Pick<OwnChange, 'kind' | 'lead' | 'item'>;

/** Key in `team_outbox` of a change of the same data; null for notes and replies, whose subject names the item. */
const keyOf = (fact: Fact, lead: number | null): ChangeKey | null => {
  switch (fact.kind) {
    case 'snoozed':
      return { kind: 'snoozedUntil', lead, item: '' };
    case 'tag':
      return { kind: 'tags', lead, item: bodyOf('tag', fact)?.tag ?? '' };
    case 'unread':
      return { kind: 'read', lead, item: '' };
    case 'hours':
      return { kind: 'businessHours', lead: null, item: '' };
    case 'savedReply':
      return { kind: 'savedReply', lead: null, item: bodyOf('savedReply', fact)?.id ?? '' };
    case 'pause':
    case 'assigning':
    case 'away':
    case 'quietHours':
      return { kind: fact.kind, lead: null, item: '' };
    case 'rule':
      return { kind: 'rule', lead: null, item: bodyOf('rule', fact)?.id ?? '' };
    case 'person':
      return { kind: 'person', lead: null, item: bodyOf('person', fact)?.person ?? '' };
    case 'note':
    case 'reply':
      return null;
    default:
      return { kind: fact.kind, lead, item: '' };
  }
};

/** Shared data is written with the origin `log`, which gate.ts does not record. */
export const createFactApplier = (dependencies: Dependencies): FactApplier => {
  const {
    store,
    keys,
    self,
    published,
    now,
    publish,
    hoursChanged,
    rulesChanged,
    lost,
    onAssigned,
    onMentioned,
    wasHanded,
  } = dependencies;
  const shown: ShownChanges = {
    leads: new Set(),
    kinds: new Set(),
    assigned: new Set(),
    mentioned: new Set(),
    isHanded: false,
  };
  /** Leads with a new activity. */
  const active = new Set<number>();
  const losses: LostChange[] = [];
  const { show, resetHours } = createShownFacts({ store, self, now, shown });

  const stop = store.afterCommit(() => {
    const { leads, kinds, assigned, mentioned, isHanded } = shown;
    const changedKinds = [...kinds];
    const lostChanges = losses.splice(0);
    if (leads.size > 0) changedKinds.push('leads');
    if (active.size > 0) changedKinds.push('presence');
    const changedLeads = [...new Set([...leads, ...active])];
    const assignedLeads = [...assigned];
    const mentionedLeads = [...mentioned];
    for (const collected of [leads, kinds, assigned, mentioned, active]) collected.clear();
    shown.isHanded = false;
    if (changedKinds.length > 0)
      publish({ kinds: changedKinds, leadIDs: changedLeads.map(leadIDOf) });
    if (changedKinds.includes('settings')) hoursChanged();
    if (changedKinds.includes('automaticReplies')) rulesChanged();
    if (assignedLeads.length > 0) onAssigned(assignedLeads);
    if (mentionedLeads.length > 0) onMentioned(mentionedLeads);
    if (isHanded) wasHanded();
    for (const change of lostChanges) lost(change);
  });

  const itemOf = (subject: string): string => {
    const parsed = parseSubject(subject);
    if (parsed.of === 'reply') return parsed.reply;
    return parsed.of === 'fact' ? (parsed.item.at(-1) ?? '') : '';
  };

  /** A lost assignment by a rule is not reported to the person. */
  const isAssignedByRule = ({ kind, lead }: ChangeKey): boolean =>
    kind === 'assignee' &&
    lead !== null &&
    storedMark(store, { lead, mark: kind, item: '' })?.person === byNobody;

  const apply = (subject: string, fact: Fact): void => {
    const parsed = parseSubject(subject);
    if (parsed.of === 'person' && parsed.person !== self.person) return;
    if (fact.author.desktop !== self.desktop) recordSender(fact);
    const ref = leadRefIn(fact);
    const lead = ref && keys.leadOf(ref);
    if (ref !== null && lead === null) return;
    if (lead !== null)
      store
        .prepare<[number, string]>('team.here', 'UPDATE team_facts SET lead = ? WHERE subject = ?')
        .run(lead, subject);
    if (lead !== null && recordActivity(store, lead, itemOf(subject), fact, now()))
      active.add(lead);
    const key = keyOf(fact, lead) ?? { kind: fact.kind, lead, item: itemOf(subject) };
    const waiting = waitingChange(store, key);
    if (waiting === null) return show(subject, fact, lead);
    if (fact.author.desktop === self.desktop) {
      const own = published.get(subject);
      if (own?.place !== waiting.place || own.text !== fact.text) return;
      removeOwnChange(store, waiting);
      published.delete(subject);
      return;
    }
    const isExisting = waiting.existing === 1;
    if (ruleOf(fact.kind) !== 'seen' && !isExisting) return;
    removeOwnChange(store, waiting);
    if (!isExisting && !isAssignedByRule(key)) losses.push({ ...key, why: 'first', theirs: fact });
    show(subject, fact, lead);
  };

  /** Records which member sent a message, which may arrive later, even before its lead. */
  const recordSender = (fact: Fact): void => {
    const body = bodyOf('reply', fact);
    if (!body?.message || body.rule !== null) return;
    const { person } = fact.author;
    for (const accountID of keys.accountsOf(body.account)) {
      const lead = store.changeAs('log', () =>
        noteMemberReply(store, { accountID, messageID: body.message ?? '', person }),
      );
      if (lead === null) continue;
      shown.leads.add(lead);
      refreshInbox(store, lead);
    }
  };

  const storedFact = (subject: string): Fact | null => {
    const sql = 'SELECT fact FROM team_facts WHERE subject = ?';
    const text = store.prepare<[string], { fact: string | null }>('team.stored', sql).get(subject);
    return text?.fact ? readFact(text.fact) : null;
  };

  const kept = createKeptFacts(store, keys, apply);

  return {
    apply,
    applyKept: kept.applyAll,
    stop,
    lose: (change, subject, why) =>
      store.writeRepeatable(() => {
        const { kind, lead, item } = change;
        const theirs = storedFact(subject);
        if (!isAssignedByRule(change)) losses.push({ kind, lead, item, why, theirs });
        removeOwnChange(store, change);
        if (theirs !== null) show(subject, theirs, lead);
        else if (kind === 'businessHours') resetHours();
      }),
    leadsChanged: ({ kinds: changed, leadIDs }) => {
      if (!changed.includes('leads')) return;
      if (leadIDs === null) allSteps(kept.applyAll());
      else for (const lead of new Set(rowsOf(leadIDs))) kept.applyOf(lead);
    },
  };
};
