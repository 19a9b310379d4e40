/** Synchronization over a real store, with an in-memory service that records its calls. */
import { onTestFinished } from 'vitest';
import { fail, succeed, type Answer } from '../../../../../contract/errors.ts';
import type { Change } from '../../../../../contract/events.ts';
import type { LeadID } from '../../../../../contract/records.ts';
import { toRow } from '../../../../../main/engine/platform/store/ids.ts';
import type { Random } from '../../../../../main/engine/platform/random.ts';
import type { ServiceClient } from '../../../../../main/engine/marketplaces/pro-integration/v4/service/client.ts';
import type { MessageQuery } from '../../../../../main/engine/marketplaces/pro-integration/v4/service/thread.ts';
import type { Query } from '../../../../../main/engine/platform/http/pages.ts';
import { parsePage } from '../../../../../main/engine/platform/http/pages.ts';
import type { Poller, SyncReport } from '../../../../../main/engine/accounts/runtime.ts';
import {
  createAccountDirectory,
  createRegistry,
} from '../../../../../main/engine/accounts/registry.ts';
import { readSyncReport } from '../../../../../main/engine/accounts/sync/health.ts';
import { createAccountSync } from '../../../../../main/engine/marketplaces/pro-integration/v4/sync/account.ts';
import { inertRegistryParts, inertAccount } from '../../support/accounts.ts';
import { testIngest, type Bench } from '../../support/ingest.ts';
import { message, negotiation } from '../../support/records.ts';
import { account, accountID, noon, testSlices, type TestClock } from '../../support/store.ts';

type Fields = ReturnType<typeof negotiation>;

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Runs everything that does not wait for the clock. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 60; turn += 1) await new Promise((done) => setImmediate(done));
};

const evenRandom: Random = { fraction: () => 0.5, bytes: (count) => Buffer.alloc(count) };

type Sync = {
  readonly attach: () => void;
  readonly detach: () => void;
  readonly watch: (leadID: LeadID | null, focused: boolean) => void;
  readonly checkNow: () => void;
  readonly pauseImport: (paused: boolean) => void;
  readonly onAnswered: () => void;
  readonly wake: () => void;
  readonly pollDue: () => void;
  readonly pollLeads: (leads: readonly number[]) => void;
  readonly report: () => SyncReport;
  readonly stop: () => void;
};

export type SyncBench = Bench & {
  readonly sync: () => Sync;
  /** The accounts whose service answered again, in order. */
  readonly recovered: string[];
  /** The report that the window shows, updated with each published change of the connection. */
  readonly shown: () => SyncReport | null;
  /** True if this desktop polls, in a team. */
  readonly setMayPoll: (may: boolean) => void;
  /** Kinds and numbers of new records of polls. */
  readonly found: string[];
  /** The engine exits before it has stored the next new records for the team. */
  readonly loseNextFound: () => void;
  /** `businesses`, `list b1 0`, `lead n1`, `messages n1 …`, in order. */
  readonly calls: string[];
  readonly leads: Map<string, Fields>;
  readonly messages: Map<string, Fields[]>;
  /** Failures of calls, by the beginning of their name. */
  readonly failing: Map<string, Answer<never>>;
  readonly addLead: (id: string, ageMs?: number, more?: Fields) => void;
  readonly write: (id: string, messageID: string, sentAt: number, text?: string) => void;
  readonly setList: (has: boolean) => void;
  /** Changes the records in the list; by default they equal the lead's own record. */
  readonly setListed: (listed: (lead: Fields) => Fields) => void;
  readonly setOrder: (order: 'newest' | 'oldest') => void;
  /** The maximum number of messages per page, whatever is requested. */
  readonly setLargestPage: (most: number) => void;
  readonly setPause: (until: number | null) => void;
  readonly pass: (ms: number, stepMs?: number) => Promise<void>;
  /** The calls since this was last read. */
  readonly fresh: () => readonly string[];
  /** Starts the next engine over the same store. */
  readonly restart: () => void;
  readonly count: (prefix: string) => number;
};

export const testSync = (hand?: TestClock): SyncBench => {
  const base = testIngest(undefined, hand);
  const { clock } = base;
  const calls: string[] = [];
  const recoveries: string[] = [];
  const leads = new Map<string, Fields>();
  const messages = new Map<string, Fields[]>();
  const failing = new Map<string, Answer<never>>();
  let hasList = true;
  let listed = (lead: Fields): Fields => lead;
  let order: 'newest' | 'oldest' = 'newest';
  let maxPageSize = Infinity;
  let pausedUntil: number | null = null;
  let seen = 0;
  let shown: SyncReport | null = null;

  const ask = <T>(name: string, answer: () => Answer<T>): Promise<Answer<T>> => {
    calls.push(name);
    const failure = [...failing].find(([prefix]) => name.startsWith(prefix))?.[1];
    return Promise.resolve(failure ?? answer());
  };
  const gone = fail('gone', 'No such thing.', { status: 404 });

  const client = {
    listBusinesses: () =>
      ask('businesses', () => succeed([{ businessID: 'b1', name: 'Ace Plumbing' }])),
    fetchNegotiation: (id: string) =>
      ask(`lead ${id}`, () => {
        const found = leads.get(id);
        return found === undefined ? gone : succeed<unknown>(found);
      }),
    fetchNegotiations: (business: string, query: Query) => {
      const offset = Number(query['offset'] ?? 0);
      return ask(`list ${business} ${offset}`, () => {
        if (!hasList) return gone;
        const all = [...leads.values()].sort((a, b) =>
          String(b['createdAt']).localeCompare(String(a['createdAt'])),
        );
        const data = all.slice(offset, offset + Number(query['limit'])).map(listed);
        return parsePage({ data, pagination: { limit: 50 } }, query);
      });
    },
    fetchMessagePage: (
      id: string,
      { limit: asked, sentAfter = 0, sentBefore = Infinity }: MessageQuery,
    ) =>
      ask(`messages ${id}`, () => {
        const limit = Math.min(asked, maxPageSize);
        const found = (messages.get(id) ?? [])
          .map((record) => ({ record, at: Date.parse(String(record['sentAt'])) }))
          .filter(({ at }) => at > sentAfter && at < sentBefore)
          .sort((a, b) => (order === 'newest' ? b.at - a.at : a.at - b.at))
          .slice(0, limit);
        return parsePage({ data: found.map(({ record }) => record), pagination: { limit } }, {});
      }),
    pausedUntil: () => pausedUntil,
  } satisfies Partial<ServiceClient> as unknown as ServiceClient;

  const found: string[] = [];
  let mayPoll = true;
  let losesFound = false;
  const poller: Poller = {
    mayPoll: () => mayPoll,
    onFound: (kind, records) => {
      if (losesFound) {
        losesFound = false;
        throw new Error('The engine exits.');
      }
      found.push(`${kind} ${records.length}`);
    },
  };

  const start = (): Sync => {
    const publish = (change: Change): void => {
      base.changes.push(change);
      if (change.kinds.includes('connection')) shown = sync.report();
    };
    const log = {
      info: () => {},
      warn: () => {},
      error: (fields: object) => base.logged.push({ level: 'error', fields, text: '' }),
    };
    const accounts = createRegistry({
      directory: createAccountDirectory(),
      ...base,
      ...inertRegistryParts,
      getPoller: () => poller,
      random: evenRandom,
      publish,
      log,
      slices: testSlices(clock),
      outbox: { wake: () => undefined },
      chooseGeneration: ({ connected }) => ({
        number: 4,
        open: (_account, parts) => {
          const recovered = (): void => void recoveries.push(accountID);
          const made = connected
            ? createAccountSync({ ...parts, client, onRecovered: recovered }, accountID)
            : null;
          return inertAccount({
            sync: made,
            report: () => made?.report() ?? readSyncReport(base.store, accountID),
            close: async () => made?.stop(),
          });
        },
      }),
    });
    return {
      attach: () => accounts.attach(account),
      detach: () => void accounts.detach(accountID),
      watch: (leadID, focused) => accounts.watch(leadID === null ? null : toRow(leadID), focused),
      checkNow: () => accounts.find(accountID)?.sync?.checkNow(),
      pauseImport: (paused) => accounts.find(accountID)?.sync?.pauseImport(paused),
      onAnswered: () => accounts.find(accountID)?.sync?.onAnswered(),
      wake: accounts.wake,
      pollDue: accounts.pollDue,
      pollLeads: accounts.pollLeads,
      report: () => {
        const report = accounts.find(accountID)?.report();
        if (report === undefined) throw new Error('There is no such account.');
        return report;
      },
      stop: () => void accounts.stop(),
    };
  };
  let sync = start();
  onTestFinished(() => sync.stop());

  return {
    ...base,
    sync: () => sync,
    setMayPoll: (may) => {
      mayPoll = may;
      if (may) sync.pollDue();
    },
    found,
    loseNextFound: () => void (losesFound = true),
    calls,
    recovered: recoveries,
    shown: () => shown,
    leads,
    messages,
    failing,
    addLead: (id, ageMs = minute, more = {}) =>
      void leads.set(
        id,
        negotiation(id, { createdAt: new Date(clock.now() - ageMs).toISOString(), ...more }),
      ),
    write: (id, messageID, sentAt, text = `text of ${messageID}`) => {
      const record = message(messageID, id, 'Customer', text, sentAt);
      messages.set(id, [...(messages.get(id) ?? []), record]);
    },
    setList: (has) => (hasList = has),
    setListed: (next) => (listed = next),
    setOrder: (next) => (order = next),
    setLargestPage: (most) => (maxPageSize = most),
    setPause: (until) => (pausedUntil = until),
    pass: async (ms, stepMs = ms) => {
      await settle();
      for (let passed = 0; passed < ms; passed += stepMs) {
        clock.sleep(Math.min(stepMs, ms - passed));
        await settle();
      }
    },
    fresh: () => {
      const since = calls.slice(seen);
      seen = calls.length;
      return since;
    },
    restart: () => {
      sync.stop();
      sync = start();
      sync.attach();
    },
    count: (prefix) => calls.filter((name) => name.startsWith(prefix)).length,
  };
};

export { accountID, noon };
