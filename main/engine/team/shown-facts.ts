/** Writes facts of the team's log to the ordinary tables, and collects the changes. */
import { isDeepStrictEqual } from 'node:util';
import type { ChangeKind } from '../../../contract/events.ts';
import { isMentioned } from '../../../contract/mentions.ts';
import { initialSettings } from '../../../contract/settings.ts';
import type { Note, ReplyID } from '../../../contract/records.ts';
import {
  bodyOf,
  factKinds,
  type Author,
  type Fact,
  type FactKind,
  type Known,
} from '../../../contract/team/facts.ts';
import { showFact } from '../../../contract/team/reducer.ts';
import { formatSubject, parseSubject } from '../../../contract/team/subjects.ts';
import { putSharedRule, removeRule, sharedRule } from '../automatic/rules.ts';
import { pauseNow, setPause } from '../automatic/situation.ts';
import { forgetWaitingOf } from '../automatic/withdraw.ts';
import { cancelStatusReport } from '../accounts/job-status-rows.ts';
import { putMemberReply } from '../conversation/member-replies.ts';
import { leaveToOther } from '../conversation/outbox/reply-team.ts';
import { outgoing } from '../conversation/outbox/rows.ts';
import { replyByID } from '../conversation/replies.ts';
import { putNote, removeNote } from '../conversation/notes.ts';
import { placeSavedReply, putSavedReply, removeSavedReply } from '../conversation/saved-replies.ts';
import { refreshInbox } from '../leads/inbox.ts';
import { closesJob, lastKnown, putMark, storedMark, type SharedMark } from '../leads/marks.ts';
import { addMention } from '../leads/mentions.ts';
import { markUnread, readUpTo } from '../leads/read-mark.ts';
import { changeSettings } from '../platform/settings.ts';
import type { Store } from '../platform/store/store.ts';
import { isAwayNow, setAway } from './duty.ts';
import { byNobody, putAssigningRules } from './assigning-rules.ts';
import { factState } from './followed.ts';
import { namedPeople, putPerson } from './people.ts';

/** Changes by facts since the last commit. */
export type ShownChanges = {
  readonly leads: Set<number>;
  readonly kinds: Set<ChangeKind>;
  /** Leads that a colleague has assigned to the person here. */
  readonly assigned: Set<number>;
  /** Leads with a note that mentions the person here. */
  readonly mentioned: Set<number>;
  /** A colleague has handed a reply to the person here. */
  isHanded: boolean;
};

export type ShownFacts = {
  /** Shows a fact. @param lead null for a fact that is about no lead here */
  readonly show: (subject: string, fact: Fact, lead: number | null) => void;
  /** Shows the initial business hours, which the team has until somebody sets others. */
  readonly resetHours: () => void;
};

/** Older mentions are history. */
const mentionMs = 7 * 24 * 60 * 60_000;

const isKind = (name: string): name is FactKind => Object.hasOwn(factKinds, name);

/** Writes with the origin `log`, which gate.ts does not record. */
export const createShownFacts = (dependencies: {
  readonly store: Store;
  readonly self: Author;
  readonly now: () => number;
  readonly shown: ShownChanges;
}): ShownFacts => {
  const { store, self, now, shown } = dependencies;

  const mark = (
    lead: number,
    name: SharedMark['mark'],
    value: SharedMark['value'],
    { author: { person } }: Fact,
    more: {
      readonly item?: string;
      readonly known?: Known | null;
      readonly isByRule?: boolean;
    } = {},
  ): void => {
    const { item = '', known = null, isByRule = false } = more;
    const [knownAt, knownMessage] = [known?.at ?? null, known?.message ?? null];
    const by = isByRule ? byNobody : person;
    putMark(store, { lead, mark: name, item, value, person: by, knownAt, knownMessage });
  };

  const hasEnded = (lead: number, fact: Fact): boolean =>
    showFact({ sequence: 1, fact }, null, lastKnown(store, lead))?.hasEnded ?? false;

  const flag = (lead: number, name: 'starred' | 'archived' | 'noReplyNeeded', fact: Fact): void => {
    const body = bodyOf(name, fact);
    if (body === null) return;
    const known = 'known' in body ? body.known : null;
    mark(lead, name, body.on && !hasEnded(lead, fact) ? 1 : null, fact, { known });
  };

  /** Marks a lead as read up to the person's read time in the log. */
  const readByLog = (lead: number, token: string): void => {
    const subject = formatSubject({ of: 'fact', lead: token, name: 'read', item: [self.person] });
    const fact = factState(store, subject)?.fact;
    const body = fact && bodyOf('read', fact);
    if (body) readUpTo(store, lead, body.upTo);
  };

  const showLeadFact = (
    kind: FactKind,
    lead: number,
    item: readonly string[],
    fact: Fact,
    token: string,
  ): void => {
    switch (kind) {
      case 'starred':
      case 'archived':
      case 'noReplyNeeded':
        return flag(lead, kind, fact);
      case 'snoozed': {
        const body = bodyOf(kind, fact);
        if (body === null) return;
        const isOver = (body.until ?? 0) <= now() || hasEnded(lead, fact);
        return mark(lead, 'snoozedUntil', isOver ? null : body.until, fact, body);
      }
      case 'jobStatus': {
        const body = bodyOf(kind, fact);
        if (body === null) return;
        mark(lead, 'jobStatus', body.status && JSON.stringify(body.status), fact);
        const isClosed = closesJob(body.status) && !hasEnded(lead, fact);
        mark(lead, 'jobClosed', isClosed ? 1 : null, fact, body);
        return cancelStatusReport(store, lead);
      }
      case 'assignee': {
        const body = bodyOf(kind, fact);
        if (body === null) return;
        const before = storedMark(store, { lead, mark: kind, item: '' })?.value ?? null;
        mark(lead, kind, body.person, fact, body);
        const isNew = body.person === self.person && before !== self.person;
        if (isNew && fact.author.person !== self.person) shown.assigned.add(lead);
        return;
      }
      case 'tag': {
        const body = bodyOf(kind, fact);
        if (body !== null) mark(lead, 'tags', body.on ? 1 : null, fact, { item: body.tag });
        return;
      }
      case 'note': {
        const body = bodyOf(kind, fact);
        if (body === null) return;
        if (body.note === null) {
          removeNote(store, lead, item[1] ?? '');
          return;
        }
        putNote(store, lead, body.note, fact.author.person);
        recordMention(lead, body.note, fact);
        return;
      }
      case 'reply':
        leaveReply(item[0] ?? '', fact);
        shown.isHanded ||= bodyOf(kind, fact)?.to === self.person;
        return showSent(lead, item[0] ?? '', fact);
      case 'read':
        if (item[0] === self.person) readUpTo(store, lead, bodyOf(kind, fact)?.upTo ?? 0);
        return;
      case 'unread':
        if (item[0] !== self.person) return;
        if (bodyOf(kind, fact)?.on === true) return markUnread(store, [lead]);
        // It was marked as read again, without new activity.
        return readByLog(lead, token);
      default:
    }
  };

  /** Ignores old mentions, which would be news on a new desktop. */
  const recordMention = (lead: number, note: Note, { author }: Fact): void => {
    if (author.person === self.person || note.at < now() - mentionMs) return;
    const people = namedPeople(store);
    const name = people.find(({ person }) => person === self.person)?.name ?? '';
    const others = people.map((each) => each.name);
    if (isMentioned(note.text, name, others) && addMention(store, lead, note.noteID))
      shown.mentioned.add(lead);
  };

  const showSent = (lead: number, replyID: string, fact: Fact): void => {
    const body = bodyOf('reply', fact);
    if (body?.state !== 'sent' || body.text === null || body.sentAt === null) return;
    const { text, message: messageID, sentAt, rule } = body;
    const { person, desktop } = fact.author;
    if (desktop === self.desktop) return;
    putMemberReply(store, {
      ...{ lead, replyID: replyID as ReplyID, messageID, text, sentAt, person, rule },
    });
  };

  /** A reply that waits here now belongs to the desktop that took it over. */
  const leaveReply = (replyID: string, fact: Fact): void => {
    const { author } = fact;
    const body = bodyOf('reply', fact);
    // A rule's queued reply belongs to the desktop that finally sends it.
    if (body?.rule && body.state === 'queued') return;
    const used = author.desktop === self.desktop ? null : replyByID(store, replyID as ReplyID);
    const row = used && outgoing(store, used.message);
    if (row !== null && row.state !== 'sending') leaveToOther(store, row, author.person);
  };

  const showTeamFact = (kind: FactKind, fact: Fact): void => {
    if (kind === 'savedReply') {
      const body = bodyOf(kind, fact);
      if (body === null) return;
      if (body.reply === null) removeSavedReply(store, body.id);
      else {
        putSavedReply(store, body.reply);
        placeSavedReply(store, body.position, body.reply.savedReplyID);
      }
      shown.kinds.add('savedReplies');
    } else if (kind === 'hours') {
      const hours = bodyOf(kind, fact)?.hours;
      if (hours === undefined) return;
      changeSettings(store, { businessHours: hours });
      shown.kinds.add('settings');
    } else if (kind === 'rule') {
      const body = bodyOf(kind, fact);
      if (body === null) return;
      const { id, rule, onSince, position } = body;
      const before = sharedRule(store, id);
      if (rule === null) removeRule(store, id, now());
      else putSharedRule(store, { rule: { ...rule, ruleID: id }, onSince, position });
      const after = sharedRule(store, id);
      // The new version decides about waiting replies.
      if (!isDeepStrictEqual(before, { ...after, position: before.position }))
        for (const lead of forgetWaitingOf(store, id)) shown.leads.add(lead);
      shown.kinds.add('automaticReplies');
    } else if (kind === 'pause') {
      const isPaused = bodyOf(kind, fact)?.isPaused;
      if (isPaused === undefined || isPaused === pauseNow(store).isPaused) return;
      setPause(store, isPaused, now());
      shown.kinds.add('automaticReplies');
    } else if (kind === 'assigning') {
      const rules = bodyOf(kind, fact)?.rules;
      if (rules === undefined) return;
      putAssigningRules(store, rules);
      shown.kinds.add('team');
    } else if (kind === 'person') {
      const named = bodyOf(kind, fact);
      if (named === null) return;
      putPerson(store, named);
      shown.kinds.add('team');
    }
  };

  const showPersonFact = (kind: FactKind, fact: Fact): void => {
    if (kind === 'away') {
      const isAway = bodyOf(kind, fact)?.isAway;
      if (isAway === undefined || isAway === isAwayNow(store)) return;
      setAway(store, isAway);
      shown.kinds.add('team');
    } else if (kind === 'quietHours') {
      const hours = bodyOf(kind, fact)?.hours;
      if (hours === undefined) return;
      changeSettings(store, { quietHours: hours });
      shown.kinds.add('settings');
    }
  };

  const show = (subject: string, fact: Fact, lead: number | null): void =>
    store.changeAs('log', () => {
      const parsed = parseSubject(subject);
      if (!isKind(fact.kind)) return;
      if (parsed.of === 'team') return showTeamFact(fact.kind, fact);
      if (parsed.of === 'person') return showPersonFact(fact.kind, fact);
      if (lead === null || (parsed.of !== 'fact' && parsed.of !== 'reply')) return;
      showLeadFact(
        fact.kind,
        lead,
        parsed.of === 'fact' ? parsed.item : [parsed.reply],
        fact,
        parsed.lead,
      );
      shown.leads.add(lead);
      refreshInbox(store, lead);
    });

  return {
    show,
    resetHours: () =>
      store.changeAs('log', () => {
        changeSettings(store, { businessHours: initialSettings.businessHours });
        shown.kinds.add('settings');
      }),
  };
};
