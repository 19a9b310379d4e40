/**
 * Shows the facts of the team's log in the ordinary tables. A change of this desktop that waits stays on top of
 * them, except where the log decides who was first. A fact about a lead that is not here is kept until it comes.
 */
import { z } from 'zod';
import type { Change, ChangeKind } from '../../../contract/events.ts';
import { isMentioned } from '../../../contract/mentions.ts';
import { initialSettings } from '../../../contract/settings.ts';
import type { Note, ReplyID } from '../../../contract/records.ts';
import {
  bodyOf,
  factKinds,
  readFact,
  ruleOf,
  type Author,
  type Fact,
  type FactKind,
  type Known,
} from '../../../contract/team/facts.ts';
import { showFact } from '../../../contract/team/reducer.ts';
import { hashedKey, parseSubject } from '../../../contract/team/subjects.ts';
import { putSharedRule, removeRule } from '../automatic/rules.ts';
import { pauseNow, setPause } from '../automatic/situation.ts';
import { keepStatus } from '../accounts/job-status-rows.ts';
import { noteMemberReply } from '../conversation/automatic.ts';
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
import { leadIDOf, rowsOf } from '../platform/store/ids.ts';
import { allSteps, type Steps } from '../platform/slices.ts';
import type { Store } from '../platform/store/store.ts';
import { recordActivity } from './activity.ts';
import { isAwayNow, setAway } from './duty.ts';
import { byNobody, putAssigningRules } from './assigning-rules.ts';
import type { LeadKeys, LeadPlace } from './lead-keys.ts';
import { personOf, putPerson } from './people.ts';
import {
  removeOwnChange,
  waitingChange,
  type OwnChange,
  type PublishedChanges,
} from './outbox-rows.ts';

/** A change of this desktop that does not reach the team, with what the team has instead. */
export type LostChange = Pick<OwnChange, 'kind' | 'lead' | 'item'> & {
  /** `first`: another member was first. The others: the log took nothing. */
  readonly why: 'first' | 'forbidden' | 'too_large';
  /** Null without an entry of the team. */
  readonly theirs: Fact | null;
};

type Dependencies = {
  readonly store: Store;
  readonly keys: LeadKeys;
  readonly self: Author;
  readonly published: PublishedChanges;
  readonly now: () => number;
  readonly publish: (change: Change) => void;
  /** Called after business hours changed, which reorders Needs reply. */
  readonly hoursChanged: () => void;
  /** Called after rules of automatic replies changed. */
  readonly rulesChanged: () => void;
  readonly lost: (change: LostChange) => void;
  /** Called after a colleague has assigned leads to the person here. */
  readonly wasAssigned: (leads: readonly number[]) => void;
  /** Called after a colleague has mentioned the person here in notes of leads. */
  readonly wasMentioned: (leads: readonly number[]) => void;
  /** Called after a colleague has handed replies to the person here. */
  readonly wasHanded: () => void;
};

export type FactApplier = {
  /** Applies a fact that is now the state of its subject, inside the caller's transaction. */
  readonly apply: (subject: string, fact: Fact) => void;
  /** Shows what the team has in place of a change that is lost. */
  readonly lose: (change: OwnChange, subject: string, why: LostChange['why']) => void;
  /** Applies kept facts about leads that came while the engine ended. */
  readonly placeKept: () => Steps<void>;
  /** Applies kept facts about leads that a change names. */
  readonly leadsChanged: (change: Change) => void;
  readonly stop: () => void;
};

/** Older mentions are history. */
const mentionMs = 7 * 24 * 60 * 60_000;

const isKind = (name: string): name is FactKind => Object.hasOwn(factKinds, name);

const place = z.object({ account: hashedKey, negotiation: z.string().min(1) });
const placeIn = (fact: Fact): LeadPlace | null => place.safeParse(fact.body).data ?? null;

type Data = Pick<OwnChange, 'kind' | 'lead' | 'item'>;

/** The row of `team_outbox` that a change of the same data has. */
const changeOf = (fact: Fact, lead: number | null): Data | null => {
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

/** Creates what applies facts; `store` records changes with the origin `log` meanwhile. */
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
    wasAssigned,
    wasMentioned,
    wasHanded,
  } = dependencies;
  const leads = new Set<number>();
  /** Leads with a new activity. */
  const active = new Set<number>();
  const kinds = new Set<ChangeKind>();
  const losses: LostChange[] = [];
  /** Leads that a colleague has assigned to the person here. */
  const assigned = new Set<number>();
  /** Leads with a note that mentions the person here. */
  const mentioned = new Set<number>();
  let isHanded = false;

  const stop = store.afterCommit(() => {
    const [also, gone] = [[...kinds], losses.splice(0)];
    if (leads.size > 0) also.push('leads');
    if (active.size > 0) also.push('presence');
    const changed = [...new Set([...leads, ...active])];
    const [mine, named] = [[...assigned], [...mentioned]];
    assigned.clear();
    mentioned.clear();
    leads.clear();
    active.clear();
    kinds.clear();
    if (also.length > 0) publish({ kinds: also, leadIDs: changed.map(leadIDOf) });
    if (also.includes('settings')) hoursChanged();
    if (also.includes('automaticReplies')) rulesChanged();
    if (mine.length > 0) wasAssigned(mine);
    if (named.length > 0) wasMentioned(named);
    if (isHanded) {
      isHanded = false;
      wasHanded();
    }
    for (const change of gone) lost(change);
  });

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

  const showOfLead = (kind: FactKind, lead: number, item: readonly string[], fact: Fact): void => {
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
        return keepStatus(store, lead);
      }
      case 'assignee': {
        const body = bodyOf(kind, fact);
        if (body === null) return;
        const before = storedMark(store, { lead, mark: kind, item: '' })?.value ?? null;
        mark(lead, kind, body.person, fact, body);
        const isNew = body.person === self.person && before !== self.person;
        if (isNew && fact.author.person !== self.person) assigned.add(lead);
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
        noteMention(lead, body.note, fact);
        return;
      }
      case 'reply':
        leaveReply(item[0] ?? '', fact);
        isHanded ||= bodyOf(kind, fact)?.to === self.person;
        return showSent(lead, item[0] ?? '', fact);
      case 'read':
        if (item[0] === self.person) readUpTo(store, lead, bodyOf(kind, fact)?.upTo ?? 0);
        return;
      case 'unread':
        if (item[0] === self.person && bodyOf(kind, fact)?.on === true) markUnread(store, [lead]);
        return;
      default:
    }
  };

  /** A new desktop brings up no mentions of last month. */
  const noteMention = (lead: number, note: Note, { author }: Fact): void => {
    if (author.person === self.person || note.at < now() - mentionMs) return;
    const name = personOf(store, self.person)?.name ?? '';
    if (isMentioned(note.text, name) && addMention(store, lead, note.noteID)) mentioned.add(lead);
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
    // A rule's reply is of the desktop that takes it at last.
    if (body?.rule && body.state === 'queued') return;
    const used = author.desktop === self.desktop ? null : replyByID(store, replyID as ReplyID);
    const row = used && outgoing(store, used.message);
    if (row !== null && row.state !== 'sending') leaveToOther(store, row, author.person);
  };

  const showOfTeam = (kind: FactKind, fact: Fact): void => {
    if (kind === 'savedReply') {
      const body = bodyOf(kind, fact);
      if (body === null) return;
      if (body.reply === null) removeSavedReply(store, body.id);
      else {
        putSavedReply(store, body.reply);
        placeSavedReply(store, body.position, body.reply.savedReplyID);
      }
      kinds.add('savedReplies');
    } else if (kind === 'hours') {
      const hours = bodyOf(kind, fact)?.hours;
      if (hours === undefined) return;
      changeSettings(store, { businessHours: hours });
      kinds.add('settings');
    } else if (kind === 'rule') {
      const body = bodyOf(kind, fact);
      if (body === null) return;
      const { id, rule, onSince, position } = body;
      if (rule === null) removeRule(store, id);
      else putSharedRule(store, { rule: { ...rule, ruleID: id }, onSince, position });
      kinds.add('automaticReplies');
    } else if (kind === 'pause') {
      const isPaused = bodyOf(kind, fact)?.isPaused;
      if (isPaused === undefined || isPaused === pauseNow(store).isPaused) return;
      setPause(store, isPaused, now());
      kinds.add('automaticReplies');
    } else if (kind === 'assigning') {
      const rules = bodyOf(kind, fact)?.rules;
      if (rules === undefined) return;
      putAssigningRules(store, rules);
      kinds.add('team');
    } else if (kind === 'person') {
      const named = bodyOf(kind, fact);
      if (named === null) return;
      putPerson(store, named);
      kinds.add('team');
    }
  };

  const showOfPerson = (kind: FactKind, fact: Fact): void => {
    if (kind === 'away') {
      const isAway = bodyOf(kind, fact)?.isAway;
      if (isAway === undefined || isAway === isAwayNow(store)) return;
      setAway(store, isAway);
      kinds.add('team');
    } else if (kind === 'quietHours') {
      const hours = bodyOf(kind, fact)?.hours;
      if (hours === undefined) return;
      changeSettings(store, { quietHours: hours });
      kinds.add('settings');
    }
  };

  /** The team has the hours that nobody has set. */
  const resetHours = (): void =>
    store.changeAs('log', () => {
      changeSettings(store, { businessHours: initialSettings.businessHours });
      kinds.add('settings');
    });

  const show = (subject: string, fact: Fact, lead: number | null): void =>
    store.changeAs('log', () => {
      const parsed = parseSubject(subject);
      if (!isKind(fact.kind)) return;
      if (parsed.of === 'team') return showOfTeam(fact.kind, fact);
      if (parsed.of === 'person') return showOfPerson(fact.kind, fact);
      if (lead === null || (parsed.of !== 'fact' && parsed.of !== 'reply')) return;
      showOfLead(fact.kind, lead, parsed.of === 'fact' ? parsed.item : [parsed.reply], fact);
      leads.add(lead);
      refreshInbox(store, lead);
    });

  const itemOf = (subject: string): string => {
    const parsed = parseSubject(subject);
    if (parsed.of === 'reply') return parsed.reply;
    return parsed.of === 'fact' ? (parsed.item.at(-1) ?? '') : '';
  };

  /** What a rule assigned here is no loss of the person. */
  const isOfRule = ({ kind, lead }: Data): boolean =>
    kind === 'assignee' &&
    lead !== null &&
    storedMark(store, { lead, mark: kind, item: '' })?.person === byNobody;

  const apply = (subject: string, fact: Fact): void => {
    const parsed = parseSubject(subject);
    if (parsed.of === 'person' && parsed.person !== self.person) return;
    if (fact.author.desktop !== self.desktop) noteSender(fact);
    const at = placeIn(fact);
    const lead = at && keys.leadOf(at);
    if (at !== null && lead === null) return;
    if (lead !== null)
      store
        .prepare<[number, string]>('team.here', 'UPDATE team_facts SET lead = ? WHERE subject = ?')
        .run(lead, subject);
    if (lead !== null && recordActivity(store, lead, itemOf(subject), fact)) active.add(lead);
    const same = changeOf(fact, lead) ?? { kind: fact.kind, lead, item: itemOf(subject) };
    const waiting = waitingChange(store, same);
    if (waiting === null) return show(subject, fact, lead);
    if (fact.author.desktop === self.desktop) {
      const own = published.get(subject);
      if (own?.place === waiting.place && own.text === fact.text) removeOwnChange(store, waiting);
      return;
    }
    const isExisting = waiting.existing === 1;
    if (ruleOf(fact.kind) !== 'seen' && !isExisting) return;
    removeOwnChange(store, waiting);
    if (!isExisting && !isOfRule(same)) losses.push({ ...same, why: 'first', theirs: fact });
    show(subject, fact, lead);
  };

  /** The member who sent a message, which may come later, also before its lead. */
  const noteSender = (fact: Fact): void => {
    const body = bodyOf('reply', fact);
    if (!body?.message || body.rule !== null) return;
    const { person } = fact.author;
    for (const accountID of keys.accountsOf(body.account)) {
      const lead = store.changeAs('log', () =>
        noteMemberReply(store, { accountID, messageID: body.message ?? '', person }),
      );
      if (lead === null) continue;
      leads.add(lead);
      refreshInbox(store, lead);
    }
  };

  const storedFact = (subject: string): Fact | null => {
    const sql = 'SELECT fact FROM team_facts WHERE subject = ?';
    const text = store.prepare<[string], { fact: string | null }>('team.stored', sql).get(subject);
    return text?.fact ? readFact(text.fact) : null;
  };

  const applyKept = (lead: number): void => {
    const at = keys.placeOf(lead);
    if (at === null) return;
    const kept = ['fact', 'reply'].flatMap((of) => {
      const from = `${of}.${keys.tokenOf(at)}.`;
      return store
        .prepare<[string, string], { subject: string; fact: string }>(
          'team.kept',
          `SELECT subject, fact FROM team_facts
           WHERE subject > ? AND subject < ? AND lead IS NULL AND fact IS NOT NULL`,
        )
        .all(from, `${from}~`);
    });
    if (kept.length === 0) return;
    store.writeAgain(() => {
      for (const { subject, fact: text } of kept) {
        const fact = readFact(text);
        if (fact !== null) apply(subject, fact);
      }
    });
  };

  /** Applies all kept facts of leads that are here. */
  function* placeKept(): Steps<void> {
    for (let after = ''; ;) {
      const kept = store
        .prepare<[string], { subject: string; fact: string }>(
          'team.allKept',
          `SELECT subject, fact FROM team_facts WHERE subject > ? AND lead IS NULL AND fact IS NOT NULL
           AND (subject LIKE 'fact.%' OR subject LIKE 'reply.%') ORDER BY subject LIMIT 50`,
        )
        .all(after);
      const leads = kept.flatMap(({ fact }) => {
        const read = readFact(fact);
        const at = read && placeIn(read);
        return (at && keys.leadOf(at)) ?? [];
      });
      for (const lead of new Set(leads)) applyKept(lead);
      const last = kept.at(-1);
      if (last === undefined) return;
      after = last.subject;
      yield;
    }
  }

  return {
    apply,
    placeKept,
    stop,
    lose: (change, subject, why) =>
      store.writeAgain(() => {
        const { kind, lead, item } = change;
        const theirs = storedFact(subject);
        if (!isOfRule(change)) losses.push({ kind, lead, item, why, theirs });
        removeOwnChange(store, change);
        if (theirs !== null) show(subject, theirs, lead);
        else if (kind === 'businessHours') resetHours();
      }),
    leadsChanged: ({ kinds: changed, leadIDs }) => {
      if (!changed.includes('leads')) return;
      if (leadIDs === null) allSteps(placeKept());
      else for (const lead of new Set(rowsOf(leadIDs))) applyKept(lead);
    },
  };
};
