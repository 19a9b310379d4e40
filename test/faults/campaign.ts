/**
 * The fault campaign: services, app and people run while faults occur at random instants. Then the services'
 * data is compared with the app's (docs/faults.md).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as realPause } from 'node:timers/promises';
import { redirectPorts } from '../ports.ts';
import { resolveProgram } from '../programs.ts';
import { takeAim } from './aim.ts';
import { createChance, type Chance } from './chance.ts';
import { compare, findDoubledNews, readTruth } from './compare.ts';
import { computerFaults, type Place } from './computer-faults.ts';
import { Computer } from './computer.ts';
import { openGate } from './gate.ts';
import { openJournal } from './journal.ts';
import { createPeople } from './people.ts';
import { openPhone } from './phone.ts';
import { recount } from './recount.ts';
import { serviceFaults } from './service-faults.ts';
import { openService, type Service } from './service.ts';
import { createSetup } from './setup.ts';
import { openTunnel } from './tunnel.ts';
import { createWords, findWords } from './word.ts';

export type Outcome = {
  /** Number of faults by name. */
  readonly faults: ReadonlyMap<string, number>;
  readonly events: number;
  readonly leads: number;
  readonly deliveries: number;
  readonly undelivered: number;
  /** Automatic replies that customers got, and messages to the professional's phone. */
  readonly automatic: number;
  readonly toPhone: number;
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  readonly misplaced: readonly string[];
  /** Other errors. */
  readonly remarks: readonly string[];
};

/** Time in the programs runs this much faster. */
const speed = 4;
const maxLeads = 60;

type Options = {
  /** Real time with people and faults. */
  readonly minutes: number;
  readonly seed: number;
  /** True if a disk can be mounted. */
  readonly hasOwnDisk: boolean;
  /** Chooses faults by name. */
  readonly isWanted: (fault: string) => boolean;
  /** Differences that do not change for this long, in real time, are final. */
  readonly patienceMs: number;
  /** Receives lines about the progress. */
  readonly say: (line: string) => void;
};

/** Injects faults of services and of the computer at the same time. @returns number of times by fault */
const injectFaults = async (
  place: Place,
  chance: Chance,
  { minutes, isWanted, say }: Options,
): Promise<ReadonlyMap<string, number>> => {
  const faults = new Map<string, number>();
  const count = (name: string): void => void faults.set(name, (faults.get(name) ?? 0) + 1);
  const deadline = performance.now() + minutes * 60_000;
  const isTime = (): boolean => performance.now() < deadline;

  const atServices = async (): Promise<void> => {
    const row = chance.derive('services');
    const wanted = serviceFaults.filter(({ name }) => isWanted(name));
    while (isTime() && wanted.length > 0) {
      const fault = row.pick(wanted);
      if (!row.happens(1 / (fault.rarity ?? 1))) continue;
      if ((await fault.inject(row.pick(place.services), row)) !== false) count(fault.name);
      await realPause(row.between(50, 400));
    }
  };
  const atComputer = async (): Promise<void> => {
    const row = chance.derive('computer');
    const wanted = computerFaults.filter(({ name }) => isWanted(name));
    let waiting: typeof wanted = [];
    while (isTime() && wanted.length > 0) {
      if (waiting.length === 0) waiting = [...row.shuffle(wanted)];
      const fault = waiting.pop() as (typeof wanted)[number];
      const start = performance.now();
      if ((await fault.inject(place, row)) !== false) count(fault.name);
      say(`${fault.name}: ${((performance.now() - start) / 1_000).toFixed(1)} s`);
      await realPause(row.between(100, 700));
    }
  };
  await Promise.all([atServices(), atComputer()]);
  return faults;
};

/** Resolves when services and app agree, or when their differences are final. */
const waitUntilFinal = async (
  look: () => Promise<ReturnType<typeof compare>>,
  retry: () => Promise<void>,
  patienceMs: number,
): Promise<void> => {
  let found = await look();
  let changedAt = performance.now();
  const isGood = (): boolean =>
    found.isCalm && found.lost.length + found.doubled.length + found.misplaced.length === 0;
  while (!isGood() && performance.now() - changedAt < patienceMs) {
    await realPause(500);
    await retry();
    const next = await look();
    if (JSON.stringify(next) !== JSON.stringify(found)) changedAt = performance.now();
    found = next;
  }
};

export const runCampaign = async (options: Options): Promise<Outcome> => {
  const { minutes, seed, hasOwnDisk, isWanted, patienceMs, say } = options;
  const chance = createChance(seed);
  const place = mkdtempSync(join(tmpdir(), 'hearthline-faults-'));
  const began = Date.now();
  const now = (): number => began + (Date.now() - began) * speed;
  const time = {
    args: ['--import', resolveProgram('test/faults/moved-time.ts')],
    env: { ...process.env, FAULTS_SPEED: String(speed), FAULTS_BEGAN: String(began) },
  };
  const aim = takeAim();
  const onAnswer = (firstLine: string): void => {
    if (/^POST .*\/messages?\b/.test(firstLine)) aim.report('sent');
  };
  const services: readonly Service[] = await Promise.all(
    (['listed', 'unlisted', 'legacy'] as const).map((kind, index) =>
      openService(kind, { seed: seed * 10 + index, redirectPorts, time, onAnswer }),
    ),
  );
  let legacyCalls = 0;
  const gate = await openGate(findWords, (path) => {
    aim.report('acknowledged');
    if (!path.startsWith('/partner/')) return;
    legacyCalls += 1;
    // Legacy calls cannot be requested again.
    aim.report('entrusted');
  });
  const tunnel = await openTunnel(
    place,
    gate.address,
    computerFaults.some(({ name, isOfTunnel }) => isOfTunnel && isWanted(name)),
  );
  gate.setTarget(tunnel.port);
  const phone = await openPhone();
  const computer = new Computer(place, hasOwnDisk, time);
  const journal = openJournal();
  const people = createPeople({
    ...{ services, computer, journal, now, maxLeads },
    createWord: createWords(),
  });
  const { ask, setUp, connectAll, addPhone, followPort, getReceiverPort } = createSetup({
    ...{ computer, services, tunnel, gate, phone },
  });

  /** Repeats until the campaign is over; an error ends the campaign. */
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

    const customers = chance.derive('customers');
    const professionals = ['Ann', 'Ben', 'Cy'].map((name) => chance.derive(name));
    const atWork = [
      repeat(60, () => people.customerActs(customers)),
      ...professionals.map((one) => repeat(40, () => people.professionalActs(one))),
      repeat(1_500, people.professionalRetries),
      repeat(700, async () => {
        await connectAll();
        await addPhone();
        await followPort();
      }),
    ];

    const here: Place = {
      ...{ computer, services, aim, tunnel, getReceiverPort },
      now: () => now() + computer.clockSetBy,
    };
    const injecting = injectFaults(here, chance, options);
    const faults = await Promise.race([injecting, Promise.all(atWork).then(() => injecting)]);

    // -- calm: people go on for a while, without faults
    for (const service of services)
      await service.control('POST', '/deliveries/policy', { retry: true });
    // A clock that is weeks ahead makes leads look old, which are read every few hours.
    computer.setClock(-computer.clockSetBy);
    await computer.quit();
    await computer.start();
    if (computer.state === 'stopped') await computer.restartEngine();
    await connectAll();
    await followPort();
    const connected = await computer.listAccounts();
    for (const { accountID } of connected.ok ? connected.value : [])
      await ask('connection.check', { accountID });
    await realPause(2_000);
    isOver = true;
    await Promise.all(atWork);
    say('calm');

    const look = async () => compare(computer.database, journal, await readTruth(journal), gate);
    const retry = async (): Promise<void> => {
      await people.professionalRetries();
      await connectAll();
    };
    await waitUntilFinal(look, retry, patienceMs);
    people.goHome();
    await computer.quit();
    const { lost, doubled, misplaced, undelivered, automatic, isCalm } = await look();
    doubled.push(...findDoubledNews(phone.received, journal));
    if (!isCalm) lost.push('what still waits to be sent or applied, though nothing is in its way');
    const isLong = minutes >= 1;
    if (isLong && legacyCalls === 0)
      lost.push('every legacy call, so that the campaign proves nothing of them');
    if (isLong && automatic === 0)
      lost.push('every automatic reply, so that the campaign proves nothing of them');
    if (isLong && phone.received.length === 0)
      lost.push('every message to the phone, so that the campaign proves nothing of them');
    misplaced.push(...recount(computer.database, place));
    for (const call of computer.unanswered) lost.push(`the answer to the call ${call}`);
    const remarks = journal.internal.map((command) => `${command} answered internal`);
    return {
      ...{ faults, lost, doubled, misplaced, undelivered, automatic, remarks },
      toPhone: phone.received.length,
      events: journal.events,
      leads: journal.leads.length,
      deliveries: gate.countDeliveries(),
    };
  } finally {
    isOver = true;
    people.goHome();
    await computer.killMain();
    gate.close();
    phone.close();
    await tunnel.close();
    await Promise.all(services.map((service) => service.close()));
    computer.disk.unmount();
    rmSync(place, { recursive: true, force: true });
  }
};
