/** Synchronizes an account: its businesses, lists of leads, and each lead at its own interval. */
import type { Failure } from '../../../../../../contract/errors.ts';
import type { AccountID } from '../../../../../../contract/records.ts';
import { toLeadID } from '../../../../platform/store/ids.ts';
import { createSchedule } from '../../../../../clock/schedule.ts';
import type { Urgency } from '../../../../platform/http/budget.ts';
import type { ServiceClient } from '../service/client.ts';
import { findAccount, setProgress, type AccountProgress } from '../../../../accounts/rows.ts';
import { limitWaits, prioritizeActiveLeads } from '../../../../accounts/poll-priority.ts';
import type { Changes } from '../../../../accounts/ingest/changes.ts';
import * as polls from '../../../../accounts/polls.ts';
import { createHealth } from '../../../../accounts/sync/health.ts';
import { pollLead, type LeadOutcome } from './lead-poll.ts';
import { createListJobs } from './list-jobs.ts';
import { recordOutcome, recordRead } from './poll-outcome.ts';
import { createWatchedLead } from './watched-lead.ts';
import * as pace from '../../../../accounts/sync/pace.ts';
import type { AccountSync, Poller, SyncDependencies } from '../../../../accounts/runtime.ts';

/** Concurrent polls; the lead on the screen may add one. */
const maxPolls = 4;
const storeRestMs = 5_000;

const interruption: Failure = { code: 'internal', message: 'Synchronization was interrupted.' };

export const createAccountSync = (
  dependencies: SyncDependencies & {
    readonly poller: Poller;
    readonly client: ServiceClient;
    readonly onRecovered: () => void;
  },
  accountID: AccountID,
): AccountSync => {
  const { store, ingest, client, clock, random, publish, poller, onRecovered, log } = dependencies;
  const health = createHealth(dependencies, accountID);
  const connectedAt = Math.min(findAccount(store, accountID)?.connectedAt ?? 0, clock.now());
  const inFlight = new Set<number>();
  const watched = createWatchedLead(clock);
  let lastAdded = 0;
  let lastAt = findAccount(store, accountID)?.lastContactAt ?? null;
  let nextAt: number | null = null;
  let storeRestsUntil = 0;
  /** Number of times that everything was made due, by the person or by a wake-up. */
  let catchUps = 0;
  let isStopped = false;

  const isWanted = (): boolean => !isStopped;
  /** Cached, because reading the row parses a whole profile. */
  let isPaused = findAccount(store, accountID)?.backfill === 'paused';
  const toWallClock = (at: number): number => clock.now() + at - clock.steady();
  const publishConnection = (): void => publish({ kinds: ['connection'], leadIDs: [] });

  /** Saves the progress of the backfill and publishes visible changes. */
  const saveProgress = (now: AccountProgress): void => {
    const before = findAccount(store, accountID);
    setProgress(store, accountID, now);
    const after = findAccount(store, accountID);
    if (before?.backfill !== after?.backfill || before?.listsLeads !== after?.listsLeads)
      publishConnection();
  };

  const handleInterruption = (thrown: unknown): void => {
    log.error({ err: thrown, accountID }, 'synchronization was interrupted and will go on');
    storeRestsUntil = clock.steady() + storeRestMs;
  };

  const schedule = createSchedule(clock, handleInterruption);

  /** Runs `work`; an exception, such as a full store, pauses the synchronization only. */
  const attempt = (startDue: () => void): void => {
    try {
      startDue();
    } catch (thrown) {
      handleInterruption(thrown);
    }
  };

  /** Tracks the service's health. Never rejects. */
  const ask = async (
    request: () => Promise<Failure | null>,
    done: (failure: Failure | null) => void,
  ): Promise<void> => {
    const before = catchUps;
    let failure: Failure | null = interruption;
    try {
      failure = await request();
    } catch (thrown) {
      if (!isStopped) handleInterruption(thrown);
    }
    if (isStopped) return;
    attempt(() => {
      const wasOnline = health.report().online;
      if (failure === null) {
        lastAt = clock.now();
        health.recordSuccess();
        if (!wasOnline) onRecovered();
      } else health.recordFailure(failure, client.pausedUntil());
    });
    attempt(() => done(failure));
    // A request from before the wake-up says nothing about the service now.
    if (failure !== null && catchUps > before) makeDue();
    pump();
  };

  const addMissingPolls = (): void => {
    const { last, more } = polls.addPolls(store, accountID, lastAdded, clock.steady());
    lastAdded = last;
    if (more) schedule.in('begin', 0, continueAddingPolls);
  };

  const continueAddingPolls = (): void => {
    if (!isStopped) attempt(addMissingPolls);
    pump();
  };

  const publishLead = (lead: number): void =>
    publish({ kinds: ['leads'], leadIDs: [toLeadID(lead)] });

  const finishPoll = (lead: number, outcome: LeadOutcome): void => {
    const about = { store, ingest, clock, random, accountID, poller, publishLead };
    const atLeast = outcome.state === 'found' ? 0 : (recordOutcome(about, lead, outcome) ?? 0);
    watched.planAfter(lead, atLeast);
  };

  const startPoll = (due: polls.DueLead, urgency: Urgency): void => {
    inFlight.add(due.lead);
    const listsLeads = findAccount(store, accountID)?.listsLeads === true;
    const listedBefore = listsLeads ? connectedAt : -Infinity;
    const onRead = (changes: Changes, readTo: number | null): void =>
      recordRead({ store, clock, random, accountID }, due.lead, readTo, changes);
    const about = { ingest, client, poller, accountID, isWanted, listedBefore, onRead };
    let outcome: LeadOutcome = { state: 'failed', failure: interruption };
    const request = async (): Promise<Failure | null> => {
      outcome = (await pollLead(about, due, urgency)) ?? outcome;
      return outcome.state === 'failed' ? outcome.failure : null;
    };
    void ask(request, () => {
      inFlight.delete(due.lead);
      finishPoll(due.lead, outcome);
    });
  };

  const lists = createListJobs({
    ...{ store, ingest, clock, accountID, client, poller, ask, isWanted },
    ...{ saveProgress, addMissingPolls, isPaused: () => isPaused },
    onListed: () => {
      addMissingPolls();
      publishConnection();
      pump();
    },
  });

  /** The backfill is done when all lists and histories have been read. */
  const finishBackfill = (): void => {
    if (findAccount(store, accountID)?.backfill !== 'running' || !lists.isWalked()) return;
    if (!polls.lacksHistory(store, accountID)) saveProgress({ backfill: 'done' });
  };

  /** Starts everything that is due; returns the next due time, or null. */
  const startDue = (now: number): number | null => {
    lists.startDue(now);
    const mayPoll = poller.mayPoll();
    const seen = mayPoll ? watched.findDue(now) : null;
    if (seen !== null && !inFlight.has(seen)) {
      const due = polls.findPoll(store, accountID, seen);
      if (due === null) watched.setDueAt(now + pace.listMs);
      else startPoll(due, 'person');
    }
    const free = maxPolls - inFlight.size;
    // Unread histories are due since the creation of their leads.
    const since = isPaused ? connectedAt : -Infinity;
    // Without the duty this desktop only reads histories of the import.
    const mayRead = mayPoll || findAccount(store, accountID)?.backfill === 'running';
    const due =
      free <= 0 || !mayRead
        ? []
        : polls.listDueLeads(store, accountID, now, [...inFlight], free, since);
    for (const lead of due) startPoll(lead, 'background');
    if (inFlight.size === 0) finishBackfill();
    const times = [
      polls.readNextDueAt(store, accountID, now),
      ...lists.getDueTimes(),
      watched.getDueAt(),
    ];
    const later = times.filter((time) => time !== null).filter((time) => time > now);
    return later.length === 0 ? null : Math.min(...later);
  };

  const pump = (): void => {
    if (isStopped) return;
    schedule.cancel('work');
    const now = clock.steady();
    const until = Math.max(health.getRestEnd(), storeRestsUntil);
    nextAt = until > now ? until : now + storeRestMs;
    if (until <= now) attempt(() => void (nextAt = startDue(now)));
    if (nextAt !== null) schedule.at('work', nextAt, pump);
  };

  /** Makes businesses, lists, recently active leads (the latest first) and missing leads due now. */
  const makeDue = (): void => {
    health.wake();
    lists.makeDue();
    watched.setDueAt(0);
    attempt(() => {
      addMissingPolls();
      const recent = { activeWithin: pace.recentMs, now: clock.now(), by: clock.steady() };
      prioritizeActiveLeads(store, accountID, recent, pace.maxMissing);
    });
  };

  const catchUp = (): void => {
    if (isStopped) return;
    catchUps += 1;
    makeDue();
    pump();
  };

  return {
    start: () => {
      // Earlier plans may come from a wrong clock.
      attempt(() => {
        const by = clock.steady() + pace.openLongestMs;
        const open = { activeWithin: pace.openMs, now: clock.now(), by };
        limitWaits(store, accountID, open, clock.steady() + pace.longestMs);
      });
      catchUp();
    },
    watch: (lead, focused) => {
      watched.watch(lead, focused);
      pump();
    },
    checkNow: () => {
      lists.askForList();
      catchUp();
    },
    onAnswered: () => {
      if (isStopped || health.report().online) return;
      health.wake();
      attempt(health.recordSuccess);
      onRecovered();
      pump();
    },
    pauseImport: (paused) => {
      if (findAccount(store, accountID)?.backfill !== (paused ? 'running' : 'paused')) return;
      isPaused = paused;
      saveProgress({ backfill: paused ? 'paused' : 'running' });
      lists.makeWalkDue();
      pump();
    },
    wake: catchUp,
    pollDue: pump,
    report: () => {
      const account = findAccount(store, accountID);
      const rests = health.getRestEnd();
      const isResting = rests > clock.steady();
      return {
        ...health.report(),
        polling: {
          lastAt,
          nextAt: nextAt === null ? null : toWallClock(nextAt),
          listsLeads: account?.listsLeads ?? null,
          pausedUntil: isResting ? toWallClock(rests) : null,
        },
        backfill: {
          state: account?.backfill ?? 'waiting',
          leads: polls.countReadLeads(store, accountID),
        },
      };
    },
    stop: () => {
      isStopped = true;
      schedule.stop();
    },
  };
};
