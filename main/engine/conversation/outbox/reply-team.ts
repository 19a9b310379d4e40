/** Only one reply of a lead is sent at a time, by the desktop that holds it. Without a team this desktop holds all. */
import type { RuleID } from '../../../../contract/automatic-replies.ts';
import type { Failure } from '../../../../contract/errors.ts';
import type { ReplyID } from '../../../../contract/records.ts';
import { refreshInbox } from '../../leads/inbox.ts';
import { removeOwnMessage } from '../messages.ts';
import { markHanded, markReturned } from '../replies.ts';
import { findWaitingReply } from '../rule-replies.ts';
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

/** Person who answered a lead after a message; '' if the answer was not written in this app, null without one. */
export const findAnswererSince = (store: Store, lead: number, seen: number): string | null =>
  store
    .prepare<[number, number], { person: string }>(
      `SELECT ifnull(person, '') AS person FROM messages
       WHERE lead = ? AND message > ? AND side = 'business' AND automatic = 0 AND written_here = 0
         AND ifnull(person, '') <> (SELECT person FROM team_cursor) ORDER BY message LIMIT 1`,
    )
    .get(lead, seen)?.person ?? null;

/** The colleague whose answer the author of a queued reply has not seen; null for none. */
export const findAnswerer = (
  store: Store,
  team: ReplyTeam | null,
  row: Outgoing,
  turn: OwnTurn | null,
): string | null => {
  const { state, message, lead, seen } = row;
  if (state !== 'queued' || seen === null || findWaitingReply(store, message) !== null) return null;
  return findAnswererSince(store, lead, seen) ?? team?.findSender(row, turn) ?? null;
};

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
