/**
 * Sends waiting replies: the first of each conversation when it is due, and applies the outcome.
 * Delays use the steady clock. The table is the queue; no reply is held in memory.
 */
import type { Failure } from '../../../../contract/errors.ts';
import type { AccountID } from '../../../../contract/records.ts';
import { aheadOf, type Clock } from '../../../clock/clock.ts';
import { createSchedule } from '../../../clock/schedule.ts';
import type { Log } from '../../../log/log.ts';
import type { Random } from '../../platform/random.ts';
import { refreshInbox } from '../../leads/inbox.ts';
import * as table from './rows.ts';
import { nextSendAt, releaseDue } from './scheduled.ts';
import type { Store } from '../../platform/store/store.ts';
import type { Courier, Sender } from './courier.ts';
import {
  afterLook,
  afterSending,
  countLook,
  noLooks,
  unknownOutcome,
  type Looks,
  type Next,
} from './outcome.ts';

export type Dispatch = {
  /** Sends due replies; call it after a reply was added, removed or may be retried. */
  readonly pump: () => void;
  /** Retries waiting replies after the network, the computer or an account is back. */
  readonly wake: () => void;
  readonly stop: () => void;
};

/** Delay before a reply of an account without a client is retried. */
const accountWaitMs = 5 * 60_000;
/** Delay after the store refused a write. */
const storeWaitMs = 5_000;
/** Interval of a check without a trigger, so that a lost timer strands no reply. */
const watchMs = 15_000;

/** The app ended or crashed before the response. */
const cutOff: Failure = { code: 'outcome_unknown', message: 'The app was interrupted.' };

export type DispatchDependencies = {
  readonly store: Store;
  /** Returns the sender of an account. */
  readonly sender: (accountID: AccountID) => Sender;
  readonly clock: Clock;
  readonly random: Random;
  /** Called when a reply of this lead changed. */
  readonly tell: (lead: number) => void;
  readonly log: Log;
};

/** Starts sending, and resumes what the last engine left. */
export const createDispatch = (dependencies: DispatchDependencies): Dispatch => {
  const { store, sender, clock, random, tell, log } = dependencies;
  const busy = new Set<number>();
  /** Searches for each reply; in memory only, because repeating them is safe. */
  const looks = new Map<number, Looks>();
  let stopped = false;
  /** Replies may be `sending` without a request: the last engine ended, or the store failed. */
  let interrupted = true;
  const schedule = createSchedule(clock, (thrown) => failed(thrown));

  /**
   * Applies an outcome to a reply that was in the state `from`, unless an echo settled it or the
   * person changed it meanwhile. A success always applies.
   */
  const settle = (
    { message, state: from }: Pick<table.Outgoing, 'message' | 'state'>,
    next: Next,
  ): void => {
    if (stopped) return;
    const row = store.write(() => {
      const current = table.outgoing(store, message);
      if (current === null || (current.state !== from && next.state !== 'sent')) return null;
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
    const at = { now: clock.steady(), pausedUntil: service.pausedUntil(), random };
    settle(
      { ...row, state: 'sending' },
      afterSending(answer, row.attempts + 1, sender(row.accountID).canLook, at),
    );
  };

  const look = async (row: table.Outgoing, service: Courier): Promise<void> => {
    const answer = await service.find(row);
    const before = looks.get(row.message) ?? noLooks;
    const seen = countLook(before, answer, clock.steady());
    looks.set(row.message, seen);
    const at = { now: clock.steady(), pausedUntil: service.pausedUntil(), random };
    settle(row, afterLook(answer, seen, at));
  };

  const work = async (row: table.Outgoing, service: Courier): Promise<void> => {
    try {
      await (row.state === 'checking' ? look(row, service) : attempt(row, service));
      busy.delete(row.lead);
    } catch (thrown) {
      busy.delete(row.lead);
      failed(thrown);
      return;
    }
    pump();
  };

  /** The account is not connected. */
  const awaitAccount = (row: table.Outgoing): void => {
    const at = clock.steady() + accountWaitMs;
    settle(
      row,
      row.state === 'checking'
        ? { state: 'checking', at }
        : { state: 'queued', waitsFor: 'reconnect', at },
    );
  };

  /** Resumes replies whose response was lost. */
  const resume = (): void => {
    store.write(() => {
      table.failUnknown(store, unknownOutcome(cutOff));
      table.adoptTimes(store, clock.steady());
    });
    for (const row of table.interrupted(store, [...busy])) {
      settle(
        row,
        sender(row.accountID).canLook
          ? { state: 'checking', at: clock.steady() }
          : { state: 'failed', reason: unknownOutcome(cutOff) },
      );
    }
  };

  /** Sends due replies and schedules the next check. */
  const sendDue = (): void => {
    const now = clock.steady();
    if (interrupted) resume();
    interrupted = false;
    for (const lead of releaseDue(store, clock.now(), now)) tell(lead);
    for (const row of table.dueHeads(store, now)) {
      if (busy.has(row.lead)) continue;
      const service = sender(row.accountID).courier;
      if (service === null) {
        awaitAccount(row);
        continue;
      }
      busy.add(row.lead);
      void work(row, service);
    }
    const sendAt = nextSendAt(store);
    const next = Math.min(
      table.nextDueAt(store, [...busy]) ?? Infinity,
      sendAt === null ? Infinity : sendAt - aheadOf(clock),
    );
    if (next < Infinity) schedule.at('send', next, sendDue);
  };

  const pump = (): void => schedule.now('send', sendDue);

  const watch = (): void => {
    schedule.in('watch', watchMs, watch);
    pump();
  };

  const failed = (thrown: unknown): void => {
    if (stopped) return;
    interrupted = true;
    log.error({ err: thrown }, 'the outbox was interrupted and will check its replies');
    schedule.in('send', storeWaitMs, sendDue);
  };

  watch();

  return {
    pump,
    wake: () => {
      if (stopped) return;
      store.write(() => table.retryNow(store, clock.steady()));
      pump();
    },

    stop: () => {
      stopped = true;
      schedule.stop();
    },
  };
};
