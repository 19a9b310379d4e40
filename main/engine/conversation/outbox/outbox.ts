/**
 * Replies, as a person deals with them: sent, called back, tried again, discarded; each durably, and
 * once whatever is asked twice. One that may have left without an answer is looked for on the service
 * before it is sent again (security rule 15); where the service shows no conversation, it
 * fails and the person decides. How they leave is dispatch's.
 */
import { fail, succeed, type Answer } from '../../../../contract/errors.ts';
import type { Change } from '../../../../contract/events.ts';
import { withReplyBack } from '../../../../contract/reply-text.ts';
import type {
  AccountID,
  LeadID,
  Message,
  MessageID,
  ReplyID,
} from '../../../../contract/records.ts';
import { aheadOf } from '../../../clock/clock.ts';
import { draftOf, saveDraft, type Draft } from '../drafts.ts';
import { leadIDOf, rowOf } from '../../platform/store/ids.ts';
import { refreshInbox } from '../../leads/inbox.ts';
import { messageByRow } from '../message-pages.ts';
import { insertOwnMessage, removeOwnMessage } from '../messages.ts';
import * as table from './rows.ts';
import { release } from './scheduled.ts';
import { giveReplyBack, replyOf, replyOfMessage, takeReply } from '../replies.ts';
import type { Store } from '../../platform/store/store.ts';
import { createDispatch, type Dispatch, type DispatchDependencies } from './dispatch.ts';

/** A reply that is in the composer again, and the draft that it stands first in. */
export type GivenBack = {
  readonly leadID: LeadID;
  readonly replyID: ReplyID | null;
  readonly text: string;
  readonly draft: string;
};

export type Outbox = Pick<Dispatch, 'wake' | 'stop'> & {
  /**
   * Queues a reply and clears the draft, in one transaction; under an id that was taken it only returns
   * the reply that took it. `later`: when it leaves by itself. `beside`: it was written elsewhere than in
   * the composer, whose draft stays. `not_found`: no such lead. `conflict`: that reply was taken back.
   */
  readonly send: (
    leadID: LeadID,
    replyID: ReplyID,
    text: string,
    later?: table.Later,
    beside?: 'beside',
  ) => Answer<{ message: Message }>;
  /** The text that an id was taken for; empty when the reply was taken back, null while it is free. */
  readonly sentAs: (replyID: ReplyID) => string | null;
  /** Calls back a reply that waits or failed; its text stands first in the draft. `too_late` once it has left. */
  readonly undo: (messageID: MessageID) => Answer<GivenBack>;
  /**
   * Tries a failed or waiting reply now, and looks now for one that may have left, where that can be.
   * `anyway`: the person's word that it shall be sent, though it may arrive twice.
   */
  readonly retry: (messageID: MessageID, anyway?: boolean) => Answer<{ message: Message }>;
  /** Removes a reply that failed, waits for its time, or that nobody can confirm; its text is in the answer and nowhere else. */
  readonly discard: (messageID: MessageID) => Answer<GivenBack>;
};

const noSuchMessage = (): Answer<never> => fail('not_found', 'There is no such reply.');

/** Makes the outbox and goes on where the last one ended. */
export const createOutbox = (
  dependencies: Omit<DispatchDependencies, 'tell'> & {
    readonly publish: (change: Change) => void;
    readonly undoSeconds: () => number;
  },
): Outbox => {
  const { store, sender, clock, publish, undoSeconds } = dependencies;
  const tell = (lead: number): void =>
    publish({ kinds: ['leads', 'connection'], leadIDs: [leadIDOf(lead)] });
  const dispatch = createDispatch({ ...dependencies, tell });

  /** The reply behind an id of the contract, if it is still in the outbox. */
  const find = (messageID: MessageID): table.Outgoing | null => {
    const message = rowOf(messageID);
    return message === null ? null : table.outgoing(store, message);
  };

  const shown = (message: number): Answer<{ message: Message }> => {
    const found = messageByRow(store, message, aheadOf(clock));
    return found === null ? noSuchMessage() : succeed({ message: found });
  };

  /** What became of a reply that is not in the outbox any more: given back, sent, or never there. */
  const ofThePast = (messageID: MessageID): Answer<GivenBack> => {
    const message = rowOf(messageID);
    const reply = message === null ? null : replyOfMessage(store, message);
    if (reply !== null && reply.givenBack !== null) {
      const { lead, replyID, givenBack: text } = reply;
      const draft = draftOf(store, lead).text;
      return succeed({ leadID: leadIDOf(lead), replyID, text, draft });
    }
    const isSent = message !== null && messageByRow(store, message, 0)?.sending != null;
    return isSent ? fail('too_late', 'The reply has left.') : noSuchMessage();
  };

  /** Takes a reply out again and puts `draft` in its conversation. */
  const takeBack = ({ message, lead, text }: table.Outgoing, draft: Draft): Answer<GivenBack> => {
    const replyID = replyOfMessage(store, message)?.replyID ?? null;
    store.write(() => {
      giveReplyBack(store, message, text);
      removeOwnMessage(store, message);
      saveDraft(store, lead, draft, clock.now());
      refreshInbox(store, lead);
    });
    tell(lead);
    dispatch.pump();
    return succeed({ leadID: leadIDOf(lead), replyID, text, draft: draft.text });
  };

  return {
    send: (leadID, replyID, text, later, beside) => {
      const taken = replyOf(store, replyID);
      if (taken !== null) {
        return taken.givenBack === null
          ? shown(taken.message)
          : fail('conflict', 'The reply was taken back.');
      }
      const lead = rowOf(leadID);
      const accountID = lead === null ? null : accountOf(store, lead);
      if (lead === null || accountID === null) return fail('not_found', 'There is no such lead.');
      const now = clock.now();
      const undoMs = later === undefined ? undoSeconds() * 1_000 : 0;
      const nextAt = clock.steady() + undoMs;
      const message = store.write(() => {
        const row = insertOwnMessage(store, { lead, accountID, text, now });
        takeReply(store, { replyID, message: row, lead });
        table.enqueue(store, {
          message: row,
          lead,
          accountID,
          undoMs,
          nextAt,
          later: later ?? null,
        });
        if (beside === undefined) saveDraft(store, lead, { text: '', replyID: null }, now);
        refreshInbox(store, lead);
        return row;
      });
      tell(lead);
      dispatch.pump();
      return shown(message);
    },

    sentAs: (replyID) => {
      const taken = replyOf(store, replyID);
      if (taken === null) return null;
      return taken.givenBack === null ? (messageByRow(store, taken.message, 0)?.text ?? '') : '';
    },

    undo: (messageID) => {
      const row = find(messageID);
      if (row === null) return ofThePast(messageID);
      if (row.state !== 'queued' && row.state !== 'failed')
        return fail('too_late', 'The reply has left.');
      const { text, replyID } = draftOf(store, row.lead);
      return takeBack(row, { text: withReplyBack(row.text, text), replyID });
    },

    retry: (messageID, anyway = false) => {
      const row = find(messageID);
      if (row === null) return noSuchMessage();
      const waits = row.state === 'queued' && row.waitsFor !== 'undo';
      if (row.state !== 'failed' && row.state !== 'checking' && !waits) {
        return fail('conflict', 'The reply is on its way.');
      }
      const mayHaveLeft = row.state === 'checking' || row.mayHaveLeft;
      const nextAt = clock.steady();
      store.write(() => {
        // Where nobody can look, this is the person's word that it shall be sent (again).
        if (mayHaveLeft && !anyway && sender(row.accountID).canLook)
          table.lookNow(store, row.message, nextAt);
        else if (row.sendAt !== null) release(store, row.message, clock.now(), nextAt);
        else table.requeue(store, row.message, nextAt);
        refreshInbox(store, row.lead);
      });
      tell(row.lead);
      dispatch.pump();
      return shown(row.message);
    },

    discard: (messageID) => {
      const row = find(messageID);
      if (row === null) return ofThePast(messageID);
      const isScheduled = row.state === 'queued' && row.waitsFor === 'schedule';
      if (row.state !== 'failed' && row.state !== 'checking' && !isScheduled) {
        return fail('conflict', 'The reply is on its way.');
      }
      return takeBack(row, draftOf(store, row.lead));
    },

    wake: dispatch.wake,
    stop: dispatch.stop,
  };
};

const accountOf = (store: Store, lead: number): AccountID | null =>
  store
    .prepare<[number], { account_id: AccountID }>(
      'outbox.account',
      'SELECT account_id FROM leads WHERE lead = ?',
    )
    .get(lead)?.account_id ?? null;
