/** Starts requests for an account's lists when they are due: its businesses, the walk of all leads, and its checks. */
import type { Failure } from '../../../../../../contract/errors.ts';
import { prioritizeOpenLeads } from '../../../../accounts/poll-priority.ts';
import { findAccount } from '../../../../accounts/rows.ts';
import type { Poller } from '../../../../accounts/runtime.ts';
import * as pace from '../../../../accounts/sync/pace.ts';
import { checkLists, listUnwalked, walkLists } from './lead-list.ts';

type Job = 'businesses' | 'walk' | 'check';

const retryMs = 60_000;

export const createListJobs = (
  dependencies: Omit<Parameters<typeof walkLists>[0], 'misses'> & {
    readonly poller: Poller;
    /** Sends a request and tracks the service's health. */
    readonly ask: (
      question: () => Promise<Failure | null>,
      done: (failure: Failure | null) => void,
    ) => Promise<void>;
    /** True while the person has paused the import. */
    readonly isPaused: () => boolean;
    /** Adds polls of leads that were listed. */
    readonly addMissingPolls: () => void;
  },
) => {
  const { store, ingest, clock, accountID, client, poller, ask } = dependencies;
  const { isWanted, isPaused, addMissingPolls } = dependencies;
  const running = new Set<Job>();
  const dueAt = { businesses: 0, walk: 0, check: 0 };
  const misses = new Map<string, pace.Misses>();
  /** Set by a person's check: the service may list leads by now. */
  let asksForList = false;

  const isDue = (job: Job, now: number): boolean => dueAt[job] <= now && !running.has(job);

  const startJob = (job: Job, every: number, question: () => Promise<Failure | null>): void => {
    running.add(job);
    void ask(question, (failure) => {
      running.delete(job);
      dueAt[job] = clock.steady() + (failure === null ? every : retryMs);
    });
  };

  const fetchBusinesses = async (): Promise<Failure | null> => {
    const answer = await client.listBusinesses();
    if (!answer.ok) return answer.error;
    if (!isWanted()) return null;
    ingest.applyBusinesses(accountID, answer.value);
    dueAt.walk = 0;
    dueAt.check = 0;
    return null;
  };

  return {
    startDue: (now: number): void => {
      if (isDue('businesses', now)) startJob('businesses', pace.businessesMs, fetchBusinesses);
      const { listsLeads } = findAccount(store, accountID) ?? { listsLeads: false };
      if ((listsLeads !== false || asksForList) && isDue('walk', now)) {
        asksForList = false;
        if (isPaused() || listUnwalked(store, accountID).length === 0)
          dueAt.walk = now + pace.listMs;
        else {
          const isImporting = (): boolean => isWanted() && !isPaused();
          const importing = { ...dependencies, misses, isWanted: isImporting };
          startJob('walk', pace.listMs, () => walkLists(importing));
        }
      }
      if (!isDue('check', now) || !poller.mayPoll()) return;
      // A lead with activity today is polled within minutes, whatever was planned.
      const soon = now + pace.todayEveryMs * 1.2;
      const today = { activeWithin: pace.todayMs, now: clock.now(), by: soon };
      prioritizeOpenLeads(store, accountID, today);
      addMissingPolls();
      if (listsLeads === true)
        startJob('check', pace.listMs, () => checkLists({ ...dependencies, misses }));
      else dueAt.check = now + pace.listMs;
    },
    isWalked: (): boolean => !running.has('walk') && listUnwalked(store, accountID).length === 0,
    getDueTimes: (): readonly number[] => Object.values(dueAt),
    makeWalkDue: (): void => void (dueAt.walk = 0),
    makeDue: (): void => void Object.assign(dueAt, { businesses: 0, walk: 0, check: 0 }),
    /** Lets the next walk ask a service that listed no leads. */
    askForList: (): void => void (asksForList = true),
  };
};
