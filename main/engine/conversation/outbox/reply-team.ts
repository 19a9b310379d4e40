/** Only one reply of a lead is sent at a time, by the desktop that holds it. Without a team this desktop holds all. */
import type { RuleID } from '../../../../contract/automatic-replies.ts';
import type { Failure } from '../../../../contract/errors.ts';
import type { ReplyID } from '../../../../contract/records.ts';
import type { Clock } from '../../../clock/clock.ts';
import { refreshInbox } from '../../leads/inbox.ts';
import { removeOwnMessage } from '../messages.ts';
import { markHanded, markReturned } from '../replies.ts';
import type { Store } from '../../platform/store/store.ts';
import { readKnownAt, toLater, type Later, type Outgoing } from './rows.ts';

/** A lead's turn that this desktop has. */
export type OwnTurn = {
  /**
   * Frees this turn, but not one that was taken later.
   * @param sent the reply that was sent in this turn; the desktop that takes the next one learns it
   */
  readonly free: (sent?: ReplyID) => void;
  /** The reply that another desktop sent in the previous turn. */
  readonly before: { readonly replyID: ReplyID; readonly person: string } | null;
};

/** `wait`: another reply of the lead is being sent. `silent`: the hub does not answer. */
export type TurnAnswer = OwnTurn | 'wait' | 'silent';

export type ReplyTeam = {
  /** True if this desktop holds the reply; false once another one took it over. */
  readonly isHolder: (row: Outgoing) => boolean;
  /** Takes the lead's turn, even if this desktop has it already; it is kept until it is freed. */
  readonly takeTurn: (row: Outgoing) => Promise<TurnAnswer>;
  /** The colleague whose answer to the lead is on its way or was sent, but is not stored here yet; null for none. */
  readonly findSender: (row: Outgoing, turn: OwnTurn | null) => string | null;
  readonly mayReplyByRule: (accountID: string) => boolean;
  /**
   * The id of a rule's reply to a lead, the same on each desktop, so that one of them sends it. Null: for a lead
   * without colleagues. `taken`: another desktop has sent it or is sending it, or a person declined it.
   */
  readonly findRuleReplyID: (lead: number, ruleID: RuleID) => ReplyID | 'taken' | null;
  /** True if colleagues have a lead and can send replies to its customer. */
  readonly isShared: (lead: number) => boolean;
};

/** For a desktop that cannot use its team's log yet: it sends the replies of persons, and none of rules. */
export const absentTeam: ReplyTeam = {
  isHolder: () => true,
  findSender: () => null,
  takeTurn: async () => 'silent',
  mayReplyByRule: () => false,
  findRuleReplyID: () => 'taken',
  isShared: () => false,
};

export type Turn = {
  readonly answer: TurnAnswer;
  /** True if a request may begin now: it then ends before another desktop can take the turn. */
  readonly maySend: () => boolean;
  readonly free: (sent?: ReplyID) => void;
};

/** After this time the hub counts as silent, and replies leave without a turn. */
const silentMs = 10_000;
/** A turn expires after 90 seconds, and a request times out after 60. */
const freshMs = 25_000;

export const isOwnTurn = (answer: TurnAnswer): answer is OwnTurn => typeof answer === 'object';

/** Delay before a hub that does not answer is asked again. */
const askAgainMs = 1_000;

const nobodysTurn: OwnTurn = { free: () => undefined, before: null };

/**
 * Returns a function that takes the turn of a reply's lead and never rejects. The hub counts as silent after ten
 * seconds without an answer, until it answers again, so that a start or a short interruption does not.
 * @param teamNow null when this desktop has left its team meanwhile
 */
export const createTurns = (
  teamNow: () => ReplyTeam | null,
  clock: Clock,
): ((row: Outgoing) => Promise<Turn>) => {
  /** By the steady clock; null while the hub answers. */
  let silentSince: number | null = null;

  return async (row) => {
    let [steady, wall] = [clock.steady(), clock.now()];
    const { promise, resolve } = Promise.withResolvers<TurnAnswer>();
    let own: OwnTurn | null = null;
    let isFreed = false;
    let isAnswered = false;
    const answerWith = (answer: TurnAnswer): void => {
      isAnswered = true;
      resolve(answer);
    };
    const stopTimer = clock.after(silentMs, () => {
      silentSince ??= steady;
      answerWith('silent');
    });
    const ask = async (): Promise<void> => {
      const team = teamNow();
      if (team === null) return answerWith(nobodysTurn);
      if (!isAnswered) [steady, wall] = [clock.steady(), clock.now()];
      const answer = await team.takeTurn(row).catch(() => 'silent' as const);
      if (isOwnTurn(answer)) own = answer;
      if (isFreed) own?.free();
      if (answer !== 'silent') silentSince = null;
      else silentSince ??= clock.steady();
      const isSilent = silentSince !== null && clock.steady() - silentSince >= silentMs;
      if (answer !== 'silent' || isSilent) answerWith(answer);
      else if (!isAnswered) clock.after(askAgainMs, () => void ask());
    };
    void ask();
    const answer = await promise;
    stopTimer();
    return {
      answer,
      // The steady clock may not count a sleep, and the wall clock can be set: the longer time counts.
      maySend: () =>
        !isOwnTurn(answer) || Math.max(clock.steady() - steady, clock.now() - wall) < freshMs,
      free: (sent) => {
        isFreed = true;
        own?.free(sent);
      },
    };
  };
};

/** Person who answered a lead after a message; '' if the answer was not written in this app, null without one. */
export const findAnswererSince = (store: Store, lead: number, seen: number): string | null =>
  store
    .prepare<[number, number], { person: string }>(
      'replyTeam.answerer',
      `SELECT ifnull(person, '') AS person FROM messages
       WHERE lead = ? AND message > ? AND side = 'business' AND automatic = 0 AND written_here = 0
         AND ifnull(person, '') <> (SELECT person FROM team_cursor) ORDER BY message LIMIT 1`,
    )
    .get(lead, seen)?.person ?? null;

/** Failure of a reply whose author has not seen a colleague's answer. */
export const createColleagueFailure = (person: string): Failure => ({
  code: 'colleague_answered',
  message: 'A colleague answered first.',
  detail: person,
});

/**
 * Removes a reply that another desktop sends, which also reports the outcome. Call in a transaction.
 * @param to the person of the other desktop; '' for an unknown one
 */
export const leaveToOther = (store: Store, row: Outgoing, to: string): void => {
  const { message, lead, text } = row;
  const handed = { to, knownAt: readKnownAt(store, row), later: toLater(row) };
  markReturned(store, message, text);
  markHanded(store, message, handed);
  removeOwnMessage(store, message);
  refreshInbox(store, lead);
};

/** A reply for another desktop, or from one. */
export type MovedReply = {
  readonly replyID: ReplyID;
  readonly text: string;
  /**
   * `queued`: its desktop has released it. `waiting`: it waited there, and may leave without the hub if that desktop
   * is cut off. `sending`: its request may have left.
   */
  readonly state: 'queued' | 'waiting' | 'sending';
  /** Service's time of the last message that its desktop knew: messages up to it cannot be its echo. */
  readonly knownAt: number;
  readonly later: Later | null;
};
