/**
 * The fault campaign: services and the app in processes of their own, people who are busy, faults at random
 * instants, and at the end the services' truth against what the app has (docs/faults.md).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as realPause } from 'node:timers/promises';
import type { ConnectionReport } from '../../contract/accounts.ts';
import { redirectPorts } from '../ports.ts';
import { takeAim } from './aim.ts';
import { chanceOf } from './chance.ts';
import { compare, readTruth } from './compare.ts';
import { computerFaults, type Place } from './computer-faults.ts';
import { Computer } from './computer.ts';
import { openGate } from './gate.ts';
import { openJournal } from './journal.ts';
import { gatherPeople } from './people.ts';
import { recount } from './recount.ts';
import { serviceFaults } from './service-faults.ts';
import { openService, type Service } from './service.ts';
import { openTunnel } from './tunnel.ts';
import { createWords, wordsIn } from './word.ts';

export type Outcome = {
  /** How often each fault was injected, by its name. */
  readonly faults: ReadonlyMap<string, number>;
  readonly events: number;
  readonly leads: number;
  readonly deliveries: number;
  readonly undelivered: number;
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  readonly misplaced: readonly string[];
  /** What was not as it should be and is none of these. */
  readonly remarks: readonly string[];
};

/** The programs' time passes so much faster than ours. */
const speed = 4;
const mostLeads = 60;

/**
 * Runs the campaign and takes it down again.
 *
 * @param minutes how long people and faults go on, by our time
 * @param hasOwnDisk whether a disk can be mounted
 * @param isWanted whether a fault of this name is to be injected
 * @param patienceMs what is wrong when all is calm and has not changed for so long stays so, by our time
 * @param say told how it goes, in lines
 */
export const runCampaign = async (how: {
  readonly minutes: number;
  readonly seed: number;
  readonly hasOwnDisk: boolean;
  readonly isWanted: (fault: string) => boolean;
  readonly patienceMs: number;
  readonly say: (line: string) => void;
}): Promise<Outcome> => {
  const { minutes, seed, hasOwnDisk, isWanted, patienceMs, say } = how;
  const chance = chanceOf(seed);
  const place = mkdtempSync(join(tmpdir(), 'hearthline-faults-'));
  const began = Date.now();
  const now = (): number => began + (Date.now() - began) * speed;
  const time = {
    args: ['--import', join(import.meta.dirname, 'moved-time.ts')],
    env: { ...process.env, FAULTS_SPEED: String(speed), FAULTS_BEGAN: String(began) },
  };
  const aim = takeAim();
  const answers = (firstLine: string): void => {
    if (/^POST .*\/messages?\b/.test(firstLine)) aim.now('sent');
  };
  const services: readonly Service[] = await Promise.all(
    (['listed', 'told', 'legacy'] as const).map((kind, index) =>
      openService(kind, { seed: seed * 10 + index, redirectPorts, time, answers }),
    ),
  );
  const gate = await openGate(wordsIn, (path) => {
    aim.now('acknowledged');
    // A partner of the old interface is told everything once, and has nobody to ask.
    if (path.startsWith('/partner/')) aim.now('entrusted');
  });
  const wantedHere = computerFaults.filter(({ name }) => isWanted(name));
  const tunnel = await openTunnel(
    place,
    gate.address,
    wantedHere.some(({ isOfTunnel }) => isOfTunnel),
  );
  gate.leadTo(tunnel.port);
  const computer = new Computer(place, hasOwnDisk, time);
  const journal = openJournal();
  const people = gatherPeople({
    ...{ services, computer, journal, now, mostLeads },
    newWord: createWords(),
  });
  const faults = new Map<string, number>();
  const count = (name: string): void => void faults.set(name, (faults.get(name) ?? 0) + 1);

  const ask = async <T>(command: string, input: unknown): Promise<T | null> => {
    const answer = await computer.invoke(command, input);
    return answer.ok ? (answer.value as T) : null;
  };

  // -- the professional sets up the app
  let receiverPort: number | null = null;
  /** The professional's web server leads to where the app listens now. */
  const followPort = async (): Promise<void> => {
    const report = await ask<{ reports: readonly ConnectionReport[] }>('connection.report', {});
    const port = report?.reports[0]?.receiver.port ?? null;
    if (port === null) return;
    receiverPort = port;
    if (tunnel.port === null) gate.leadTo(port);
  };
  const connectAll = async (): Promise<void> => {
    const accounts = await computer.accounts();
    if (!accounts.ok) return;
    for (const { profile, businessID } of services) {
      const known = accounts.value.find(({ profileName }) => profileName === profile.name);
      if (known?.grant.state !== 'connected') await computer.connect(profile, businessID);
    }
  };
  /** Asks until it is there. */
  const until = async <T>(look: () => Promise<T | null>): Promise<T> => {
    for (;;) {
      const found = await look();
      if (found !== null) return found;
      await realPause(100);
    }
  };
  /** The professional hands the marketplace's operator what a legacy service calls the app with. */
  const handOver = async (service: Service): Promise<void> => {
    const accounts = await computer.accounts();
    const account = accounts.ok
      ? accounts.value.find(({ profileName }) => profileName === service.profile.name)
      : undefined;
    const which = { accountID: account?.accountID };
    const credentials = await ask<object>('legacy.renew', which);
    const baseUrl = await until(
      async () =>
        (await ask<{ address: string | null }>('legacy.endpoints', which))?.address ?? null,
    );
    await service.control('POST', '/partner', { baseUrl, ...credentials });
  };
  const setUp = async (): Promise<void> => {
    await computer.start();
    await connectAll();
    await ask('settings.change', { undoSeconds: 3 });
    await tunnel.setUp(ask);
    await followPort();
    for (const service of services) {
      await service.control('POST', '/deliveries/policy', { retry: true });
      if (service.kind === 'legacy') await handOver(service);
    }
    await until(async () => {
      const report = await ask<{ reports: readonly ConnectionReport[] }>('connection.report', {});
      const webhooks = report?.reports.flatMap((one) => one.webhooks) ?? [];
      return webhooks.length === 4 && webhooks.every(({ state }) => state === 'active')
        ? true
        : null;
    });
  };

  /** Does it again and again until told that it is over; what it throws ends the campaign. */
  let isOver = false;
  const repeat = async (pauseMs: number, work: () => Promise<unknown>): Promise<void> => {
    while (!isOver) {
      await work();
      await realPause(pauseMs);
    }
  };

  try {
    await setUp();
    say(`connected ${services.length} accounts in ${place}`);

    const deadline = performance.now() + minutes * 60_000;
    const isTime = (): boolean => performance.now() < deadline;
    const customers = chance.of('customers');
    const professionals = ['Ann', 'Ben', 'Cy'].map((name) => chance.of(name));
    const atWork = [
      repeat(60, () => people.customerActs(customers)),
      ...professionals.map((one) => repeat(40, () => people.professionalActs(one))),
      repeat(1_500, people.professionalMends),
      repeat(700, async () => {
        await connectAll();
        await followPort();
      }),
    ];

    const atServices = async (): Promise<void> => {
      const row = chance.of('services');
      const wanted = serviceFaults.filter(({ name }) => isWanted(name));
      while (isTime() && wanted.length > 0) {
        const fault = row.pick(wanted);
        if (!row.happens(1 / (fault.rarity ?? 1))) continue;
        if ((await fault.inject(row.pick(services), row)) !== false) count(fault.name);
        await realPause(row.between(50, 400));
      }
    };
    const atComputer = async (): Promise<void> => {
      const row = chance.of('computer');
      const here: Place = {
        ...{ computer, services, aim, tunnel },
        receiverPort: () => receiverPort,
        now: () => now() + computer.clockSetBy,
      };
      let round: (typeof computerFaults)[number][] = [];
      while (isTime() && wantedHere.length > 0) {
        if (round.length === 0) round = [...row.shuffled(wantedHere)];
        const fault = round.pop() as (typeof computerFaults)[number];
        const start = performance.now();
        if ((await fault.inject(here, row)) !== false) count(fault.name);
        say(`${fault.name}: ${((performance.now() - start) / 1_000).toFixed(1)} s`);
        await realPause(row.between(100, 700));
      }
    };
    await Promise.race([Promise.all([atServices(), atComputer()]), Promise.all(atWork)]);

    // -- calm: people go on a little, and nothing breaks any more
    for (const service of services)
      await service.control('POST', '/deliveries/policy', { retry: true });
    if (computer.state === 'off') await computer.start();
    if (computer.state === 'stopped') await computer.restartEngine();
    await connectAll();
    await followPort();
    const connected = await computer.accounts();
    for (const { accountID } of connected.ok ? connected.value : [])
      await ask('connection.check', { accountID });
    await realPause(2_000);
    isOver = true;
    await Promise.all(atWork);
    say('calm');

    const look = async () => compare(computer.database, journal, await readTruth(journal), gate);
    let found = await look();
    let changedAt = performance.now();
    const isGood = (): boolean =>
      found.isCalm && found.lost.length + found.doubled.length + found.misplaced.length === 0;
    while (!isGood() && performance.now() - changedAt < patienceMs) {
      await realPause(500);
      await people.professionalMends();
      await connectAll();
      const next = await look();
      if (JSON.stringify(next) !== JSON.stringify(found)) changedAt = performance.now();
      found = next;
    }
    people.goHome();
    await computer.quit();
    const { lost, doubled, misplaced, undelivered, isCalm } = await look();
    if (!isCalm) lost.push('what still waits to be sent or applied, though nothing is in its way');
    misplaced.push(...recount(computer.database, place));
    for (let late = computer.unanswered; late > 0; late--) lost.push('the answer to a call');
    const remarks = journal.internal.map((command) => `${command} answered internal`);
    return {
      ...{ faults, lost, doubled, misplaced, undelivered, remarks },
      events: journal.events,
      leads: journal.leads.length,
      deliveries: gate.deliveries(),
    };
  } finally {
    isOver = true;
    people.goHome();
    await computer.killMain();
    gate.close();
    await tunnel.close();
    await Promise.all(services.map((service) => service.close()));
    computer.disk.unmount();
    rmSync(place, { recursive: true, force: true });
  }
};
