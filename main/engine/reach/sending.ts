/** Has main send the queued news at the chosen time, several as one message, at most once. */
import type { AttachedChannel } from '../../../contract/port.ts';
import {
  mayRetry,
  type ChannelID,
  type ReachFailure,
  type ReachMessage,
  type ReachOutcome,
} from '../../../contract/reach.ts';
import { createBackoff } from '../../clock/backoff.ts';
import { createSchedule } from '../../clock/schedule.ts';
import type { EngineDependencies } from '../accounts/runtime.ts';
import { findLeadRow } from '../leads/lead-rows.ts';
import { getBusinessTime } from '../leads/reply-deadlines.ts';
import { readQuiet } from '../notify/quiet.ts';
import { filterUnsettled } from '../notify/settled.ts';
import { pickFirstID } from '../platform/questions.ts';
import type { Random } from '../platform/random.ts';
import { readSettings } from '../platform/settings.ts';
import { buildMessage } from './message.ts';
import { listEndedSignIns, isWanted, listOpenGaps } from './news.ts';
import * as table from './rows.ts';

export type Sending = ReturnType<typeof createSending>;

export type SendingDependencies = Omit<EngineDependencies, 'random'> & {
  readonly random: Pick<Random, 'fraction'>;
  /** Has main send a message, which it reports to `onOutcome`. */
  readonly send: (id: number, channelID: ChannelID, message: ReachMessage) => void;
};

/** News that arrives within this time becomes one message. */
const burstMs = 2_000;
const afterSleepMs = 10_000;
/** Polls business time, quiet hours and the cap, because the computer's clock can be set. */
const checkEveryMs = 10_000;
/** A clock may be set back this far unnoticed. */
const toleranceMs = 60_000;
const keptMs = 30 * 24 * table.hourMs;

const failureWait = createBackoff({ first: 10_000, max: 10 * 60_000, jitter: 0.25 });
/** About an hour of retries. */
const maxTries = 12;

const interrupted: ReachFailure = { what: 'unknown' };

export const createSending = (dependencies: SendingDependencies) => {
  const { store, clock, random, log, send, publish } = dependencies;
  let channels: readonly AttachedChannel[] | null = null;
  let notBefore = 0;
  let nextID = pickFirstID();
  let isStopped = false;
  /** True while the window does not know of all queued news. */
  let isNew = false;
  /** Messages that main is sending. */
  const pending = new Map<number, { readonly channelID: ChannelID; readonly rows: number[] }>();
  const pauses = new Map<ChannelID, { readonly failures: number; readonly until: number }>();

  const schedule = createSchedule(clock, (thrown) => {
    log.error({ err: thrown }, 'messages to the channels were interrupted');
    schedule.in('check', checkEveryMs, check);
  });

  /** Checks within seconds, for example after a change of the settings. */
  const checkSoon = (): void => {
    const due = schedule.getDueTime('check');
    if (channels === null || (due !== null && due <= clock.steady() + burstMs)) return;
    schedule.in('check', burstMs, check);
  };

  /** True if the news no longer matters. */
  const isOver = ({ kind, lead, at, subject }: table.QueuedNews): boolean => {
    if (!isWanted(store, kind)) return true;
    if (kind === 'stopped')
      return !listOpenGaps(store).has(subject) && !listEndedSignIns(store).has(subject);
    const row = lead === null ? null : findLeadRow(store, lead);
    if (lead === null || row === null) return true;
    if (kind === 'refused')
      return row.outgoing?.state !== 'failed' && row.outgoing?.state !== 'unconfirmed';
    // The reply may have been written elsewhere. An incomplete lead is not known to need one yet.
    return (
      filterUnsettled(store, [{ lead, kind, at }], clock.now()).length === 0 ||
      (!row.needsReply && !row.isIncomplete)
    );
  };

  const isDue = ({ since }: table.QueuedNews): boolean => {
    const { afterMinutes } = readSettings(store).reach;
    if (afterMinutes === 0) return true;
    const due = getBusinessTime(store).add(since, afterMinutes * 60_000);
    return due !== null && due <= clock.now();
  };

  /** Drops news that no longer matters, restarts the wait of news from the future, and returns what is due. */
  const takeDueNews = (channelID: ChannelID): readonly table.QueuedNews[] => {
    const now = clock.now();
    const all = table.listWaitingNews(store, channelID);
    const over = all.filter(isOver);
    const future = all.filter(({ since }) => since > now + toleranceMs);
    if (over.length + future.length > 0)
      store.writeRepeatable(() => {
        table.removeNews(store, toRowNumbers(over));
        table.setSince(store, toRowNumbers(future), { now });
      });
    return all.filter((one) => !over.includes(one) && !future.includes(one) && isDue(one));
  };

  const countSent = (channelID: ChannelID): number =>
    table.countSentWithinHour(store, channelID, clock.now());

  const sendDue = async (channelID: ChannelID): Promise<void> => {
    const due = takeDueNews(channelID);
    const { mostPerHour } = readSettings(store).reach;
    if (due.length === 0 || countSent(channelID) >= mostPerHour) return;
    store.write(() => table.setSending(store, toRowNumbers(due), { now: clock.now() }));
    try {
      await store.flush();
    } catch (thrown) {
      log.error({ err: thrown }, 'a message to a channel could not be recorded');
      store.writeRepeatable(() => table.setWaiting(store, toRowNumbers(due), {}));
      return;
    }
    if (isStopped) return;
    const over = due.filter(isOver);
    if (over.length > 0) store.writeRepeatable(() => table.removeNews(store, toRowNumbers(over)));
    const left = due.filter((one) => !over.includes(one));
    if (left.length === 0) return;
    const message = buildMessage(store, left, countSent(channelID) >= mostPerHour);
    const id = nextID++;
    pending.set(id, { channelID, rows: toRowNumbers(left) });
    send(id, channelID, message);
  };

  const check = async (): Promise<void> => {
    if (channels === null) return;
    if (isNew) publish({ kinds: ['reach'], leadIDs: [] });
    isNew = false;
    const now = clock.steady();
    const isHeld = now < notBefore || readQuiet(store, clock.now()).until !== null;
    for (const { channelID, on } of isHeld ? [] : channels) {
      const isSending = [...pending.values()].some((each) => each.channelID === channelID);
      if (on && !isSending && now >= (pauses.get(channelID)?.until ?? 0)) await sendDue(channelID);
    }
    if (table.hasWaiting(store)) schedule.in('check', checkEveryMs, check);
  };

  store.writeRepeatable(() => table.failInterrupted(store, interrupted));

  return {
    /** Takes the channels that main reported; nothing is sent before. */
    attach: (attached: readonly AttachedChannel[]): void => {
      channels = attached;
      store.write(() => table.tidyNews(store, attached, clock.now() - keptMs));
      pauses.clear();
      checkSoon();
    },
    /** Call after news was queued. */
    onQueued: (): void => {
      isNew = true;
      checkSoon();
    },
    checkSoon,
    onOutcome: (id: number, outcome: ReachOutcome): void => {
      const message = pending.get(id);
      if (message === undefined) return;
      pending.delete(id);
      const { channelID, rows } = message;
      const isRetried = !outcome.ok && mayRetry(outcome.failure);
      store.write(() => {
        if (outcome.ok) table.setSent(store, rows, {});
        else table.retryOrFail(store, rows, outcome.failure, isRetried ? maxTries : 0);
      });
      if (isRetried) {
        const failures = (pauses.get(channelID)?.failures ?? 0) + 1;
        const wait = Math.max(outcome.retryAfter ?? 0, failureWait(failures, random.fraction));
        pauses.set(channelID, { failures, until: clock.steady() + wait });
      } else pauses.delete(channelID);
      // Without `detail`, in which the service may have repeated a customer's words.
      if (!outcome.ok) {
        const { what, status } = outcome.failure;
        log.warn({ channelID, what, status }, 'a message did not arrive');
      }
      publish({ kinds: ['reach'], leadIDs: [] });
      checkSoon();
    },
    wake: (): void => {
      notBefore = clock.steady() + afterSleepMs;
      pauses.clear();
      checkSoon();
    },
    stop: (): void => {
      isStopped = true;
      schedule.stop();
    },
  };
};

const toRowNumbers = (news: readonly table.QueuedNews[]): number[] => news.map(({ row }) => row);
