/** Builds the facts of an own change, from the data at the time of publishing. */
import type { RuleID } from '../../../contract/automatic-replies.ts';
import { jobStatus } from '../../../contract/marks.ts';
import type { FactBody, FactKind } from '../../../contract/team/facts.ts';
import { formatSubject } from '../../../contract/team/subjects.ts';
import { byRule } from '../conversation/automatic.ts';
import { sharedRule } from '../automatic/rules.ts';
import { pauseNow } from '../automatic/situation.ts';
import { noteByID } from '../conversation/notes.ts';
import { knownAtOf, laterOf, outgoing } from '../conversation/outbox/rows.ts';
import { findHandover, replyByID, replyOfMessage } from '../conversation/replies.ts';
import { ruleOfMessage } from '../conversation/rule-replies.ts';
import { placeOfSavedReply, savedReplies } from '../conversation/saved-replies.ts';
import { closesJob, findLastMessageOrRequest, storedMark } from '../leads/marks.ts';
import { customerActivityAt } from '../leads/read-mark.ts';
import { settingsNow } from '../platform/settings.ts';
import type { Store } from '../platform/store/store.ts';
import { readStored } from '../platform/store/stored.ts';
import type { SavedReplyID } from '../../../contract/commands/saved-replies.ts';
import type { NoteID, ReplyID } from '../../../contract/records.ts';
import { assigningRulesNow, byNobody } from './assigning.ts';
import { isAwayNow } from './duty.ts';
import { factState } from './followed.ts';
import { personOf } from './people.ts';
import type { TeamContext } from './context.ts';
import type { LeadKeys, LeadRef } from './lead-keys.ts';
import type { OwnChange } from './outbox-rows.ts';

export type OwnFact = {
  readonly [K in FactKind]: {
    readonly subject: string;
    readonly kind: K;
    readonly body: FactBody<K>;
  };
}[FactKind];

const nothingKnown = { at: 0, message: '' };

type Dependencies = Pick<TeamContext, 'store' | 'keys' | 'self'>;

/** The state of a reply as a fact; null for one without an id and one that is gone. */
export const replyFact = (
  store: Store,
  keys: Pick<LeadKeys, 'tokenOf'>,
  ref: LeadRef,
  message: number,
): Extract<OwnFact, { readonly kind: 'reply' }> | null => {
  const reply = replyOfMessage(store, message);
  if (reply === null) return null;
  const subject = formatSubject({ of: 'reply', lead: keys.tokenOf(ref), reply: reply.replyID });
  const fact = (body: Omit<FactBody<'reply'>, keyof LeadRef>) =>
    ({ subject, kind: 'reply', body: { ...ref, ...body } }) as const;
  const written = store
    .prepare<[number], { message: string | null; text: string; sentAt: number; automatic: number }>(
      'ownFacts.written',
      `SELECT message_id AS message, text, sent_at AS sentAt, automatic
       FROM messages WHERE message = ?`,
    )
    .get(message);
  const isByRule = (written?.automatic ?? 0) >= byRule;
  const rule = isByRule ? ruleOfMessage(store, message) : null;
  const unsent = { message: null, sentAt: null, rule, to: null, later: null };
  if (reply.returnedText !== null) {
    const handed = findHandover(store, reply.replyID);
    return fact(
      handed === null
        ? { ...unsent, text: null, knownAt: null, state: 'withdrawn' }
        : { ...unsent, ...handed, text: reply.returnedText, state: 'queued' },
    );
  }
  const row = outgoing(store, message);
  if (row !== null) {
    const { state, text } = row;
    return fact({ ...unsent, state, text, knownAt: knownAtOf(store, row), later: laterOf(row) });
  }
  if (written === undefined) return null;
  const { message: messageID, text, sentAt } = written;
  return fact({ ...unsent, state: 'sent', text, knownAt: null, message: messageID, sentAt });
};

/** Null for a person without a name. */
const teamFact = (
  { store, keys, self }: Dependencies,
  { kind, item }: OwnChange,
): OwnFact | null => {
  const ofTeam = (name: string, ...items: readonly string[]): string =>
    formatSubject({ of: 'team', name, item: items });
  const ofPerson = (name: string): string =>
    formatSubject({ of: 'person', person: self.person, name });
  switch (kind) {
    case 'businessHours': {
      const hours = settingsNow(store).businessHours;
      return { subject: ofTeam('hours'), kind: 'hours', body: { hours } };
    }
    case 'person': {
      const person = personOf(store, item);
      return person && { subject: ofTeam('people', item), kind, body: person };
    }
    case 'rule': {
      const id = item as RuleID;
      const subject = ofTeam('rules', keys.itemKey(item));
      return { subject, kind, body: { id, ...sharedRule(store, id) } };
    }
    case 'assigning':
      return { subject: ofTeam(kind), kind, body: { rules: assigningRulesNow(store) } };
    case 'away':
      return { subject: ofPerson(kind), kind, body: { isAway: isAwayNow(store) } };
    case 'quietHours':
      return { subject: ofPerson(kind), kind, body: { hours: settingsNow(store).quietHours } };
    case 'pause':
      return { subject: ofTeam(kind), kind, body: { isPaused: pauseNow(store).isPaused } };
    default: {
      const id = item as SavedReplyID;
      const reply = savedReplies(store).find(({ savedReplyID }) => savedReplyID === id) ?? null;
      const position = placeOfSavedReply(store, id);
      const subject = ofTeam('replies', keys.itemKey(id));
      return { subject, kind: 'savedReply', body: { id, reply, position } };
    }
  }
};

const leadFacts = (
  { store, keys, self }: Dependencies,
  { kind, item }: OwnChange,
  lead: number,
): readonly OwnFact[] => {
  const ref = keys.refOf(lead);
  if (ref === null) return [];
  const subjectOf = (name: string, ...items: readonly string[]): string =>
    formatSubject({ of: 'fact', lead: keys.tokenOf(ref), name, item: items });
  const stored = storedMark(store, { lead, mark: kind, item });
  const knownFor = (mark: typeof stored) =>
    mark === null || mark.knownAt === null
      ? findLastMessageOrRequest(store, lead)
      : { at: mark.knownAt, message: mark.knownMessage ?? '' };
  const { person } = self;
  const known = knownFor(stored);
  const on = stored !== null;
  switch (kind) {
    case 'starred':
      return [{ subject: subjectOf(kind), kind, body: { ...ref, on } }];
    case 'archived':
    case 'noReplyNeeded':
      return [{ subject: subjectOf(kind), kind, body: { ...ref, on, known } }];
    case 'snoozedUntil': {
      const until = typeof stored?.value === 'number' ? stored.value : null;
      return [{ subject: subjectOf('snoozed'), kind: 'snoozed', body: { ...ref, until, known } }];
    }
    case 'jobStatus': {
      const closed = storedMark(store, { lead, mark: 'jobClosed', item });
      const status = readStored(jobStatus, stored?.value ?? null);
      // The customer has written since: nothing is known, so that the job is open everywhere.
      const isReopened = closesJob(status) && closed === null;
      const body = { ...ref, status, known: isReopened ? nothingKnown : knownFor(closed) };
      return [{ subject: subjectOf(kind), kind, body }];
    }
    case 'assignee': {
      const assignee = typeof stored?.value === 'string' ? stored.value : null;
      const isByRule = stored?.person === byNobody;
      return [{ subject: subjectOf(kind), kind, body: { ...ref, person: assignee, isByRule } }];
    }
    case 'tags': {
      const subject = subjectOf('tag', keys.itemKey(item));
      return [{ subject, kind: 'tag', body: { ...ref, tag: item, on } }];
    }
    case 'note': {
      const note = noteByID(store, item as NoteID)?.note ?? null;
      return [{ subject: subjectOf(kind, person, item), kind, body: { ...ref, note } }];
    }
    case 'reply': {
      const used = replyByID(store, item as ReplyID);
      const fact = used && replyFact(store, keys, ref, used.message);
      const holder = fact && factState(store, fact.subject)?.fact?.author.desktop;
      // Only its holder publishes the state of a reply.
      return fact === null || (holder ?? self.desktop) !== self.desktop ? [] : [fact];
    }
    case 'read': {
      const upTo = typeof stored?.value === 'number' ? stored.value : 0;
      const isUnread = upTo < customerActivityAt(store, lead);
      const subject = subjectOf('unread', person);
      const unread = { subject, kind: 'unread', body: { ...ref, on: isUnread } } as const;
      if (isUnread) return [unread];
      return [unread, { subject: subjectOf('read', person), kind: 'read', body: { ...ref, upTo } }];
    }
    default:
      return [];
  }
};

/** None for a lead that is not the team's. */
export const factsOfChange = (
  dependencies: Dependencies,
  change: OwnChange,
): readonly OwnFact[] => {
  if (change.lead !== null) return leadFacts(dependencies, change, change.lead);
  const fact = teamFact(dependencies, change);
  return fact === null ? [] : [fact];
};
