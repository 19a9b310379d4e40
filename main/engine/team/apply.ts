/**
 * Applies the facts of the team's log. An own change that waits to be published hides them, unless the log decides who
 * was first or the change is from before the team. A fact about an unknown lead waits for it (kept-facts.ts).
 */
import type { LeadID } from '../../../contract/records.ts';
import {
  parseBody,
  handleFact,
  getPublishRule,
  type Fact,
  type FactHandlers,
} from '../../../contract/team/facts.ts';
import { parseSubject } from '../../../contract/team/subjects.ts';
import { recordMemberReply } from '../conversation/automatic.ts';
import { refreshInbox } from '../leads/inbox.ts';
import { findMark } from '../leads/marks.ts';
import { toLeadID, toRows } from '../platform/store/ids.ts';
import { recordActivity } from './activity.ts';
import { byNobody } from './assigning.ts';
import type { TeamContext } from './context.ts';
import { findFactState } from './followed.ts';
import { createKeptFacts, parseLeadRef } from './kept-facts.ts';
import {
  removeOwnChange,
  findOwnChange,
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
  readonly onHoursChange: () => void;
  /** Called after rules of automatic replies changed. */
  readonly onRulesChange: () => void;
  readonly onLost: (change: LostChange) => void;
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
const parseItem = (subject: string): string => {
  const parsed = parseSubject(subject);
  if (parsed.of === 'reply') return parsed.reply;
  return parsed.of === 'fact' ? (parsed.item.at(-1) ?? '') : '';
};

/** Key in `team_outbox` of a change of the same data. */
const toChangeKey = (subject: string, fact: Fact, lead: number | null): ChangeKey => ({
  kind: outboxKinds.get(fact.kind) ?? fact.kind,
  lead,
  item: ['note', 'reply'].includes(fact.kind)
    ? parseItem(subject)
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

  const stop = store.onCommit(() => {
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
      publish({ kinds: changedKinds, leadIDs: changedLeads.map(toLeadID) });
    if (changedKinds.includes('settings')) dependencies.onHoursChange();
    if (changedKinds.includes('automaticReplies')) dependencies.onRulesChange();
    if (assignedLeads.length > 0) dependencies.onAssigned(assignedLeads);
    if (mentionedLeads.length > 0) dependencies.onMentioned(mentionedLeads);
    if (isHanded) dependencies.onHandOver();
    for (const change of lostChanges) dependencies.onLost(change);
  });

  /** A lost assignment by a rule is not reported to the person. */
  const isAssignedByRule = ({ kind, lead }: ChangeKey): boolean =>
    kind === 'assignee' &&
    lead !== null &&
    findMark(store, { lead, mark: kind, item: '' })?.person === byNobody;

  /** Applies a fact that is now the state of its subject, inside the caller's transaction. */
  const apply = (subject: string, fact: Fact): void => {
    const parsed = parseSubject(subject);
    if (parsed.of === 'person' && parsed.person !== self.person) return;
    if (fact.author.desktop !== self.desktop) recordSender(fact);
    const ref = parseLeadRef(fact);
    const lead = ref && keys.findLead(ref);
    if (ref !== null && lead === null) return;
    if (lead !== null)
      store
        .prepare<[number, string]>('UPDATE team_facts SET lead = ? WHERE subject = ?')
        .run(lead, subject);
    if (lead !== null && recordActivity(store, lead, parseItem(subject), fact, clock.now()))
      active.add(lead);
    const key = toChangeKey(subject, fact, lead);
    const waiting = findOwnChange(store, key);
    if (waiting === null) return show(subject, fact, lead);
    if (fact.author.desktop === self.desktop) {
      const own = published.get(subject);
      if (own?.place !== waiting.place || own.text !== fact.text) return;
      removeOwnChange(store, waiting);
      published.delete(subject);
      return;
    }
    const isExisting = waiting.existing === 1;
    if (getPublishRule(fact.kind) !== 'seen' && !isExisting) return;
    removeOwnChange(store, waiting);
    if (!isExisting && !isAssignedByRule(key)) losses.push({ ...key, why: 'first', theirs: fact });
    show(subject, fact, lead);
  };

  /** Records which member sent a message, which may arrive later, even before its lead. */
  const recordSender = (fact: Fact): void => {
    const body = parseBody('reply', fact);
    if (!body?.message || body.rule !== null) return;
    const { person } = fact.author;
    for (const accountID of keys.listAccountIDs(body.account)) {
      const lead = store.changeAs('log', () =>
        recordMemberReply(store, { accountID, messageID: body.message ?? '', person }),
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
    applyAllKeptFacts: kept.applyAll,
    stop,
    /** Removes a change that the log rejected, reports it as lost, and shows the team's fact instead. */
    lose: (change: OwnChange, subject: string, why: LostChange['why']): void =>
      store.writeRepeatable(() => {
        const { kind, lead, item } = change;
        const theirs = findFactState(store, subject)?.fact ?? null;
        if (!isAssignedByRule(change)) losses.push({ kind, lead, item, why, theirs });
        removeOwnChange(store, change);
        if (theirs !== null) show(subject, theirs, lead);
        else if (kind === 'businessHours') resetHours();
      }),
    /** Applies the kept facts of the changed leads. */
    applyKeptFacts: (leadIDs: readonly LeadID[]): void => {
      for (const lead of new Set(toRows(leadIDs))) kept.applyLeadFacts(lead);
    },
  };
};
export type FactApplier = ReturnType<typeof createFactApplier>;
