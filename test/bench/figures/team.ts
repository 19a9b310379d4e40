/**
 * A desktop in a team of twenty people, next to the same desktop without a team: j, start and memory. Its colleagues
 * are active all the time, so that both have the same load.
 */
import Database from 'better-sqlite3';
import { join } from 'node:path';
import type { Keyring } from '../../../main/sealing/keyring.ts';
import { invoke } from '../../e2e/support/invoke.ts';
import { addDesktop, membershipOf } from '../../integration/hub/support/hub.ts';
import type { Context, Figure } from '../figure.ts';
import { percentile, readLoad, sleep } from '../measure.ts';
import { ratioAtMost, createResult, type Result } from '../report.ts';
import { copyStore, dispose } from '../seed.ts';
import { connectColleague, readLeadsAndFacts } from '../team/colleagues.ts';
import { startBenchHub } from '../team/hub.ts';
import { runInLanes, openBareLog } from '../team/log.ts';
import { startApp } from '../window.ts';
import { holdJ, openAllLeads, pressJ } from './inbox.ts';
import { compareStarts } from './start.ts';

const people = 20;
const rounds = 2;
const changesASecond = 5;
const joinAtOnce = 6;
const inFlight = 64;
/** A year's facts at once keep the log busy. */
const patienceMs = 60_000;

/** Waits until a desktop has followed the log up to an entry and has no waiting change. */
const waitUntilFollowed = async (folder: string, sequence: number): Promise<void> => {
  const db = new Database(join(folder, 'leads.db'), { readonly: true });
  const hasFollowed = db
    .prepare<[number], number>(
      'SELECT sequence >= ? AND NOT EXISTS (SELECT 1 FROM team_outbox) FROM team_cursor',
    )
    .pluck();
  while (hasFollowed.get(sequence) !== 1) await sleep(100);
  db.close();
};

/** Brings the app of a folder into a new team with many facts. The colleagues work until `close`. */
const joinTeam = async (folder: string, store: string) => {
  const hub = await startBenchHub();
  const { owner } = hub;
  const log = await openBareLog(hub, (await owner.team()).team);
  const keyring = owner.keyring() as Keyring;
  const first = connectColleague(await membershipOf(owner));
  const colleagues = [first];
  await runInLanes(joinAtOnce, people - 2, async () =>
    colleagues.push(connectColleague(await membershipOf(await addDesktop(hub, owner)))),
  );
  const app = await openAllLeads(folder);
  const own = await hub.admit((link) => invoke(app.page, 'team.join', { invitation: link }));
  const authors = [...colleagues.map(({ author }) => author), own];
  const { newest, facts } = readLeadsAndFacts(store, keyring, authors);
  await runInLanes(inFlight, facts.length, async (index) => {
    const fact = facts[index];
    if (fact !== undefined) await log.publish(fact.subject, fact.data, { timeout: patienceMs });
  });
  await waitUntilFollowed(folder, await log.readLastSequence());
  await app.close();
  await log.close();
  for (const colleague of colleagues) colleague.look(newest);
  let begun = 0;
  let stored = 0;
  const change = async (): Promise<void> => {
    const lead = newest[Math.floor(Math.random() * newest.length)];
    const colleague = colleagues[begun % colleagues.length];
    begun += 1;
    if (lead && (await colleague?.change(lead, begun))) stored += 1;
  };
  const began = performance.now();
  const timer = setInterval(() => void change(), 1_000 / changesASecond);
  return {
    facts: facts.length,
    /** Resolves when the app is connected again. */
    waitUntilConnected: () => first.waitUntilHeard(own.desktop),
    /** Changes per second that the log accepted. */
    getRate: () => stored / ((performance.now() - began) / 1_000),
    close: async () => {
      clearInterval(timer);
      await Promise.all(colleagues.map((each) => each.close()));
      await hub.close();
    },
  };
};

const measure = async ({ size, store, say }: Context): Promise<readonly Result[]> => {
  const [alone, folder] = [copyStore(store), copyStore(store)];
  const began = performance.now();
  const team = await joinTeam(folder, alone);
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  say(`in the team with ${team.facts} facts after ${seconds} s; load ${readLoad()}`);

  const pressed: [number[], number[]] = [[], []];
  const held: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1)
    // They alternate, because the first one meets cold caches.
    for (const at of round % 2 === 0 ? [0, 1] : [1, 0]) {
      const connected = at === 0 ? team.waitUntilConnected() : undefined;
      const app = await openAllLeads(at === 0 ? folder : alone);
      await connected;
      pressed[at]?.push(...(await pressJ(app.page)));
      held[at]?.push(...(await holdJ(app.page)));
      await app.close();
    }
  const compareJ = (figure: string, [inTeam, without]: [number[], number[]]): Result =>
    createResult({
      figure: `team of 20: ${figure}, p95 (floor: without a team)`,
      size,
      value: percentile(inTeam, 0.95),
      unit: 'ms',
      floor: percentile(without, 0.95),
      goal: ratioAtMost(1.05),
    });
  const starts = await compareStarts(
    size,
    { floor: () => startApp(alone), app: () => startApp(folder, team.waitUntilConnected()) },
    {
      painted: {
        figure: 'team of 20: start to first leads painted (floor: without a team)',
        goal: ratioAtMost(1.05),
      },
      memory: {
        figure: 'team of 20: memory of all processes (floor: without a team)',
        goal: ratioAtMost(1.1),
      },
    },
  );
  const rate = team.getRate();
  await team.close();
  dispose(alone);
  dispose(folder);
  const results = [
    compareJ('j to next lead painted', pressed),
    compareJ('j held down: repeat to next lead painted', held),
    ...starts,
    createResult({
      figure: 'team of 20: changes of colleagues',
      size,
      value: rate,
      unit: 'a second',
    }),
  ];
  for (const { figure, value, unit, floor } of results)
    say(`load ${readLoad()}: ${figure}: ${value} ${unit}; ${floor ?? 'no'} ${unit} without`);
  return results;
};

export const team: Figure = { name: 'team', needsScreen: true, measure };
