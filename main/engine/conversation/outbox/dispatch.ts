/** Sends each conversation's first waiting reply when it is due. The table is the queue; memory holds no reply. */
import { isDeepStrictEqual } from 'node:util';
import type { Failure } from '../../../../contract/errors.ts';
import type { AccountID } from '../../../../contract/records.ts';
import { computeClockOffset, type Clock } from '../../../clock/clock.ts';
import { createSchedule } from '../../../clock/schedule.ts';
import type { Log } from '../../../log/log.ts';
import { dropFarTime } from '../../platform/http/fields.ts';
import type { Random } from '../../platform/random.ts';
import { refreshInbox } from '../../leads/inbox.ts';
import * as table from './rows.ts';
import { findWaitingReply } from '../rule-replies.ts';
import { findNextSendAt, releaseDue } from './scheduled.ts';
import type { Store } from '../../platform/store/store.ts';
import type { Courier, Sender } from './courier.ts';
import {
  createColleagueFailure,
  findAnswerer,
  leaveToOther,
  type ReplyTeam,
} from './reply-team.ts';
import { createTurns, isOwnTurn, type Turn } from './turns.ts';
import {
  decideAfterSearch,
  decideAfterSending,
  countSearch,
  noSearches,
  toUnknownOutcome,
} from './outcome.ts';
import type { Next, Searches, Timing } from './outcome.ts';

/** Delay before a reply of a disconnected account is retried. */
const accountWaitMs = 5 * 60_000;
/** Delay after the store refused a write. */
const storeWaitMs = 5_000;
/** Delay while another reply of the lead is being sent. */
const turnWaitMs = 2_000;
/** Interval of checks without a trigger, so that a lost timer delays no reply for longer. */
const watchMs = 15_000;

/** Reason of an unknown outcome after an exit or crash. */
const interruption: Failure = { code: 'outcome_unknown', message: 'The app was interrupted.' };

export type DispatchDependencies = {
  readonly store: Store;
  readonly getSender: (accountID: AccountID) => Sender;
  readonly clock: Clock;
  readonly random: Random;
  readonly onChanged: (lead: number) => void;
  readonly onRefused?: (lead: number) => void;
  /** Called in the transaction in which a reply starts to leave. False: it was withdrawn or postponed. */
  readonly release: (row: table.Outgoing) => boolean;
  /** Omitted or null while this desktop belongs to no team. */
  readonly team?: (() => ReplyTeam | null) | undefined;
  readonly log: Log;
};

export const createDispatch = (dependencies: DispatchDependencies) => {
  const { store, getSender, clock, random, onChanged, release, team, onRefused, log } =
    dependencies;
  const busy = new Set<number>();
  /** Searches by reply; in memory only, because repeating them is safe. */
  const searches = new Map<number, Searches>();
  let stopped = false;
  /** Replies may be `sending` without a request: the last engine exited, or the store failed. */
  let mayBeInterrupted = true;
  const schedule = createSchedule(clock, (thrown) => handleError(thrown));

  /** Applies an outcome unless the reply's state is no longer `from`. A success always applies. */
  const settle = (
    { message, state: from }: Pick<table.Outgoing, 'message' | 'state'>,
    next: Next,
  ): void => {
    if (stopped) return;
    const row = store.write(() => {
      const current = table.findOutgoing(store, message);
      if (current === null || (current.state !== from && next.state !== 'sent')) return null;
      if (next.state === 'sent') {
        const sentAt = dropFarTime(next.sentAt, clock.now());
        table.confirmSent(store, current, next.messageID, sentAt);
      } else table.setState(store, message, next);
      if (next.state === 'failed') {
        refreshInbox(store, current.lead);
        onRefused?.(current.lead);
      }
      return current;
    });
    if (next.state !== 'checking') searches.delete(message);
    if (row !== null) onChanged(row.lead);
  };

  const getTiming = ({ pausedUntil }: Courier): Timing => ({
    now: clock.steady(),
    pausedUntil: pausedUntil(),
    random,
  });

  const attempt = async (
    row: table.Outgoing,
    courier: Courier,
    turn: Turn | undefined,
  ): Promise<void> => {
    const isReleased = store.write(() => {
      if (!release(row)) return false;
      table.setSending(store, row.message, turn?.answer === 'silent');
      return true;
    });
    onChanged(row.lead);
    if (!isReleased) return;
    const answer = await courier.deliver(row, turn?.maySend);
    const { canSearch } = getSender(row.accountID);
    const next = decideAfterSending(answer, row.attempts + 1, canSearch, getTiming(courier));
    settle({ ...row, state: 'sending' }, next);
  };

  const search = async (row: table.Outgoing, courier: Courier): Promise<void> => {
    const answer = await courier.find(row);
    const before = searches.get(row.message) ?? noSearches;
    const counted = countSearch(before, answer, clock.steady());
    searches.set(row.message, counted);
    settle(row, decideAfterSearch(answer, counted, getTiming(courier)));
  };

  const getTeam = (): ReplyTeam | null => team?.() ?? null;
  const turns = createTurns(store, getTeam, clock);

  /** True if a reply about to leave without the hub was sent by another desktop. A failed search does not delay it. */
  const isSentElsewhere = async (row: table.Outgoing, courier: Courier): Promise<boolean> => {
    if (row.state !== 'queued' || !getSender(row.accountID).canSearch) return false;
    const answer = await courier.find(row);
    if (!answer.ok || answer.value === null) return false;
    settle(row, decideAfterSearch(answer, noSearches, getTiming(courier)));
    return true;
  };

  const sendOrSearch = async (row: table.Outgoing, courier: Courier): Promise<void> => {
    try {
      const turn = getTeam() === null ? undefined : await turns.take(row);
      const isSent = turn?.answer === 'silent' && (await isSentElsewhere(row, courier));
      if (!isSent && (turn === undefined || mayProceed(row, turn)))
        await (row.state === 'checking' ? search(row, courier) : attempt(row, courier, turn));
      if (turn !== undefined) turns.keep(row.message, turn);
      turns.freeEnded();
      busy.delete(row.lead);
    } catch (thrown) {
      busy.delete(row.lead);
      handleError(thrown);
      return;
    }
    pump();
  };

  /** True if a reply may be sent or searched for, now that its turn was requested; if not, stores its next state. */
  const mayProceed = (row: table.Outgoing, turn: Turn): boolean => {
    const current = table.findOutgoing(store, row.message);
    if (stopped || !isDeepStrictEqual(current, row) || !turn.maySend()) return false;
    if (getTeam()?.isHolder(row) === false) {
      store.write(() => leaveToOther(store, row, ''));
      onChanged(row.lead);
      return false;
    }
    const own = isOwnTurn(turn.answer) ? turn.answer : null;
    const answerer = findAnswerer(store, getTeam(), row, own);
    if (answerer !== null) {
      settle(row, { state: 'failed', reason: createColleagueFailure(answerer) });
      return false;
    }
    // Without the hub, another desktop may be sending the same reply of a rule.
    const isSure = turn.answer !== 'silent' || findWaitingReply(store, row.message) === null;
    if (turn.answer !== 'wait' && isSure) return true;
    delay(row, 'turn', turnWaitMs);
    return false;
  };

  const delay = (row: table.Outgoing, waitsFor: 'turn' | 'reconnect', ms: number): void => {
    const at = clock.steady() + ms;
    settle(
      row,
      row.state === 'checking' ? { state: 'checking', at } : { state: 'queued', waitsFor, at },
    );
  };

  /** Resumes replies whose response was lost. */
  const resume = (): void => {
    store.write(() => {
      table.failUnknown(store, toUnknownOutcome(interruption));
      table.correctTimes(store, clock.steady());
    });
    for (const row of table.listInterruptedReplies(store, [...busy])) {
      settle(
        row,
        getSender(row.accountID).canSearch
          ? { state: 'checking', at: clock.steady() }
          : { state: 'failed', reason: toUnknownOutcome(interruption) },
      );
    }
  };

  const sendDue = (): void => {
    const now = clock.steady();
    if (mayBeInterrupted) resume();
    mayBeInterrupted = false;
    turns.freeEnded();
    for (const lead of releaseDue(store, clock.now(), now)) onChanged(lead);
    for (const row of table.listDueReplies(store, now)) {
      if (busy.has(row.lead)) continue;
      const { courier } = getSender(row.accountID);
      if (courier === null) {
        delay(row, 'reconnect', accountWaitMs);
        continue;
      }
      busy.add(row.lead);
      void sendOrSearch(row, courier);
    }
    const sendAt = findNextSendAt(store);
    const next = Math.min(
      table.findNextDueAt(store, [...busy]) ?? Infinity,
      sendAt === null ? Infinity : sendAt - computeClockOffset(clock),
    );
    if (next < Infinity) schedule.at('send', next, sendDue);
  };

  const pump = (): void => schedule.now('send', sendDue);

  const watch = (): void => {
    schedule.in('watch', watchMs, watch);
    pump();
  };

  const handleError = (thrown: unknown): void => {
    if (stopped) return;
    mayBeInterrupted = true;
    log.error({ err: thrown }, 'the outbox was interrupted and will check its replies');
    schedule.in('send', storeWaitMs, sendDue);
  };

  watch();

  return {
    /** Sends due replies; call it after a reply was added, removed or may be retried. */
    pump,
    /** Retries waiting replies; call it when the network, the computer or an account is back. */
    wake: (): void => {
      if (stopped) return;
      store.write(() => table.retryNow(store, clock.steady()));
      pump();
    },
    stop: (): void => {
      stopped = true;
      schedule.stop();
    },
  };
};
