/**
 * First sync of an account from the sandbox: leads per second next to bare undici with as many parallel
 * requests and no storage, and the time that a command waits meanwhile.
 */
import { mkdtempSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { succeed } from '../../../contract/errors.ts';
import { startEngine, type Engine } from '../engine.ts';
import type { Context, Figure } from '../figure.ts';
import { percentile, sleep } from '../measure.ts';
import { ratioAtLeast, createResult, valueAtMost, type Result } from '../report.ts';
import { dispose, messagesEach } from '../seed.ts';
import { startService, type BenchService } from '../service.ts';

/** More would take minutes at the same pace. */
const maxLeads = 20_000;
/** Conversations that the engine reads in parallel, besides the list of leads (pro-integration/v4/sync/account.ts). */
const atOnce = 4;
const askEveryMs = 5;
const idleMs = 2_000;

type Page<T> = {
  readonly data: readonly T[];
  readonly pagination: { readonly next?: number | null };
};

/** Reads every lead with its messages and stores nothing. */
const readBare = async ({ baseUrl, businessIDs, token }: BenchService): Promise<void> => {
  const dispatcher = new Agent({ connections: atOnce + 1 });
  const headers = { authorization: `Bearer ${token}` };
  const get = async <T>(path: string): Promise<Page<T>> => {
    const answer = await request(`${baseUrl}/api/v4/${path}`, { dispatcher, headers });
    return (await answer.body.json()) as Page<T>;
  };
  const waiting: string[] = [];
  let isListed = false;
  let more = Promise.withResolvers<void>();
  const wakeReaders = (): void => {
    more.resolve();
    more = Promise.withResolvers();
  };
  const list = async (): Promise<void> => {
    for (const businessID of businessIDs) {
      for (let offset: number | null = 0; offset !== null;) {
        const page: Page<{ readonly negotiationID: string }> = await get(
          `businesses/${businessID}/negotiations?limit=50&offset=${offset}`,
        );
        waiting.push(...page.data.map(({ negotiationID }) => negotiationID));
        offset = page.pagination.next ?? null;
        wakeReaders();
      }
    }
    isListed = true;
    wakeReaders();
  };
  const readThread = async (negotiationID: string): Promise<void> => {
    const path = `negotiations/${negotiationID}/messages?limit=20`;
    for (let before = ''; ;) {
      const { data } = await get<{ sentAt: string }>(`${path}${before}`);
      if (data.length < 20) return;
      before = `&sentBefore=${data.at(-1)?.sentAt}`;
    }
  };
  const read = async (): Promise<void> => {
    for (;;) {
      const negotiationID = waiting.shift();
      if (negotiationID !== undefined) await readThread(negotiationID);
      else if (isListed) return;
      else await more.promise;
    }
  };
  await Promise.all([list(), ...Array.from({ length: atOnce }, read)]);
  await dispatcher.close();
};

const measureSeconds = async (work: () => Promise<void>): Promise<number> => {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1_000;
};

/** Waits until every list and every conversation is read. */
const waitUntilSynced = async (engine: Engine, leads: number): Promise<void> => {
  for (;;) {
    const { reports } = await engine.ask('connection.report', {});
    const backfill = reports[0]?.backfill;
    if (backfill?.state === 'done') {
      if (backfill.leads === leads) return;
      throw new Error(`the first sync ended with ${backfill.leads} leads of ${leads}`);
    }
    await sleep(50);
  }
};

/** Calls `work` with an engine on an empty store and a new service. */
const runWithBoth = async <T>(
  leads: number,
  work: (engine: Engine, service: BenchService) => Promise<T>,
): Promise<T> => {
  const service = await startService(leads, messagesEach);
  const folder = mkdtempSync(join(tmpdir(), 'hearthline-bench-sync-'));
  const engine = await startEngine(folder, {
    accounts: [],
    token: () => Promise.resolve(succeed(service.token)),
  });
  const found = await work(engine, service);
  await engine.stop();
  await service.close();
  dispose(folder);
  return found;
};

const syncAccount = async (engine: Engine, service: BenchService, leads: number): Promise<void> => {
  engine.send({ type: 'account', account: service.account });
  await waitUntilSynced(engine, leads);
};

/** Requests a page again and again until `work` is done; returns the duration of each answer in milliseconds. */
const timeAnswersDuring = async (engine: Engine, work: () => Promise<void>): Promise<number[]> => {
  const took: number[] = [];
  const asking: Promise<void>[] = [];
  const ask = async (): Promise<void> => {
    const began = performance.now();
    await engine.ask('leads.list', { view: 'all', limit: 50 });
    took.push(performance.now() - began);
  };
  const timer = setInterval(() => asking.push(ask()), askEveryMs);
  await work();
  clearInterval(timer);
  await Promise.all(asking);
  return took;
};

const measurePace = async (leads: number): Promise<Result> => {
  const bare = await startService(leads, messagesEach);
  const bareSeconds = await measureSeconds(() => readBare(bare));
  await bare.close();
  const ownSeconds = await runWithBoth(leads, (engine, service) =>
    measureSeconds(() => syncAccount(engine, service, leads)),
  );
  return createResult({
    figure: `first sync of ${leads.toLocaleString('en-US')} leads (floor: read by bare undici)`,
    size: leads,
    value: leads / ownSeconds,
    unit: 'a second',
    floor: leads / bareSeconds,
    goal: ratioAtLeast(0.4),
  });
};

const measureAnswers = (leads: number): Promise<readonly Result[]> =>
  runWithBoth(leads, async (engine, service) => {
    // A real service runs elsewhere: here it must not compete for the processor.
    setPriority(service.pid, constants.priority.PRIORITY_LOW);
    const busy = await timeAnswersDuring(engine, () => syncAccount(engine, service, leads));
    const idle = await timeAnswersDuring(engine, () => sleep(idleMs));
    const of = (name: string, share: number, goal?: ReturnType<typeof valueAtMost>): Result =>
      createResult({
        figure: `a page of 50 asked for during a first sync, ${name} (floor: idle)`,
        size: leads,
        value: percentile(busy, share),
        unit: 'ms',
        floor: percentile(idle, share),
        ...(goal && { goal }),
      });
    return [of('p99', 0.99), of('longest', 1, valueAtMost(100))];
  });

export const firstSync: Figure = {
  name: 'first-sync',
  measure: async ({ size }: Context) => {
    const leads = Math.min(size, maxLeads);
    return [await measurePace(leads), ...(await measureAnswers(leads))];
  },
};
