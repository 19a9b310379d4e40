/**
 * Sends, undoes, retries and discards replies, durably and idempotently. A reply that may have been
 * sent is searched for at the service before it is sent again (security rule 15); if the service
 * lists no conversations, it fails and the person decides.
 */
import { fail, succeed, type Answer, type Failure } from '../../../../contract/errors.ts';
import type { Change } from '../../../../contract/events.ts';
import { prependReply } from '../../../../contract/reply-text.ts';
import type {
  AccountID,
  LeadID,
  Message,
  MessageID,
  ReplyID,
} from '../../../../contract/records.ts';
import { computeClockOffset } from '../../../clock/clock.ts';
import { makePersonal } from '../automatic.ts';
import { readDraft, saveDraft, type Draft } from '../drafts.ts';
import { failNoSuchLead } from '../../platform/command/handler.ts';
import { toLeadID, toRow } from '../../platform/store/ids.ts';
import { refreshInbox } from '../../leads/inbox.ts';
import { findMessageByRow } from '../message-pages.ts';
import { insertOwnMessage, removeOwnMessage } from '../messages.ts';
import * as table from './rows.ts';
import { release } from './scheduled.ts';
import {
  findHandover,
  markReturned,
  findReplyByID,
  findReplyOfMessage,
  claimReplyID,
  reclaimReplyID,
} from '../replies.ts';
import { setTakenBack } from '../rule-replies.ts';
import type { Store } from '../../platform/store/store.ts';
import { toUnknownOutcome } from './outcome.ts';
import {
  createColleagueFailure,
  findAnswererSince,
  leaveToOther,
  type MovedReply,
} from './reply-team.ts';
import { createDispatch, type DispatchDependencies } from './dispatch.ts';

/** A withdrawn reply and the draft of its conversation. */
export type ReturnedReply = {
  readonly leadID: LeadID;
  readonly replyID: ReplyID | null;
  readonly text: string;
  readonly draft: string;
};

export type SendOptions = {
  /** Scheduled time. */
  readonly later?: table.Later | undefined;
  /** The reply was not written in the composer, so the draft stays. */
  readonly isBeside?: true;
  /**
   * The conversation's last message when the person began to write, null for none; by default the newest. In a team,
   * a later answer of a colleague holds the reply.
   */
  readonly seen?: MessageID | null | undefined;
  /** Sends the reply even if a colleague has answered. */
  readonly anyway?: boolean | undefined;
};

export type Outbox = ReturnType<typeof createOutbox>;

const otherDesktop: Failure = { code: 'outcome_unknown', message: 'Another desktop sent it.' };

const failNoSuchMessage = (): Answer<never> => fail('not_found', 'There is no such reply.');

/** Also resumes interrupted replies. */
export const createOutbox = (
  dependencies: Omit<DispatchDependencies, 'onChanged'> & {
    readonly publish: (change: Change) => void;
    readonly readUndoSeconds: () => number;
  },
) => {
  const { store, getSender, clock, publish, readUndoSeconds } = dependencies;
  const publishLead = (lead: number): void =>
    publish({ kinds: ['leads', 'connection'], leadIDs: [toLeadID(lead)] });
  const dispatch = createDispatch({ ...dependencies, onChanged: publishLead });

  const findOutgoing = (messageID: MessageID): table.Outgoing | null => {
    const message = toRow(messageID);
    return message === null ? null : table.findOutgoing(store, message);
  };

  const answerWith = (message: number): Answer<{ message: Message }> => {
    const found = findMessageByRow(store, message, computeClockOffset(clock));
    return found === null ? failNoSuchMessage() : succeed({ message: found });
  };

  /** Answers for a reply that is not in the outbox. */
  const findPastOutcome = (messageID: MessageID): Answer<ReturnedReply> => {
    const message = toRow(messageID);
    const reply = message === null ? null : findReplyOfMessage(store, message);
    if (reply !== null && findHandover(store, reply.replyID) !== null)
      return fail('too_late', 'Another computer has the reply.');
    if (reply !== null && reply.returnedText !== null) {
      const { lead, replyID, returnedText: text } = reply;
      const draft = readDraft(store, lead).text;
      return succeed({ leadID: toLeadID(lead), replyID, text, draft });
    }
    const isSent = message !== null && findMessageByRow(store, message, 0)?.sending != null;
    return isSent ? fail('too_late', 'The reply has left.') : failNoSuchMessage();
  };

  /** Removes a reply and stores the draft of its conversation. */
  const withdraw = (
    { message, lead, text }: table.Outgoing,
    draft: Draft,
    reason: Parameters<typeof setTakenBack>[2],
  ): Answer<ReturnedReply> => {
    const replyID = findReplyOfMessage(store, message)?.replyID ?? null;
    store.write(() => {
      markReturned(store, message, text);
      removeOwnMessage(store, message);
      setTakenBack(store, message, reason, clock.now());
      saveDraft(store, lead, draft, clock.now());
      refreshInbox(store, lead);
    });
    publishLead(lead);
    dispatch.pump();
    return succeed({ leadID: toLeadID(lead), replyID, text, draft: draft.text });
  };

  return {
    /**
     * Queues a reply and clears the draft in one transaction; returns the existing reply for a used
     * id. Errors: `conflict` when that reply was withdrawn; `not_found`; `colleague_answered`, with the person as
     * its detail.
     */
    send: (
      leadID: LeadID,
      replyID: ReplyID,
      text: string,
      { later, isBeside, seen, anyway = false }: SendOptions = {},
    ): Answer<{ message: Message }> => {
      const used = findReplyByID(store, replyID);
      if (used !== null) {
        return used.returnedText === null
          ? answerWith(used.message)
          : fail('conflict', 'The reply was taken back.');
      }
      const lead = toRow(leadID);
      const accountID = lead === null ? null : findAccount(store, lead);
      if (lead === null || accountID === null) return failNoSuchLead();
      const isInTeam = (dependencies.team?.() ?? null) !== null;
      const seenRow = anyway || !isInTeam ? null : resolveSeen(store, seen);
      const answerer = seenRow === null ? null : findAnswererSince(store, lead, seenRow);
      if (answerer !== null) return { ok: false, error: createColleagueFailure(answerer) };
      const now = clock.now();
      const undoMs = later === undefined ? readUndoSeconds() * 1_000 : 0;
      const nextAt = clock.steady() + undoMs;
      const message = store.write(() => {
        const row = insertOwnMessage(store, { lead, accountID, text, now, automatic: 0 });
        claimReplyID(store, { replyID, message: row, lead });
        const reply = { message: row, lead, accountID, nextAt };
        table.enqueue(store, { ...reply, undoMs, later, seen: seenRow });
        if (isBeside === undefined) saveDraft(store, lead, { text: '', replyID: null }, now);
        refreshInbox(store, lead);
        return row;
      });
      publishLead(lead);
      dispatch.pump();
      return answerWith(message);
    },

    /** Text of the reply with an id: empty if it was withdrawn, null while the id is unused. */
    findSentText: (replyID: ReplyID): string | null => {
      const used = findReplyByID(store, replyID);
      if (used === null) return null;
      return used.returnedText === null
        ? (findMessageByRow(store, used.message, 0)?.text ?? '')
        : '';
    },

    /** Moves a queued or failed reply to the start of the draft. Errors: `too_late` in other states; `not_found`. */
    undo: (messageID: MessageID): Answer<ReturnedReply> => {
      const row = findOutgoing(messageID);
      if (row === null) return findPastOutcome(messageID);
      if (row.state !== 'queued' && row.state !== 'failed')
        return fail('too_late', 'The reply has left.');
      const { text, replyID } = readDraft(store, row.lead);
      return withdraw(row, { text: prependReply(row.text, text), replyID }, 'edited');
    },

    /**
     * Retries a failed or waiting reply now, after a search if it may have been sent. `anyway`: the
     * person accepts that it may arrive twice. Errors: `conflict` if it is on its way; `not_found`.
     */
    retry: (messageID: MessageID, anyway = false): Answer<{ message: Message }> => {
      const row = findOutgoing(messageID);
      if (row === null) return failNoSuchMessage();
      const isWaiting = row.state === 'queued' && row.waitsFor !== 'undo';
      if (row.state !== 'failed' && row.state !== 'checking' && !isWaiting)
        return fail('conflict', 'The reply is on its way.');
      const mayHaveLeft = row.state === 'checking' || row.mayHaveLeft;
      const nextAt = clock.steady();
      store.write(() => {
        // A rule's reply that a person retries becomes theirs, and the rule no longer decides about it.
        makePersonal(store, row);
        // Without a way to search, the person decides by retrying.
        if (mayHaveLeft && !anyway && getSender(row.accountID).canSearch)
          table.searchNow(store, row.message, nextAt);
        else if (row.sendAt !== null) release(store, row.message, clock.now(), nextAt);
        else table.requeue(store, row.message, nextAt);
        refreshInbox(store, row.lead);
      });
      publishLead(row.lead);
      dispatch.pump();
      return answerWith(row.message);
    },

    /** Deletes a failed, scheduled or searched reply. Errors: `conflict` in other states; `too_late`; `not_found`. */
    discard: (messageID: MessageID): Answer<ReturnedReply> => {
      const row = findOutgoing(messageID);
      if (row === null) return findPastOutcome(messageID);
      const isScheduled = row.state === 'queued' && row.waitsFor === 'schedule';
      if (row.state !== 'failed' && row.state !== 'checking' && !isScheduled)
        return fail('conflict', 'The reply is on its way.');
      return withdraw(row, readDraft(store, row.lead), 'declined');
    },

    /** Hands a queued reply to a colleague's desktop. Errors: `too_late` if not queued; `not_in_team`; `not_found`. */
    handOver: (messageID: MessageID, to: string): Answer<Record<string, never>> => {
      const row = findOutgoing(messageID);
      if (row === null) return failNoSuchMessage();
      const { message, lead, state } = row;
      if (dependencies.team?.()?.isShared(lead) !== true)
        return fail('not_in_team', 'No colleague has this lead.');
      if (state !== 'queued' || findReplyOfMessage(store, message) === null)
        return fail('too_late', 'The reply has left.');
      store.write(() => {
        leaveToOther(store, row, to);
        setTakenBack(store, message, 'edited', clock.now());
      });
      publishLead(lead);
      dispatch.pump();
      return succeed({});
    },

    /**
     * Adds a reply from another desktop, or from this one after `handOver`, once. If it is `sending`, or
     * `waiting` and due, it is searched for first; without a way to search, a waiting one is sent and a sending one
     * fails. Errors: `not_found`.
     */
    takeOver: (
      leadID: LeadID,
      { replyID, text, state, knownAt, later }: MovedReply,
    ): Answer<{ message: Message }> => {
      const used = findReplyByID(store, replyID);
      if (used !== null && used.returnedText === null) return answerWith(used.message);
      const lead = toRow(leadID);
      const accountID = lead === null ? null : findAccount(store, lead);
      if (lead === null || accountID === null) return failNoSuchLead();
      const [now, nextAt] = [clock.now(), clock.steady()];
      const message = store.write(() => {
        const row = insertOwnMessage(store, { lead, accountID, text, now, automatic: 0 });
        if (used === null) claimReplyID(store, { replyID, message: row, lead });
        else reclaimReplyID(store, { replyID, message: row });
        const { canSearch } = getSender(accountID);
        const isDue = later === null || later.at <= now;
        const mayLeaveThere = state === 'waiting' && canSearch;
        const isSearched = state === 'sending' || (mayLeaveThere && isDue);
        const reply = { message: row, lead, accountID, nextAt, knownAt };
        table.enqueueMoved(
          store,
          isSearched
            ? { ...reply, state: 'checking', attempts: 0, later: null }
            : { ...reply, state: 'queued', attempts: mayLeaveThere ? 1 : 0, later },
        );
        if (isSearched && !canSearch)
          table.setState(store, row, { state: 'failed', reason: toUnknownOutcome(otherDesktop) });
        refreshInbox(store, lead);
        return row;
      });
      publishLead(lead);
      dispatch.pump();
      return answerWith(message);
    },

    ...dispatch,
  };
};

const findNewestRow = (store: Store): number =>
  store
    .prepare<[], { message: number | null }>('SELECT max(message) AS message FROM messages')
    .get()?.message ?? 0;

/** The row number of a seen message: 0 for none, the newest one's if it is not specified. */
const resolveSeen = (store: Store, seen: MessageID | null | undefined): number => {
  if (seen === null) return 0;
  return (seen === undefined ? null : toRow(seen)) ?? findNewestRow(store);
};

const findAccount = (store: Store, lead: number): AccountID | null =>
  store
    .prepare<[number], { account_id: AccountID }>('SELECT account_id FROM leads WHERE lead = ?')
    .get(lead)?.account_id ?? null;
