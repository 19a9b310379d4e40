/** Builds the facts of an own change, from the data at the time of publishing. */
import type { RuleID } from '../../../contract/automatic-replies.ts';
import { jobStatus } from '../../../contract/marks.ts';
import type { FactBody, FactKind } from '../../../contract/team/facts.ts';
import { formatSubject } from '../../../contract/team/subjects.ts';
import { byRule } from '../conversation/automatic.ts';
import { readSharedRule } from '../automatic/rules.ts';
import { readPause } from '../automatic/situation.ts';
import { findNote } from '../conversation/notes.ts';
import { readKnownAt, toLater, findOutgoing } from '../conversation/outbox/rows.ts';
import { findHandover, findReplyByID, findReplyOfMessage } from '../conversation/replies.ts';
import { findRuleOfMessage } from '../conversation/rule-replies.ts';
import { readSavedReplyPosition, listSavedReplies } from '../conversation/saved-replies.ts';
import { isJobOver, findLastMessageOrRequest, findMark } from '../leads/marks.ts';
import { readCustomerActivityAt } from '../leads/read-mark.ts';
import { readSettings } from '../platform/settings.ts';
import type { Store } from '../platform/store/store.ts';
import { readStored } from '../platform/store/stored.ts';
import type { SavedReplyID } from '../../../contract/commands/saved-replies.ts';
import type { NoteID, ReplyID } from '../../../contract/records.ts';
import { readAssigningRules, byNobody } from './assigning.ts';
import { isAwayNow } from './duty.ts';
import { findFactState } from './followed.ts';
import { findPerson } from './people.ts';
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
export const buildReplyFact = (
  store: Store,
  keys: Pick<LeadKeys, 'deriveToken'>,
  ref: LeadRef,
  message: number,
): Extract<OwnFact, { readonly kind: 'reply' }> | null => {
  const reply = findReplyOfMessage(store, message);
  if (reply === null) return null;
  const subject = formatSubject({ of: 'reply', lead: keys.deriveToken(ref), reply: reply.replyID });
  const buildFact = (body: Omit<FactBody<'reply'>, keyof LeadRef>) =>
    ({ subject, kind: 'reply', body: { ...ref, ...body } }) as const;
  const written = store
    .prepare<[number], { message: string | null; text: string; sentAt: number; automatic: number }>(
      `SELECT message_id AS message, text, sent_at AS sentAt, automatic
       FROM messages WHERE message = ?`,
    )
    .get(message);
  const isByRule = (written?.automatic ?? 0) >= byRule;
  const rule = isByRule ? findRuleOfMessage(store, message) : null;
  const unsent = { message: null, sentAt: null, rule, to: null, later: null };
  if (reply.returnedText !== null) {
    const handed = findHandover(store, reply.replyID);
    return buildFact(
      handed === null
        ? { ...unsent, text: null, knownAt: null, state: 'withdrawn' }
        : { ...unsent, ...handed, text: reply.returnedText, state: 'queued' },
    );
  }
  const row = findOutgoing(store, message);
  if (row !== null) {
    const { state, text } = row;
    return buildFact({
      ...unsent,
      state,
      text,
      knownAt: readKnownAt(store, row),
      later: toLater(row),
    });
  }
  if (written === undefined) return null;
  const { message: messageID, text, sentAt } = written;
  return buildFact({ ...unsent, state: 'sent', text, knownAt: null, message: messageID, sentAt });
};

/** Null for a person without a name. */
const buildTeamFact = (
  { store, keys, self }: Dependencies,
  { kind, item }: OwnChange,
): OwnFact | null => {
  const formatTeamSubject = (name: string, ...items: readonly string[]): string =>
    formatSubject({ of: 'team', name, item: items });
  const formatPersonSubject = (name: string): string =>
    formatSubject({ of: 'person', person: self.person, name });
  switch (kind) {
    case 'businessHours': {
      const hours = readSettings(store).businessHours;
      return { subject: formatTeamSubject('hours'), kind: 'hours', body: { hours } };
    }
    case 'person': {
      const person = findPerson(store, item);
      return person && { subject: formatTeamSubject('people', item), kind, body: person };
    }
    case 'rule': {
      const id = item as RuleID;
      const subject = formatTeamSubject('rules', keys.deriveItemKey(item));
      return { subject, kind, body: { id, ...readSharedRule(store, id) } };
    }
    case 'assigning':
      return { subject: formatTeamSubject(kind), kind, body: { rules: readAssigningRules(store) } };
    case 'away':
      return { subject: formatPersonSubject(kind), kind, body: { isAway: isAwayNow(store) } };
    case 'quietHours':
      return {
        subject: formatPersonSubject(kind),
        kind,
        body: { hours: readSettings(store).quietHours },
      };
    case 'pause':
      return {
        subject: formatTeamSubject(kind),
        kind,
        body: { isPaused: readPause(store).isPaused },
      };
    default: {
      const id = item as SavedReplyID;
      const reply = listSavedReplies(store).find(({ savedReplyID }) => savedReplyID === id) ?? null;
      const position = readSavedReplyPosition(store, id);
      const subject = formatTeamSubject('replies', keys.deriveItemKey(id));
      return { subject, kind: 'savedReply', body: { id, reply, position } };
    }
  }
};

const buildLeadFacts = (
  { store, keys, self }: Dependencies,
  { kind, item }: OwnChange,
  lead: number,
): readonly OwnFact[] => {
  const ref = keys.findRef(lead);
  if (ref === null) return [];
  const formatFactSubject = (name: string, ...items: readonly string[]): string =>
    formatSubject({ of: 'fact', lead: keys.deriveToken(ref), name, item: items });
  const stored = findMark(store, { lead, mark: kind, item });
  const getKnown = (mark: typeof stored) =>
    mark === null || mark.knownAt === null
      ? findLastMessageOrRequest(store, lead)
      : { at: mark.knownAt, message: mark.knownMessage ?? '' };
  const { person } = self;
  const known = getKnown(stored);
  const on = stored !== null;
  switch (kind) {
    case 'starred':
      return [{ subject: formatFactSubject(kind), kind, body: { ...ref, on } }];
    case 'archived':
    case 'noReplyNeeded':
      return [{ subject: formatFactSubject(kind), kind, body: { ...ref, on, known } }];
    case 'snoozedUntil': {
      const until = typeof stored?.value === 'number' ? stored.value : null;
      return [
        { subject: formatFactSubject('snoozed'), kind: 'snoozed', body: { ...ref, until, known } },
      ];
    }
    case 'jobStatus': {
      const closed = findMark(store, { lead, mark: 'jobClosed', item });
      const status = readStored(jobStatus, stored?.value ?? null);
      // The customer has written since: nothing is known, so that the job is open everywhere.
      const isReopened = isJobOver(status) && closed === null;
      const body = { ...ref, status, known: isReopened ? nothingKnown : getKnown(closed) };
      return [{ subject: formatFactSubject(kind), kind, body }];
    }
    case 'assignee': {
      const assignee = typeof stored?.value === 'string' ? stored.value : null;
      const isByRule = stored?.person === byNobody;
      return [
        { subject: formatFactSubject(kind), kind, body: { ...ref, person: assignee, isByRule } },
      ];
    }
    case 'tags': {
      const subject = formatFactSubject('tag', keys.deriveItemKey(item));
      return [{ subject, kind: 'tag', body: { ...ref, tag: item, on } }];
    }
    case 'note': {
      const note = findNote(store, item as NoteID)?.note ?? null;
      return [{ subject: formatFactSubject(kind, person, item), kind, body: { ...ref, note } }];
    }
    case 'reply': {
      const used = findReplyByID(store, item as ReplyID);
      const fact = used && buildReplyFact(store, keys, ref, used.message);
      const holder = fact && findFactState(store, fact.subject)?.fact?.author.desktop;
      // Only its holder publishes the state of a reply.
      return fact === null || (holder ?? self.desktop) !== self.desktop ? [] : [fact];
    }
    case 'read': {
      const upTo = typeof stored?.value === 'number' ? stored.value : 0;
      const isUnread = upTo < readCustomerActivityAt(store, lead);
      const subject = formatFactSubject('unread', person);
      const unread = { subject, kind: 'unread', body: { ...ref, on: isUnread } } as const;
      if (isUnread) return [unread];
      return [
        unread,
        { subject: formatFactSubject('read', person), kind: 'read', body: { ...ref, upTo } },
      ];
    }
    default:
      return [];
  }
};

/** None for a lead that is not the team's. */
export const buildFacts = (dependencies: Dependencies, change: OwnChange): readonly OwnFact[] => {
  if (change.lead !== null) return buildLeadFacts(dependencies, change, change.lead);
  const fact = buildTeamFact(dependencies, change);
  return fact === null ? [] : [fact];
};
