/** Faults of the office: servers, hubs, desktops, the keeper, the network, clocks, tokens and a disk. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Chance } from '../faults/chance.ts';
import type { Marketplace } from '../integration/engine/support/marketplace.ts';
import type { startNatsCluster } from '../integration/hub/support/nats-cluster.ts';
import type { Hubs } from './hubs.ts';
import type { Fault } from './inject.ts';
import { retryUntilOk } from './members.ts';
import type { Seat } from './seat.ts';

const hourMs = 60 * 60_000;

export const createOfficeFaults = ({
  cluster,
  hubs,
  marketplace,
  listSeats: seats,
  replaceDesktop,
  chance,
}: {
  readonly cluster: Awaited<ReturnType<typeof startNatsCluster>>;
  readonly hubs: Hubs;
  readonly marketplace: Marketplace;
  /** Current desktops of the team. */
  readonly listSeats: () => readonly Seat[];
  /** Removes a desktop; the returned function adds another one. False when only the owner's is left. */
  readonly replaceDesktop: () => Promise<(() => Promise<void>) | false>;
  readonly chance: Chance;
}): readonly Fault[] => {
  const wait = (least: number, most: number): Promise<void> => pause(chance.between(least, most));
  const restartServer = async (name: string): Promise<void> => {
    await cluster.kill(name);
    await wait(0, 4_000);
    await cluster.start(name);
  };
  const restartHub = async (at: number): Promise<void> => {
    await hubs.kill(at);
    await wait(0, 4_000);
    await hubs.start(at);
  };
  const freeze = async (seat: Seat, ms: number, asleep = (): void => undefined): Promise<void> => {
    seat.signal('SIGSTOP');
    asleep();
    await pause(ms);
    seat.signal('SIGCONT');
  };
  /** Sets a clock for a while, then corrects it. */
  const setClock = async (byMs: number): Promise<void> => {
    const seat = chance.pick(seats());
    seat.setClock(byMs);
    await wait(1_000, 8_000);
    if (chance.happens(0.5)) await seat.kill();
    seat.setClock(-byMs);
    await seat.start();
  };

  return [
    ['a log server is killed', () => restartServer(chance.pick(cluster.names))],
    ['all log servers are killed', () => Promise.all(cluster.names.map(restartServer))],
    [
      'a log server is cut off from the others',
      async () => {
        const name = chance.pick(cluster.names);
        cluster.isolate(name, true);
        await wait(1_000, 15_000);
        cluster.isolate(name, false);
      },
    ],
    [
      'the disk of a log server is full',
      async () => {
        const free = cluster.fillDisk();
        if (free === null) return false;
        await wait(2_000, 10_000);
        free();
        // A server without room stops keeping logs until it starts again.
        await restartServer(cluster.names.at(-1) ?? '');
        return undefined;
      },
    ],
    ['a hub is killed', () => restartHub(chance.between(0, 1))],
    ['both hubs are killed', () => Promise.all([restartHub(0), restartHub(1)])],
    ['the keeper is killed', async () => hubs.killKeeper(false)],
    ["the keeper's engine is killed", async () => hubs.killKeeper(true)],
    [
      'tokens expire and a hub is killed while it refreshes them',
      async () => {
        const delayMs = chance.between(200, 1_500);
        const match = { path: '/oauth2/token' };
        await marketplace.control('POST', '/faults', { match, delayMs });
        await marketplace.control('POST', '/clock', { advanceSeconds: 3_700 });
        const [first] = seats();
        const [account] = first?.connect.listAttachedAccounts() ?? [];
        if (first === undefined || account === undefined) return false;
        const { accountID } = account;
        const before = await first.connect.getAccessToken(accountID, null);
        const renew = () =>
          first.connect.getAccessToken(accountID, before.ok ? before.value : null);
        const renewed = retryUntilOk(renew);
        await wait(0, delayMs);
        await (chance.happens(0.5)
          ? restartHub(chance.between(0, 1))
          : Promise.all([restartHub(0), restartHub(1)]));
        // Before the service's grace period ends.
        await renewed;
        await marketplace.control('POST', '/faults/clear');
        return undefined;
      },
    ],
    [
      'an engine is killed',
      async () => {
        const seat = chance.pick(seats());
        await seat.kill();
        await wait(0, 4_000);
        await seat.start();
      },
    ],
    ['an engine is frozen', () => freeze(chance.pick(seats()), chance.between(1_000, 12_000))],
    [
      'desktops are cut off from the log',
      async () => {
        const cut = chance.shuffle(seats()).slice(0, chance.between(1, seats().length - 1));
        for (const seat of cut) seat.cutOff(true);
        await wait(1_000, 25_000);
        for (const seat of cut) seat.cutOff(false);
      },
    ],
    ['a clock is set forward by minutes', () => setClock(chance.between(31, 600) * 1_000)],
    ['a clock is set back by minutes', () => setClock(-chance.between(31, 600) * 1_000)],
    ['a clock is set forward by hours', () => setClock(chance.between(1, 40) * hourMs)],
    ['a clock is set back by hours', () => setClock(-chance.between(1, 40) * hourMs)],
    [
      'a desktop sleeps for hours',
      async () => {
        const seat = chance.pick(seats());
        const hours = chance.between(1, 40);
        // The others live through the hours in seconds, so that its clock is ahead until it is corrected.
        await freeze(seat, chance.between(1_000, 12_000), () => seat.setClock(hours * hourMs));
        seat.wake();
        await wait(1_000, 5_000);
        seat.setClock(-hours * hourMs);
      },
    ],
    [
      'the marketplace is cut off',
      async () => {
        await marketplace.cut();
        await wait(1_000, 8_000);
        await marketplace.restore();
      },
    ],
    [
      'a desktop is removed, and another one joins',
      async () => {
        const join = await replaceDesktop();
        if (join === false) return false;
        await wait(1_000, 8_000);
        await join();
        return undefined;
      },
    ],
  ];
};
