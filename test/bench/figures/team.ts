/**
 * A desktop in a team of twenty people, next to the same desktop without a team: j, start and memory. Its colleagues
 * are at work all the time, so that both have the same computer.
 */
import Database from 'better-sqlite3';
import { join } from 'node:path';
import type { Keyring } from '../../../main/sealing/keyring.ts';
import { addDesktop, membershipOf } from '../../integration/hub/support/hub.ts';
import type { Context, Figure } from '../figure.ts';
import { percentile, sleep } from '../measure.ts';
import { ratioAtMost, result, type Result } from '../report.ts';
import { copyOf, dispose } from '../seed.ts';
import { connectColleague, leadsAndFacts } from '../team/colleagues.ts';
import { startBenchHub } from '../team/hub.ts';
import { inLanes, openBareLog } from '../team/log.ts';
import { startApp } from '../window.ts';
import { loadNow } from './hub.ts';
import { holdJ, openAllLeads, pressJ } from './inbox.ts';
import { compareStarts } from './start.ts';

const people = 20;
const rounds = 2;
const changesASecond = 5;
const joinAtOnce = 6;
const inFlight = 64;
/** A year's facts at once keep the log busy. */
const patienceMs = 60_000;

/** Waits until a desktop has followed the log up to an entry and none of its changes waits. */
const followed = async (folder: string, sequence: number): Promise<void> => {
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
  await inLanes(joinAtOnce, people - 2, async () =>
    colleagues.push(connectColleague(await membershipOf(await addDesktop(hub, owner)))),
  );
  const app = await openAllLeads(folder);
  const own = await hub.admit((link) =>
    app.page.evaluate((invitation) => window.hearthline.invoke('team.join', { invitation }), link),
  );
  const authors = [...colleagues.map(({ author }) => author), own];
  const { newest, facts } = leadsAndFacts(store, keyring, authors);
  await inLanes(inFlight, facts.length, async (index) => {
    const fact = facts[index];
    if (fact !== undefined) await log.publish(fact.subject, fact.data, { timeout: patienceMs });
  });
  await followed(folder, await log.lastSequence());
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
    connected: () => first.heard(own.desktop),
    /** Changes a second that the log took. */
    rate: () => stored / ((performance.now() - began) / 1_000),
    close: async () => {
      clearInterval(timer);
      await Promise.all(colleagues.map((each) => each.close()));
      await hub.close();
    },
  };
};

const measure = async ({ size, store, say }: Context): Promise<readonly Result[]> => {
  const [alone, folder] = [copyOf(store), copyOf(store)];
  const began = performance.now();
  const team = await joinTeam(folder, alone);
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  say(`in the team with ${team.facts} facts after ${seconds} s; load ${loadNow()}`);

  const pressed: [number[], number[]] = [[], []];
  const held: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1)
    // In turns: whatever goes first finds cold caches.
    for (const at of round % 2 === 0 ? [0, 1] : [1, 0]) {
      const connected = at === 0 ? team.connected() : undefined;
      const app = await openAllLeads(at === 0 ? folder : alone);
      await connected;
      pressed[at]?.push(...(await pressJ(app.page)));
      held[at]?.push(...(await holdJ(app.page)));
      await app.close();
    }
  const ofJ = (figure: string, [inTeam, without]: [number[], number[]]): Result =>
    result({
      figure: `team of 20: ${figure}, p95 (floor: without a team)`,
      size,
      value: percentile(inTeam, 0.95),
      unit: 'ms',
      floor: percentile(without, 0.95),
      goal: ratioAtMost(1.05),
    });
  const starts = await compareStarts(
    size,
    { floor: () => startApp(alone), app: () => startApp(folder, team.connected()) },
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
  const rate = team.rate();
  await team.close();
  dispose(alone);
  dispose(folder);
  const results = [
    ofJ('j to next lead painted', pressed),
    ofJ('j held down: repeat to next lead painted', held),
    ...starts,
    result({ figure: 'team of 20: changes of colleagues', size, value: rate, unit: 'a second' }),
  ];
  for (const { figure, value, unit, floor } of results)
    say(`load ${loadNow()}: ${figure}: ${value} ${unit}; ${floor ?? 'no'} ${unit} without`);
  return results;
};

export const team: Figure = { name: 'team', needsScreen: true, measure };
