/**
 * Sends replies: durably, in order for each conversation, and never twice. A reply that may have
 * left without an answer is looked for on the service before it is sent again (security rule 15); where
 * the service shows no conversation (legacy), it fails and the person decides.
 * It holds no reply in memory: the table is the queue.
 */
import { fail, succeed, type Answer, type Failure } from '../../../contract/errors.ts';
import type { Change } from '../../../contract/events.ts';
import type { AccountID, LeadID, Message, MessageID } from '../../../contract/records.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Log } from '../../log/log.ts';
import type { Random } from '../random.ts';
import { draftOf, saveDraft } from '../store/drafts.ts';
import { leadIDOf, rowOf } from '../store/ids.ts';
import { refreshInbox } from '../store/inbox.ts';
import { insertOwnMessage, messageByRow, removeOwnMessage } from '../store/messages.ts';
import * as table from '../store/outbox.ts';
import type { Store } from '../store/store.ts';
import type { Courier } from './courier.ts';
import {
  afterLook,
  afterSending,
  countLook,
  unknownOutcome,
  type Looks,
  type Next,
} from './outcome.ts';

export type Outbox = {
  /** Queues a reply and clears the draft, in one transaction. `not_found`: no such lead. */
  readonly send: (leadID: LeadID, text: string) => Answer<{ message: Message }>;
  /** Calls a queued reply back; its text stands first in the draft. `too_late` once it has left. */
  readonly undo: (messageID: MessageID) => Answer<{ leadID: LeadID; text: string }>;
  /** Tries a failed or waiting reply now; one that may have left is looked for first, where that can be. */
  readonly retry: (messageID: MessageID) => Answer<{ message: Message }>;
  /** Removes a failed reply; its text becomes the draft if there is none. */
  readonly discard: (messageID: MessageID) => Answer<{ leadID: LeadID; text: string }>;
  /** The network, the computer or an account is back: what waits may be tried. */
  readonly wake: () => void;
  readonly stop: () => void;
};

/** How long a reply waits for an account without a client before it asks again. */
const accountWaitMs = 5 * 60_000;
/** How long the outbox rests after the store has refused a write. */
const storeWaitMs = 5_000;

/** The app ended, or broke, before the service had answered. */
const cutOff: Failure = { code: 'outcome_unknown', message: 'The app was interrupted.' };

const noSuchMessage = (): Answer<never> => fail('not_found', 'There is no such reply.');

/** Makes the outbox and goes on where the last one ended. */
export const createOutbox = (parts: {
  readonly store: Store;
  /** How replies of an account leave; null while nobody connects it. */
  readonly courier: (accountID: AccountID) => Courier | null;
  readonly clock: Clock;
  readonly random: Random;
  readonly publish: (change: Change) => void;
  readonly log: Log;
  readonly undoSeconds: () => number;
}): Outbox => {
  const { store, courier, clock, random, publish, log, undoSeconds } = parts;
  const busy = new Set<number>();
  /** The looks for each reply; forgotten with the process, which is the safe side. */
  const looks = new Map<number, Looks>();
  let stopped = false;
  /** Replies may be `sending` though nobody sends them: the last engine ended, or the store failed. */
  let interrupted = true;
  let callOff: (() => void) | null = null;

  const tell = (lead: number): void =>
    publish({ kinds: ['leads', 'connection'], leadIDs: [leadIDOf(lead)] });

  /** Carries out what follows from an outcome, unless the echo has settled the reply meanwhile. */
  const settle = (message: number, next: Next): void => {
    if (stopped) return;
    const row = store.write(() => {
      const current = table.outgoing(store, message);
      if (current === null) return null;
      switch (next.state) {
        case 'sent':
          table.confirmSent(store, current, next.messageID, next.sentAt);
          break;
        case 'queued':
          table.setQueued(store, message, next.waitsFor, next.at);
          break;
        case 'checking':
          table.setChecking(store, message, next.at);
          break;
        case 'failed':
          table.setFailed(store, message, next.reason);
          refreshInbox(store, current.lead);
          break;
      }
      return current;
    });
    if (next.state !== 'checking') looks.delete(message);
    if (row !== null) tell(row.lead);
  };

  const attempt = async (row: table.Outgoing, service: Courier): Promise<void> => {
    store.write(() => table.beginSending(store, row.message));
    tell(row.lead);
    const answer = await service.deliver(row);
    const at = { now: clock.now(), pausedUntil: service.pausedUntil(), random };
    settle(row.message, afterSending(answer, row.attempts + 1, row.canLook === 1, at));
  };

  const look = async (row: table.Outgoing, service: Courier): Promise<void> => {
    const answer = await service.find(row);
    const before = looks.get(row.message) ?? { emptySince: null, failed: 0 };
    const seen = countLook(before, answer, clock.now());
    looks.set(row.message, seen);
    const at = { now: clock.now(), pausedUntil: service.pausedUntil(), random };
    settle(row.message, afterLook(answer, seen, at));
  };

  const work = async (row: table.Outgoing, service: Courier): Promise<void> => {
    try {
      await (row.state === 'checking' ? look(row, service) : attempt(row, service));
      busy.delete(row.lead);
    } catch (thrown) {
      busy.delete(row.lead);
      trouble(thrown);
      return;
    }
    pump();
  };

  /** Nobody connects this account now. */
  const awaitAccount = (row: table.Outgoing): void => {
    const at = clock.now() + accountWaitMs;
    settle(
      row.message,
      row.state === 'checking'
        ? { state: 'checking', at }
        : { state: 'queued', waitsFor: 'reconnect', at },
    );
  };

  /** Replies that were leaving when nobody was there to hear the answer. */
  const resume = (): void => {
    for (const row of table.interrupted(store, [...busy])) {
      settle(
        row.message,
        row.canLook === 1
          ? { state: 'checking', at: clock.now() }
          : { state: 'failed', reason: unknownOutcome(cutOff) },
      );
    }
  };

  const pump = (): void => {
    if (stopped) return;
    callOff?.();
    callOff = null;
    try {
      if (interrupted) resume();
      interrupted = false;
      table.followClock(store, clock.now());
      for (const row of table.dueHeads(store, clock.now())) {
        if (busy.has(row.lead)) continue;
        const service = courier(row.accountID);
        if (service === null) {
          awaitAccount(row);
          continue;
        }
        busy.add(row.lead);
        void work(row, service);
      }
      const next = table.nextDueAt(store, clock.now());
      if (next !== null) callOff = clock.after(next - clock.now(), pump);
    } catch (thrown) {
      trouble(thrown);
    }
  };

  const trouble = (thrown: unknown): void => {
    if (stopped) return;
    interrupted = true;
    log.error({ err: thrown }, 'the outbox was interrupted and will look where it stands');
    callOff?.();
    callOff = clock.after(storeWaitMs, pump);
  };

  /** The reply behind an id of the contract, if it is still in the outbox. */
  const find = (messageID: MessageID): table.Outgoing | null => {
    const message = rowOf(messageID);
    return message === null ? null : table.outgoing(store, message);
  };

  const shown = (message: number): Answer<{ message: Message }> => {
    const found = messageByRow(store, message);
    return found === null ? noSuchMessage() : succeed({ message: found });
  };

  const exists = (messageID: MessageID): boolean => {
    const message = rowOf(messageID);
    return message !== null && messageByRow(store, message)?.sending != null;
  };

  /** Takes a reply out again and puts `draft` in its conversation. */
  const takeBack = (row: table.Outgoing, draft: string): void => {
    store.write(() => {
      removeOwnMessage(store, row.message);
      saveDraft(store, row.lead, draft, clock.now());
      refreshInbox(store, row.lead);
    });
    tell(row.lead);
    pump();
  };

  pump();

  return {
    send: (leadID, text) => {
      const lead = rowOf(leadID);
      const accountID = lead === null ? null : accountOf(store, lead);
      if (lead === null || accountID === null) return fail('not_found', 'There is no such lead.');
      const now = clock.now();
      const undoUntil = now + undoSeconds() * 1_000;
      const message = store.write(() => {
        const row = insertOwnMessage(store, { lead, accountID, text, now });
        table.enqueue(store, { message: row, lead, accountID, now, undoUntil });
        saveDraft(store, lead, '', now);
        refreshInbox(store, lead);
        return row;
      });
      tell(lead);
      pump();
      return shown(message);
    },

    undo: (messageID) => {
      const row = find(messageID);
      if (row === null) {
        return exists(messageID) ? fail('too_late', 'The reply has left.') : noSuchMessage();
      }
      if (row.state === 'failed') return fail('conflict', 'The reply has failed.');
      if (row.state !== 'queued') return fail('too_late', 'The reply has left.');
      const draft = draftOf(store, row.lead);
      const text = draft.trim() === '' ? row.text : `${row.text}\n\n${draft}`;
      takeBack(row, text);
      return succeed({ leadID: leadIDOf(row.lead), text });
    },

    retry: (messageID) => {
      const row = find(messageID);
      if (row === null) return noSuchMessage();
      const waits = row.state === 'queued' && row.waitsFor !== 'undo';
      if (row.state !== 'failed' && !waits) {
        return fail('conflict', 'The reply is on its way.');
      }
      store.write(() => {
        // Where nobody can look, this is the person's word that it shall be sent (again).
        if (row.mayHaveLeft && row.canLook) table.setChecking(store, row.message, clock.now());
        else table.requeue(store, row.message, clock.now());
        refreshInbox(store, row.lead);
      });
      tell(row.lead);
      pump();
      return shown(row.message);
    },

    discard: (messageID) => {
      const row = find(messageID);
      if (row === null) return noSuchMessage();
      if (row.state !== 'failed') return fail('conflict', 'The reply has not failed.');
      const draft = draftOf(store, row.lead);
      takeBack(row, draft === '' ? row.text : draft);
      return succeed({ leadID: leadIDOf(row.lead), text: row.text });
    },

    wake: () => {
      if (stopped) return;
      store.write(() => table.hurry(store, clock.now()));
      pump();
    },

    stop: () => {
      stopped = true;
      callOff?.();
    },
  };
};

const accountOf = (store: Store, lead: number): AccountID | null =>
  store
    .prepare<[number], { account_id: AccountID }>(
      'outbox.account',
      'SELECT account_id FROM leads WHERE lead = ?',
    )
    .get(lead)?.account_id ?? null;
