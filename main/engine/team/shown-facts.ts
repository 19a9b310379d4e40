/** Writes facts of the team's log to the ordinary tables, and collects the changes. */
import { isDeepStrictEqual } from 'node:util';
import type { ChangeKind } from '../../../contract/events.ts';
import { isMentioned } from '../../../contract/mentions.ts';
import { initialSettings } from '../../../contract/settings.ts';
import type { Note, ReplyID } from '../../../contract/records.ts';
import {
  parseBody,
  factKinds,
  handleFact,
  type Fact,
  type FactBody,
  type FactHandlers,
  type Known,
} from '../../../contract/team/facts.ts';
import { hasEnded } from '../../../contract/team/reducer.ts';
import { formatSubject, parseSubject } from '../../../contract/team/subjects.ts';
import { putSharedRule, removeRule, readSharedRule } from '../automatic/rules.ts';
import { readPause, setPause } from '../automatic/situation.ts';
import { dropWaitingReplies } from '../automatic/withdraw.ts';
import { cancelStatusReport } from '../accounts/job-status-rows.ts';
import { putMemberReply } from '../conversation/member-replies.ts';
import { leaveToOther } from '../conversation/outbox/reply-team.ts';
import { findOutgoing } from '../conversation/outbox/rows.ts';
import { findReplyByID } from '../conversation/replies.ts';
import { putNote, removeNote } from '../conversation/notes.ts';
import {
  setSavedReplyPosition,
  putSavedReply,
  removeSavedReply,
} from '../conversation/saved-replies.ts';
import { refreshInbox } from '../leads/inbox.ts';
import {
  isJobOver,
  findLatestMessage,
  putMark,
  findMark,
  type SharedMark,
} from '../leads/marks.ts';
import { addMention } from '../leads/mentions.ts';
import { markUnread, markReadUpTo } from '../leads/read-mark.ts';
import { dropFarTime } from '../platform/http/fields.ts';
import { changeSettings } from '../platform/settings.ts';
import type { TeamContext } from './context.ts';
import { isAwayNow, setAway } from './duty.ts';
import { byNobody, putAssigningRules } from './assigning.ts';
import { findFactState } from './followed.ts';
import { listPeople, putPerson } from './people.ts';

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

/** Older mentions are history. */
const mentionMs = 7 * 24 * 60 * 60_000;

/** A fact about a lead. `token` is the lead's in subjects, `item` the rest of the fact's subject. */
type About = {
  readonly lead: number;
  readonly item: readonly string[];
  readonly fact: Fact;
  readonly token: string;
};

/** Writes with the origin `log`, which gate.ts does not record. */
export const createShownFacts = ({
  store,
  clock,
  self,
  shown,
}: Pick<TeamContext, 'store' | 'clock' | 'self'> & {
  readonly shown: ShownChanges;
}) => {
  const mark = (
    { lead, fact }: About,
    name: SharedMark['mark'],
    value: SharedMark['value'],
    more: {
      readonly item?: string;
      readonly known?: Known | null;
      readonly isByRule?: boolean;
    } = {},
  ): void => {
    const { item = '', known = null, isByRule = false } = more;
    const [knownAt, knownMessage] = [known?.at ?? null, known?.message ?? null];
    const person = isByRule ? byNobody : fact.author.person;
    putMark(store, { lead, mark: name, item, value, person, knownAt, knownMessage });
  };

  const isOver = ({ lead, fact }: About): boolean => hasEnded(fact, findLatestMessage(store, lead));

  /** Marks a lead as read up to the person's read time in the log. */
  const markReadByLog = ({ lead, token }: About): void => {
    const subject = formatSubject({ of: 'fact', lead: token, name: 'read', item: [self.person] });
    const fact = findFactState(store, subject)?.fact;
    const body = fact && parseBody('read', fact);
    if (body) markReadUpTo(store, lead, body.upTo);
  };

  /** Ignores old mentions, which would be news on a new desktop. */
  const recordMention = (note: Note, { lead, fact: { author } }: About): void => {
    if (author.person === self.person || note.at < clock.now() - mentionMs) return;
    const people = listPeople(store);
    const name = people.find(({ person }) => person === self.person)?.name ?? '';
    const others = people.map((each) => each.name);
    if (isMentioned(note.text, name, others) && addMention(store, lead, note.noteID))
      shown.mentioned.add(lead);
  };

  /** A reply that waits here now belongs to the desktop that took it over, even if its state is unknown here. */
  const leaveReply = (body: FactBody<'reply'> | null, { item: [id = ''], fact }: About): void => {
    // A rule's queued reply belongs to the desktop that finally sends it.
    if (fact.author.desktop === self.desktop || (body?.rule && body.state === 'queued')) return;
    const used = findReplyByID(store, id as ReplyID);
    const row = used && findOutgoing(store, used.message);
    if (row !== null && row.state !== 'sending') leaveToOther(store, row, fact.author.person);
  };

  const showReply = (about: About): void => {
    const { lead, item, fact } = about;
    const body = parseBody('reply', fact);
    leaveReply(body, about);
    shown.isHanded ||= body?.to === self.person;
    if (body?.state !== 'sent' || body.text === null || body.sentAt === null) return;
    const { person, desktop } = fact.author;
    if (desktop === self.desktop) return;
    const { text, message: messageID, rule } = body;
    // The clock of the author's desktop may be years ahead.
    const sentAt = dropFarTime(body.sentAt, clock.now()) ?? clock.now();
    const replyID = (item[0] ?? '') as ReplyID;
    putMemberReply(store, { lead, replyID, messageID, text, sentAt, person, rule });
  };

  const leadFacts: FactHandlers<[About], void> = {
    starred: ({ on }, about) => mark(about, 'starred', on ? 1 : null),
    archived: ({ on, known }, about) =>
      mark(about, 'archived', on && !isOver(about) ? 1 : null, { known }),
    noReplyNeeded: ({ on, known }, about) =>
      mark(about, 'noReplyNeeded', on && !isOver(about) ? 1 : null, { known }),
    snoozed: ({ until, known }, about) => {
      const hasPassed = (until ?? 0) <= clock.now() || isOver(about);
      mark(about, 'snoozedUntil', hasPassed ? null : until, { known });
    },
    jobStatus: ({ status, known }, about) => {
      mark(about, 'jobStatus', status && JSON.stringify(status));
      mark(about, 'jobClosed', isJobOver(status) && !isOver(about) ? 1 : null, { known });
      cancelStatusReport(store, about.lead);
    },
    assignee: ({ person, isByRule }, about) => {
      const { lead, fact } = about;
      const before = findMark(store, { lead, mark: 'assignee', item: '' })?.value ?? null;
      mark(about, 'assignee', person, { isByRule });
      const isNew = person === self.person && before !== self.person;
      if (isNew && fact.author.person !== self.person) shown.assigned.add(lead);
    },
    tag: ({ tag, on }, about) => mark(about, 'tags', on ? 1 : null, { item: tag }),
    note: ({ note }, about) => {
      const { lead, item, fact } = about;
      if (note === null) return void removeNote(store, lead, item[1] ?? '');
      putNote(store, lead, note, fact.author.person);
      recordMention(note, about);
    },
    read: ({ upTo }, { lead, item: [person] }) => {
      if (person === self.person) markReadUpTo(store, lead, upTo);
    },
    unread: ({ on }, about) => {
      if (about.item[0] !== self.person) return;
      if (on) markUnread(store, [about.lead]);
      // It was marked as read again, without new activity.
      else markReadByLog(about);
    },
  };

  const teamFacts: FactHandlers<[], void> = {
    savedReply: ({ id, reply, position }) => {
      if (reply === null) removeSavedReply(store, id);
      else {
        putSavedReply(store, reply);
        setSavedReplyPosition(store, position, reply.savedReplyID);
      }
      shown.kinds.add('savedReplies');
    },
    hours: ({ hours }) => showSettings({ businessHours: hours }),
    rule: ({ id, rule, onSince, position }) => {
      const before = readSharedRule(store, id);
      if (rule === null) removeRule(store, id, clock.now());
      else putSharedRule(store, { rule: { ...rule, ruleID: id }, onSince, position });
      const after = readSharedRule(store, id);
      // The new version decides about waiting replies.
      if (!isDeepStrictEqual(before, { ...after, position: before.position }))
        for (const lead of dropWaitingReplies(store, id)) shown.leads.add(lead);
      shown.kinds.add('automaticReplies');
    },
    pause: ({ isPaused }) => {
      if (isPaused === readPause(store).isPaused) return;
      setPause(store, isPaused, clock.now());
      shown.kinds.add('automaticReplies');
    },
    assigning: ({ rules }) => {
      putAssigningRules(store, rules);
      shown.kinds.add('team');
    },
    person: (named) => {
      putPerson(store, named);
      shown.kinds.add('team');
    },
  };

  const showSettings = (changes: Parameters<typeof changeSettings>[1]): void => {
    changeSettings(store, changes);
    shown.kinds.add('settings');
  };

  const personFacts: FactHandlers<[], void> = {
    away: ({ isAway }) => {
      if (isAway === isAwayNow(store)) return;
      setAway(store, isAway);
      shown.kinds.add('team');
    },
    quietHours: ({ hours }) => showSettings({ quietHours: hours }),
  };

  /** @param lead null for a fact that is about no lead here */
  const show = (subject: string, fact: Fact, lead: number | null): void =>
    store.changeAs('log', () => {
      const parsed = parseSubject(subject);
      if (parsed.of === 'team') return handleFact(teamFacts, fact);
      if (parsed.of === 'person') return handleFact(personFacts, fact);
      const isKnown = Object.hasOwn(factKinds, fact.kind);
      if (!isKnown || lead === null || (parsed.of !== 'fact' && parsed.of !== 'reply')) return;
      const item = parsed.of === 'fact' ? parsed.item : [parsed.reply];
      const about = { lead, item, fact, token: parsed.lead };
      if (fact.kind === 'reply') showReply(about);
      else handleFact(leadFacts, fact, about);
      shown.leads.add(lead);
      refreshInbox(store, lead);
    });

  return {
    show,
    /** Shows the initial business hours, which the team has until somebody sets others. */
    resetHours: (): void =>
      store.changeAs('log', () => showSettings({ businessHours: initialSettings.businessHours })),
  };
};
