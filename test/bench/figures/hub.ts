/**
 * A team's hub: webhooks accepted, committed on a desktop, caught up with, and claims. The floor of each is the bare
 * publish and consume of the same log.
 */
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { delivery } from '../../../contract/team/delivery.ts';
import { listAccounts } from '../../../main/engine/accounts/rows.ts';
import { deriveAccountKey } from '../../../main/sealing/subject-keys.ts';
import type { Keyring } from '../../../main/sealing/keyring.ts';
import { openEnvelope, sealAtHub } from '../../../main/sealing/seal.ts';
import { createTeamReader } from '../../integration/hub/support/reader.ts';
import { startEngine } from '../engine.ts';
import type { Context, Figure } from '../figure.ts';
import { percentile, readLoad, sleep } from '../measure.ts';
import { createDeliveries, type Posted } from '../records.ts';
import { ratioAtLeast, createResult, valueAtMost, type Result } from '../report.ts';
import { copyStore, dispose, openFolder } from '../seed.ts';
import { addDesktop, membershipOf } from '../../integration/hub/support/hub.ts';
import { startBenchHub, type BenchHub } from '../team/hub.ts';
import { runAtRate, runInLanes, openBareLog, type BareLog } from '../team/log.ts';

const connections = 50;
const flooded = 2_500;
const caughtUp = 15_000;
const claims = 300;
const inFlight = 256;
const seconds = 8;
const rates = [100, 500] as const;
const lookMs = 3;
/** Options with which the hub publishes a delivery. */
const once = { expect: { lastSubjectSequence: 0 }, ttl: '168h' };

type Post = (delivery: Posted) => Promise<void>;

const createPoster = (hub: BenchHub, webhooks: readonly string[]) => {
  const dispatcher = new Agent({ connections: inFlight, pipelining: 1 });
  const headers = { authorization: hub.authorization, 'content-type': 'application/json' };
  const post: Post = async ({ account, body }) => {
    const url = webhooks[account] ?? '';
    const answer = await request(url, { method: 'POST', headers, body, dispatcher });
    await answer.body.dump();
    if (answer.statusCode !== 200) throw new Error(`the hub answered ${answer.statusCode}`);
  };
  return { post, close: () => dispatcher.close() };
};

/** Records each change of a desktop's position in the log, from its database. */
const watchCursor = (folder: string) => {
  const db = new Database(join(folder, 'leads.db'), { readonly: true });
  const cursor = db.prepare('SELECT sequence FROM team_cursor').pluck();
  const seen: { sequence: number; at: number }[] = [];
  const look = (): number => {
    const sequence = Number(cursor.get() ?? 0);
    if (sequence !== seen.at(-1)?.sequence) seen.push({ sequence, at: performance.now() });
    return sequence;
  };
  const timer = setInterval(look, lookMs);
  return {
    waitUntil: async (sequence: number): Promise<void> => {
      while (look() < sequence) await sleep(lookMs);
    },
    findCommitTime: (sequence: number): number =>
      seen.find((each) => each.sequence >= sequence)?.at ?? Infinity,
    stop: () => {
      clearInterval(timer);
      db.close();
    },
  };
};

/** Latencies of bare publish and consume at a rate. */
const measureBareLog = async (log: BareLog, aSecond: number, name: string): Promise<number[]> => {
  const count = aSecond * seconds;
  const body = new Uint8Array(1_000);
  const due = new Map<string, number>();
  const took: number[] = [];
  const consumed = log.consume(`fact.${name}.>`, await log.readLastSequence(), (subject) => {
    took.push(performance.now() - (due.get(subject) ?? 0));
    return took.length < count;
  });
  await runAtRate(aSecond, count, async (index, dueAt) => {
    const subject = `fact.${name}.${index}`;
    due.set(subject, dueAt);
    await log.publish(subject, body, once);
  });
  await consumed;
  return took;
};

/** Latencies of deliveries from when they were due: until the commit on a desktop, and until the hub's answer. */
const measureCommits = async (
  { post, posted, aSecond }: { post: Post; posted: readonly Posted[]; aSecond: number },
  sequences: () => Promise<ReadonlyMap<string, number>>,
  watched: ReturnType<typeof watchCursor>,
) => {
  const due = new Map<string, number>();
  const answered: number[] = [];
  await runAtRate(aSecond, posted.length, async (index, dueAt) => {
    const each = posted[index];
    if (each === undefined) return;
    due.set(each.body, dueAt);
    await post(each);
    answered.push(performance.now() - dueAt);
  });
  const of = await sequences();
  await watched.waitUntil(Math.max(...posted.map(({ body }) => of.get(body) ?? 0)));
  const committed = [...due].map(
    ([body, dueAt]) => watched.findCommitTime(of.get(body) ?? 0) - dueAt,
  );
  return { answered, committed };
};

/** Two desktops race for each claim; returns the winners' times. Throws unless each claim has one winner. */
const contest = async (logs: readonly BareLog[]): Promise<number[]> => {
  const took: number[] = [];
  for (let index = 0; index < claims; index += 1) {
    const began = performance.now();
    const won = await Promise.all(
      logs.map((log) =>
        log.publish(`claim.c${index}`, new Uint8Array(100), { ...once, ttl: '15m' }).then(
          () => took.push(performance.now() - began) > 0,
          () => false,
        ),
      ),
    );
    if (won.filter(Boolean).length !== 1) throw new Error('a claim has not one winner');
  }
  return took;
};

const measure = async ({ size, store, say }: Context): Promise<readonly Result[]> => {
  const hub = await startBenchHub();
  const { owner } = hub;
  const { team, keys: teamKeys } = await owner.team();
  const keyring = owner.keyring() as Keyring;
  const folder = copyStore(store);
  const opened = openFolder(folder);
  const subjectKey = Buffer.from(keyring.subjectKey, 'base64url');
  const accounts = listAccounts(opened).map((account) => deriveAccountKey(subjectKey, account));
  opened.close();
  const webhooks: string[] = [];
  for (const account of accounts) webhooks.push(await hub.addWebhook(account));
  const { post, close } = createPoster(hub, webhooks);
  const log = await openBareLog(hub, team);
  const results: Result[] = [];
  const add = (part: Omit<Parameters<typeof createResult>[0], 'size'>): void => {
    results.push(createResult({ ...part, size }));
    say(`load ${readLoad()}: ${part.figure}: ${part.value.toPrecision(4)} ${part.unit}`);
  };
  let next = 3_000_000;
  const createFresh = (count: number): readonly Posted[] =>
    createDeliveries((next += 1_000_000), count);

  const body = new Uint8Array(1_000);
  const bare = await runInLanes(connections, flooded, (n) =>
    log.publish(`fact.a.${n}`, body, once),
  );
  const warmUp = createFresh(500);
  await runInLanes(connections, warmUp.length, async (n) => warmUp[n] && post(warmUp[n]));
  const flood = createFresh(flooded);
  add({
    figure: 'hub: webhooks accepted at 50 connections',
    value: await runInLanes(connections, flooded, async (n) => flood[n] && post(flood[n])),
    unit: 'a second',
    floor: bare,
    goal: ratioAtLeast(0.5),
  });

  const engine = await startEngine(folder);
  engine.send({ type: 'team', membership: await membershipOf(owner) });
  const watched = watchCursor(folder);
  await watched.waitUntil(await log.readLastSequence());
  // The engine uses the owner's consumers.
  const other = await addDesktop(hub, owner);
  const sequences = async (): Promise<ReadonlyMap<string, number>> => {
    const reader = await createTeamReader({ nats: { address: hub.server } }, other);
    const found = new Map<string, number>();
    for (const { subject, data, sequence } of await reader.entries('in')) {
      const envelope = openEnvelope(keyring, subject, data);
      if (envelope.ok)
        found.set(delivery.parse(JSON.parse(envelope.text.toString('utf8'))).body, sequence);
    }
    await reader.close();
    return found;
  };
  for (const aSecond of rates) {
    const floor = await measureBareLog(log, aSecond, `r${aSecond}`);
    const posted = createFresh(aSecond * seconds);
    const took = await measureCommits({ post, posted, aSecond }, sequences, watched);
    for (const share of [0.5, 0.99])
      add({
        figure: `hub: sent to committed on a desktop at ${aSecond} a second, p${share * 100}`,
        value: percentile(took.committed, share),
        unit: 'ms',
        floor: percentile(floor, share),
        ...(share === 0.99 && { goal: valueAtMost(250) }),
      });
    add({
      figure: `hub: webhook answered at ${aSecond} a second, p99`,
      value: percentile(took.answered, 0.99),
      unit: 'ms',
    });
  }
  const second = await openBareLog(hub, team);
  const claimed = await contest([log, second]);
  for (const share of [0.5, 0.99])
    add({
      figure: `hub: claim that two want, p${share * 100}`,
      value: percentile(claimed, share),
      unit: 'ms',
    });
  await second.close();
  watched.stop();
  await engine.kill();
  dispose(folder);

  const newest = teamKeys[0];
  const after = await log.readLastSequence();
  const many = createFresh(caughtUp);
  await runInLanes(inFlight, caughtUp, (index) => {
    const { account, body: text } = many[index] ?? { account: 0, body: '' };
    const subject = `in.${accounts[account]}.k${index}`;
    const content = { version: 1, method: 'POST', target: '', body: text, at: 0 };
    const sealed = newest && sealAtHub(newest, subject, Buffer.from(JSON.stringify(content)));
    return log.publish(subject, sealed ?? body);
  });
  const last = await log.readLastSequence();
  const began = performance.now();
  await log.consume('>', after, (_subject, sequence) => sequence < last);
  const consumed = (performance.now() - began) / 1_000;
  const late = copyStore(store);
  const returned = await startEngine(late);
  const from = performance.now();
  returned.send({ type: 'team', membership: await membershipOf(owner) });
  const cursor = watchCursor(late);
  await cursor.waitUntil(after);
  const reached = performance.now();
  await cursor.waitUntil(last);
  add({
    figure: `hub: catch-up of 15,000 deliveries`,
    value: (performance.now() - reached) / 1_000,
    unit: 's',
    floor: consumed,
  });
  say(`everything before took ${((reached - from) / 1_000).toFixed(1)} s`);
  cursor.stop();
  await returned.kill();
  dispose(late);
  await Promise.all([close(), log.close()]);
  await hub.close();
  return results;
};

export const hub: Figure = { name: 'hub', once: true, measure };
