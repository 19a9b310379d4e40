/**
 * The outbox's view of a team (conversation/outbox/reply-team.ts): a reply belongs to the desktop that wrote it until
 * another one takes it over, and one reply of a lead is sent at a time (turns.ts). `sending` is in the log before the
 * request.
 */
import type { CommandOutput } from '../../../contract/commands.ts';
import { fail, succeed, type Answer } from '../../../contract/errors.ts';
import type { ReplyID } from '../../../contract/records.ts';
import { parseBody, parseFact, buildFact, type Fact } from '../../../contract/team/facts.ts';
import { formatSubject } from '../../../contract/team/subjects.ts';
import type { MovedReply, OwnTurn, ReplyTeam } from '../conversation/outbox/reply-team.ts';
import type { Outgoing } from '../conversation/outbox/rows.ts';
import {
  findHandover,
  listHandedReplies,
  isReplyIDOpen,
  findReplyByID,
} from '../conversation/replies.ts';
import type { TeamContext } from './context.ts';
import { addFact, findFactState, readCursor } from './followed.ts';
import type { LeadRef } from './lead-keys.ts';
import type { Entry } from './log/team-log.ts';
import { buildReplyFact } from './own-facts.ts';
import { findOwnChange } from './outbox-rows.ts';
import { createLeadTurns } from './turns.ts';
import { openFromMember, sealForMembers } from '../../sealing/seal.ts';

type Dependencies = Omit<TeamContext, 'random' | 'log' | 'slices' | 'publish'> & {
  /** Owners make the team's rules, which therefore reply to the leads of an owner's own accounts too. */
  readonly isOwner: boolean;
  /** True if this desktop does an account's work for the team. */
  readonly isOnDuty: (accountID: string) => boolean;
};

/** Lifetime of each state of a reply in the log. */
export const replyTTLMs = 90 * 24 * 60 * 60_000;

/** A lead of the person's own accounts has no colleagues. */
const ownTurn: OwnTurn = { free: () => undefined, before: null };

/** The state that is shown for a colleague's reply; null once it has ended. */
const shownStates = {
  queued: 'waiting',
  sending: 'leaving',
  checking: 'leaving',
  failed: 'failed',
  sent: null,
  withdrawn: null,
} as const;

export type MemberReplies = ReplyTeam & {
  /**
   * Takes over a reply that another desktop holds, or that this one handed over. Returns the reply for the outbox;
   * the other desktop removes its copy. Errors: `not_found`; `conflict` if its state has changed meanwhile;
   * `hub_unavailable`.
   */
  readonly take: (lead: number, replyID: ReplyID) => Promise<Answer<MovedReply>>;
  /** Replies to a lead's customer that other desktops hold, and those whose take-over was interrupted here. */
  readonly listWaiting: (lead: number) => CommandOutput<'team.waiting'>['replies'];
};

export const createMemberReplies = (dependencies: Dependencies): MemberReplies => {
  const { store, clock, teamLog, keyring, keys, self, isOwner, isOnDuty } = dependencies;

  const seal = (subject: string, text: string): Buffer => sealForMembers(keyring(), subject, text);

  const openText = ({ subject, data }: Entry): string | null => {
    const opened = openFromMember(keyring(), subject, data);
    return opened.ok ? opened.text.toString() : null;
  };

  const takeLeadTurn = createLeadTurns(dependencies);

  /** Stores our own entry before the follower delivers it, so that the next change builds on it. */
  const storeOwnEntry = (subject: string, sequence: number, fact: Fact): void => {
    const cursor = readCursor(store);
    if (cursor !== null)
      store.writeRepeatable(() => addFact(store, cursor, { subject, sequence }, fact));
  };

  /** True if this desktop may send a reply with this state: its own, or a rule's that waits anywhere. */
  const maySend = (fact: Fact | null): boolean => {
    const body = fact && parseBody('reply', fact);
    return (
      fact?.author.desktop === self.desktop || (body?.state === 'queued' && body.rule !== null)
    );
  };

  /**
   * Records in the log that the request of a reply is about to leave. Returns false if another desktop holds the reply,
   * whose entry then removes it here, and for a rule's reply if the hub does not answer.
   */
  const recordSending = async (ref: LeadRef, row: Outgoing): Promise<boolean> => {
    const own = buildReplyFact(store, keys, ref, row.message);
    if (own === null) return true;
    const {
      subject,
      body: { rule },
    } = own;
    const state = findFactState(store, subject);
    const meta = { author: self, at: clock.now() };
    const body = { ...own.body, state: 'sending' } as const;
    const fact = buildFact('reply', body, meta, state?.fact ?? null);
    const data = seal(subject, fact.text);
    let expectedLast = state?.sequence ?? 0;
    for (;;) {
      const published = await teamLog.publish(subject, data, { expectedLast, ttlMs: replyTTLMs });
      if (published.ok) storeOwnEntry(subject, published.sequence, fact);
      // A hub that does not answer must not block a person's reply.
      if (published.ok || published.code !== 'conflict') return published.ok || rule === null;
      const last = await teamLog.getLast(subject);
      const { entry } = last.ok ? last : { entry: null };
      if (entry === null || entry.sequence === expectedLast) return rule === null;
      if (!maySend(parseFact(openText(entry) ?? ''))) return false;
      expectedLast = entry.sequence;
    }
  };

  const take: MemberReplies['take'] = async (lead, replyID) => {
    const ref = keys.findRef(lead);
    const subject = ref && formatReplySubject(ref, replyID);
    const held = subject === null ? null : findFactState(store, subject);
    const body = held?.fact ? parseBody('reply', held.fact) : null;
    if (held === null && findHandover(store, replyID) !== null)
      return fail('hub_unavailable', 'The hub has not heard of the hand-over yet.');
    const hasEnded = body?.state === 'sent' || body?.state === 'withdrawn';
    if (subject === null || held === null || hasEnded || body?.text == null)
      return fail('not_found', 'The team has no such reply.');
    const state = body.state === 'queued' ? 'queued' : 'checking';
    const meta = { author: self, at: clock.now() };
    const fact = buildFact('reply', { ...body, state, to: null }, meta, held.fact);
    const options = { expectedLast: held.sequence, ttlMs: replyTTLMs };
    const taken = await teamLog.publish(subject, seal(subject, fact.text), options);
    if (!taken.ok)
      return taken.code === 'conflict'
        ? fail('conflict', 'The reply has changed meanwhile.')
        : fail('hub_unavailable', 'The hub did not answer.', { detail: taken.code });
    storeOwnEntry(subject, taken.sequence, fact);
    const moved = { replyID, text: body.text, knownAt: body.knownAt ?? 0, later: body.later };
    const released = body.to === null ? 'waiting' : 'queued';
    return succeed({ ...moved, state: state === 'queued' ? released : 'sending' });
  };

  const formatReplySubject = (ref: LeadRef, reply: ReplyID): string =>
    formatSubject({ of: 'reply', lead: keys.deriveToken(ref), reply });

  /** True if the log, as far as it is followed here, has a reply as sent. */
  const isKnownAsSent = (ref: LeadRef, reply: ReplyID): boolean => {
    const fact = findFactState(store, formatReplySubject(ref, reply))?.fact;
    return fact != null && parseBody('reply', fact)?.state === 'sent';
  };

  /**
   * Replies of persons to a lead's customer that are not in the outbox here, ended ones included: other desktops hold
   * them, or this one took them over and stopped before it stored them.
   */
  const listRepliesElsewhere = (ref: LeadRef) => {
    const from = `reply.${keys.deriveToken(ref)}.`;
    return store
      .prepare<[string, string], { subject: string; fact: string }>(
        'SELECT subject, fact FROM team_facts WHERE subject > ? AND subject < ? AND fact IS NOT NULL',
      )
      .all(from, `${from}~`)
      .flatMap(({ subject, fact: text }) => {
        const fact = parseFact(text);
        const body = fact && parseBody('reply', fact);
        const replyID = subject.slice(from.length) as ReplyID;
        if (!fact || !body || body.rule !== null) return [];
        const isHere =
          fact.author.desktop === self.desktop && findReplyByID(store, replyID) !== null;
        return isHere ? [] : [{ replyID, body, fact }];
      });
  };

  /** Replies that this desktop handed over, and that nobody has taken yet. */
  const listOwnHandovers = (lead: number, ref: LeadRef): ReturnType<MemberReplies['listWaiting']> =>
    listHandedReplies(store, lead).flatMap(({ replyID, returnedText }) => {
      const { to } = findHandover(store, replyID) ?? {};
      const fact = findFactState(store, formatReplySubject(ref, replyID))?.fact ?? null;
      const isUnpublished = findOwnChange(store, { kind: 'reply', lead, item: replyID }) !== null;
      const isOurs = fact === null ? isUnpublished : fact.author.desktop === self.desktop;
      if (to === undefined || !isOurs) return [];
      return [{ replyID, person: self.person, to, text: returnedText ?? '', state: 'waiting' }];
    });

  /** Returns the colleague whose reply may be reaching the customer right now, or null. */
  const findSender = (ref: LeadRef): string | null =>
    listRepliesElsewhere(ref).find(
      ({ body: { state }, fact: { author } }) =>
        shownStates[state] === 'leaving' && author.desktop !== self.desktop,
    )?.fact.author.person ?? null;

  return {
    take,
    listWaiting: (lead) => {
      const ref = keys.findRef(lead);
      if (ref === null) return [];
      const elsewhere = listRepliesElsewhere(ref).flatMap(({ replyID, body, fact: { author } }) => {
        const { text, to } = body;
        const state = shownStates[body.state];
        return state === null || text === null
          ? []
          : [{ replyID, person: author.person, to, text, state }];
      });
      return [...elsewhere, ...listOwnHandovers(lead, ref)];
    },
    findSender: ({ lead }, turn) => {
      const ref = keys.findRef(lead);
      const before = turn?.before ?? null;
      if (ref === null) return null;
      return before !== null && !isKnownAsSent(ref, before.replyID)
        ? before.person
        : findSender(ref);
    },
    isHolder: (row) => {
      const ref = keys.findRef(row.lead);
      const own = ref && buildReplyFact(store, keys, ref, row.message);
      const fact = own && findFactState(store, own.subject)?.fact;
      return !fact || maySend(fact);
    },
    mayReplyByRule: (accountID) =>
      isOnDuty(accountID) || (isOwner && keys.findAccountKey(accountID) === null),
    isShared: (lead) => keys.findRef(lead) !== null,
    findRuleReplyID: (lead, ruleID) => {
      const ref = keys.findRef(lead);
      if (ref === null) return null;
      const key = keys.deriveToken(ref);
      const reply = keys.deriveItemKey(`rule\n${ruleID}\n${key}`) as ReplyID;
      const fact = findFactState(store, formatReplySubject(ref, reply))?.fact;
      const isOpen = !fact || parseBody('reply', fact)?.state === 'queued';
      return isOpen && isReplyIDOpen(store, reply) ? reply : 'taken';
    },
    takeTurn: async (row) => {
      const ref = keys.findRef(row.lead);
      if (ref === null) return ownTurn;
      const turn = await takeLeadTurn(ref);
      if (typeof turn !== 'object' || row.state !== 'queued') return turn;
      if (await recordSending(ref, row)) return turn;
      turn.free();
      return 'wait';
    },
  };
};
