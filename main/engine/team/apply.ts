/**
 * Applies the facts of the team's log. An own change that waits to be published hides them, unless the log decides who
 * was first or the change is from before the team. A fact about an unknown lead waits for it (kept-facts.ts).
 */
import type { LeadID } from '../../../contract/records.ts';
import {
  bodyOf,
  handleFact,
  ruleOf,
  type Fact,
  type FactHandlers,
} from '../../../contract/team/facts.ts';
import { parseSubject } from '../../../contract/team/subjects.ts';
import { noteMemberReply } from '../conversation/automatic.ts';
import { refreshInbox } from '../leads/inbox.ts';
import { storedMark } from '../leads/marks.ts';
import { leadIDOf, rowsOf } from '../platform/store/ids.ts';
import { recordActivity } from './activity.ts';
import { byNobody } from './assigning.ts';
import type { TeamContext } from './context.ts';
import { factState } from './followed.ts';
import { createKeptFacts, leadRefIn } from './kept-facts.ts';
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

type Dependencies = Pick<TeamContext, 'store' | 'clock' | 'keys' | 'self' | 'publish'> & {
  readonly published: PublishedChanges;
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
  readonly onHandOver: () => void;
};

type ChangeKey = Pick<OwnChange, 'kind' | 'lead' | 'item'>;

/** Kinds in `team_outbox` that differ from the facts' kinds. */
const outboxKinds = new Map([
  ['snoozed', 'snoozedUntil'],
  ['tag', 'tags'],
  ['unread', 'read'],
  ['hours', 'businessHours'],
]);

const outboxItems: FactHandlers<[], string> = {
  tag: ({ tag }) => tag,
  savedReply: ({ id }) => id,
  rule: ({ id }) => id,
  person: ({ person }) => person,
};

/** The last item of a subject, such as the id of a note or a reply. */
const itemOf = (subject: string): string => {
  const parsed = parseSubject(subject);
  if (parsed.of === 'reply') return parsed.reply;
  return parsed.of === 'fact' ? (parsed.item.at(-1) ?? '') : '';
};

/** Key in `team_outbox` of a change of the same data. */
const keyOf = (subject: string, fact: Fact, lead: number | null): ChangeKey => ({
  kind: outboxKinds.get(fact.kind) ?? fact.kind,
  lead,
  item: ['note', 'reply'].includes(fact.kind)
    ? itemOf(subject)
    : (handleFact(outboxItems, fact) ?? ''),
});

/** Shared data is written with the origin `log`, which gate.ts does not record. */
export const createFactApplier = (dependencies: Dependencies) => {
  const { store, clock, keys, self, published, publish } = dependencies;
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
  const { show, resetHours } = createShownFacts({ ...dependencies, shown });

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
    if (changedKinds.includes('settings')) dependencies.hoursChanged();
    if (changedKinds.includes('automaticReplies')) dependencies.rulesChanged();
    if (assignedLeads.length > 0) dependencies.onAssigned(assignedLeads);
    if (mentionedLeads.length > 0) dependencies.onMentioned(mentionedLeads);
    if (isHanded) dependencies.onHandOver();
    for (const change of lostChanges) dependencies.lost(change);
  });

  /** A lost assignment by a rule is not reported to the person. */
  const isAssignedByRule = ({ kind, lead }: ChangeKey): boolean =>
    kind === 'assignee' &&
    lead !== null &&
    storedMark(store, { lead, mark: kind, item: '' })?.person === byNobody;

  /** Applies a fact that is now the state of its subject, inside the caller's transaction. */
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
    if (lead !== null && recordActivity(store, lead, itemOf(subject), fact, clock.now()))
      active.add(lead);
    const key = keyOf(subject, fact, lead);
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

  const kept = createKeptFacts(store, keys, apply);

  return {
    apply,
    /** Applies the kept facts of all leads that are here by now. */
    applyKept: kept.applyAll,
    stop,
    /** Removes a change that the log rejected, reports it as lost, and shows the team's fact instead. */
    lose: (change: OwnChange, subject: string, why: LostChange['why']): void =>
      store.writeRepeatable(() => {
        const { kind, lead, item } = change;
        const theirs = factState(store, subject)?.fact ?? null;
        if (!isAssignedByRule(change)) losses.push({ kind, lead, item, why, theirs });
        removeOwnChange(store, change);
        if (theirs !== null) show(subject, theirs, lead);
        else if (kind === 'businessHours') resetHours();
      }),
    /** Applies the kept facts of the changed leads. */
    leadsChanged: (leadIDs: readonly LeadID[]): void => {
      for (const lead of new Set(rowsOf(leadIDs))) kept.applyOf(lead);
    },
  };
};
export type FactApplier = ReturnType<typeof createFactApplier>;
