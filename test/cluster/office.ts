/**
 * The office: desktops and a keeper of one team work on the sandbox's leads through two hubs and three log servers,
 * under faults of all of them (office-faults.ts). Then every member must have the same data as the sandbox, and no
 * removed desktop may be served.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { serviceProfile } from '../../contract/profile.ts';
import type { TeamMembership } from '../../contract/port.ts';
import { deriveKeys } from '../../hub/keys.ts';
import { createBroker } from '../../main/connect/broker.ts';
import { systemClock } from '../../main/clock/clock.ts';
import { readKeyring } from '../../main/sealing/keyring.ts';
import { createChance } from '../faults/chance.ts';
import { openMarketplace, type OnEnd } from '../integration/engine/support/marketplace.ts';
import { createAuthority } from '../integration/hub/support/authority.ts';
import { codeFor } from '../integration/hub/support/codes.ts';
import { startNatsCluster } from '../integration/hub/support/nats-cluster.ts';
import { buildV4Profile } from '../service-ready.ts';
import { compareOffice, type Promises } from './compare-office.ts';
import type { Findings } from './compare.ts';
import { startHubs } from './hubs.ts';
import { injectFaults } from './inject.ts';
import { readKept } from './kept.ts';
import {
  addKeeper,
  addMember,
  isServed,
  waitForMember,
  retryUntilOk,
  removeMember,
  takeRepliesOf,
} from './members.ts';
import { createOfficeFaults } from './office-faults.ts';
import { createPerson } from './person.ts';
import { openSeat, type Seat } from './seat.ts';

export type Outcome = Findings & {
  readonly faults: ReadonlyMap<string, number>;
  readonly events: number;
};

type Member = {
  readonly seat: Seat;
  readonly person: string;
  readonly quiet: () => void;
};

type Gone = Member & { readonly membership: TeamMembership };

const readKeyNumber = (membership: TeamMembership | null): number =>
  readKeyring(membership?.keyring ?? '')?.current ?? 0;

/** Lists removed desktops that have the team's key, access to its log, or their leads. */
const findAccess = async (
  gone: readonly Gone[],
  owner: Seat,
  ca: string,
): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const { seat, membership } of gone) {
    if (readKeyNumber(owner.getMembership()) <= readKeyNumber(membership))
      found.push(`${seat.name} was removed and has the team's key`);
    if (await isServed(membership, ca)) found.push(`${seat.name} was removed and is still served`);
    seat.obeyHub();
    const isEmpty = async () => (await seat.ask((at) => at.leads('all')))?.length === 0;
    const deadline = performance.now() + 30_000;
    while (!(await isEmpty()) && performance.now() < deadline) await pause(500);
    if (!(await isEmpty())) found.push(`${seat.name} was removed and keeps its leads`);
  }
  return found;
};

/** Runs faults for some minutes, lets everything recover, and compares. */
export const runOffice = async ({
  minutes,
  seed,
  desktops: count,
  say,
  patienceMs = 240_000,
  hasOwnDisk = false,
  isWanted = () => true,
}: {
  readonly minutes: number;
  readonly seed: number;
  readonly desktops: number;
  readonly say: (line: string) => void;
  /** For elections, reconnects and replies that are searched for, once faults have ended. */
  readonly patienceMs?: number;
  /** True if a disk can be mounted for a log server. */
  readonly hasOwnDisk?: boolean;
  /** Chooses faults by name. */
  readonly isWanted?: (name: string) => boolean;
}): Promise<Outcome> => {
  const chance = createChance(seed);
  const ending: Parameters<OnEnd>[0][] = [];
  const onEnd: OnEnd = (work) => void ending.unshift(work);
  const folder = mkdtempSync(join(tmpdir(), 'hearthline-office-'));
  onEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  try {
    const marketplace = await openMarketplace({ businesses: 2, listNegotiations: true }, onEnd);
    const secret = randomBytes(32);
    writeFileSync(join(folder, 'keys'), secret.toString('base64'), { mode: 0o600 });
    const authority = await createAuthority();
    const cluster = await startNatsCluster(
      deriveKeys(secret),
      await authority.issue('localhost', 2),
      { isolable: true, hasOwnDisk },
    );
    onEnd(cluster.stop);
    const { baseUrl } = marketplace.account.profile;
    const profile = serviceProfile.parse({
      ...buildV4Profile(marketplace.ready),
      ...{ baseUrl, tokenUrl: marketplace.ready.v4.tokenUrl.replace(/^http:\/\/[^/]+/, baseUrl) },
    });
    const hubs = await startHubs({
      ...{ folder, services: [profile], chance: chance.derive('front') },
      nats: { servers: cluster.addresses, replicas: 3, ca: authority.file },
    });
    onEnd(hubs.close);

    const promises: Promises = {
      leads: new Set(),
      words: new Set(),
      replies: new Set(),
      notes: new Set(),
    };
    let members: readonly Member[] = [];
    const listPeople = (): readonly string[] => members.map(({ person }) => person);
    const works: Promise<void>[] = [];
    let opened = 0;
    const openNext = (): Promise<Seat> => {
      const name = `p${opened}`;
      opened += 1;
      return openSeat({
        ...{ name, folder: join(folder, name), ca: authority.pem, onEnd },
        logPorts: cluster.ports,
        chance: chance.derive(`way ${name}`),
      });
    };
    const work = (seat: Seat, person: string): void => {
      const { name, ask } = seat;
      const at = createPerson({
        ...{ name, ask, listPeople, promises },
        chance: chance.derive(`person ${name}`),
        getClockOffset: seat.getClockOffset,
      });
      members = [...members, { seat, person, quiet: at.quiet }];
      works.push(at.work());
    };

    const owner = await openNext();
    await retryUntilOk(() => owner.team['team.join']({ invitation: hubs.link }));
    const { person: ownersPerson, address, team } = await waitForMember(owner);
    const signer = owner.hub()?.signer ?? null;
    const broker = createBroker({ address, signer, fetch, clock: systemClock });
    const code = await codeFor(marketplace, profile);
    await retryUntilOk(() => broker.exchange(code));
    await retryUntilOk(() => owner.connect.adoptTeamAccounts());
    await owner.start();
    await addKeeper(owner, hubs.keepers);
    const seats = await Promise.all(Array.from({ length: count - 1 }, openNext));
    const joined = await Promise.all(
      seats.map(async (seat) => ({ seat, person: await addMember(owner, seat) })),
    );
    await Promise.all(seats.map(({ start }) => start()));
    for (const { seat, person } of [{ seat: owner, person: ownersPerson }, ...joined])
      work(seat, person);
    /** Makes a rule that assigns new leads to everybody in turn. */
    const assignInTurn = async (): Promise<void> => {
      const anyLead = { businesses: [], categories: [], areas: [] };
      const leads = { ...anyLead, hours: 'any', charge: 'any' } as const;
      const rules = [{ id: 'everybody', people: listPeople(), leads }];
      await retryUntilOk(() => owner.ask((at) => at.call('team.setAssigning', { rules })));
    };
    await assignInTurn();

    let isOver = false;
    const serveCustomers = async (): Promise<void> => {
      const own = chance.derive('customers');
      const ids: string[] = [];
      for (let number = 1; !isOver; number += 1) {
        await pause(own.between(300, 2_000));
        if (ids.length < 4 || own.happens(0.2)) {
          const id = await marketplace.request(`Customer${number}`);
          ids.push(id);
          promises.leads.add(id);
        } else {
          const word = `word ${number}`;
          await marketplace.write(own.pick(ids), word);
          promises.words.add(word);
        }
      }
    };
    works.push(serveCustomers());

    const gone: Gone[] = [];
    const replaceDesktop = async () => {
      const [, ...others] = members;
      if (others.length === 0) return false;
      const leaving = chance.pick(others);
      const { seat, person } = leaving;
      const membership = seat.getMembership();
      if (membership === null) return false;
      members = members.filter((each) => each !== leaving);
      leaving.quiet();
      gone.push({ ...leaving, membership });
      await removeMember(owner, seat, person);
      return async (): Promise<void> => {
        await takeRepliesOf(owner, person);
        const next = await openNext();
        const newPerson = await addMember(owner, next);
        await next.start();
        work(next, newPerson);
        await assignInTurn();
      };
    };

    const faults = createOfficeFaults({
      ...{ cluster, hubs, marketplace, replaceDesktop, chance },
      listSeats: () => members.map(({ seat }) => seat),
    }).filter(([name]) => isWanted(name));
    const injected = await injectFaults({
      ...{ faults, minutes, chance, say },
      pauseMs: [2_000, 6_000],
    });
    isOver = true;
    for (const { quiet } of members) quiet();
    await Promise.all(works);
    // The service does not repeat a delivery that no hub accepted; a computer that wakes up polls for it.
    for (const { seat } of members) seat.wake();

    const [keeper = ''] = readdirSync(hubs.keepers);
    if (keeper !== team) throw new Error('the team has no keeper');
    const compare = async (): Promise<Findings> => {
      const left: string[] = [];
      for (const { person } of gone) {
        // A colleague may have assigned a lead meanwhile.
        await owner.ask((at) => at.call('team.reassign', { from: person, to: null }));
        if ((await takeRepliesOf(owner, person)) > 0) left.push(`replies of ${person} wait`);
      }
      // Replies that the owner was taking over when its engine died.
      if ((await takeRepliesOf(owner, ownersPerson)) > 0) left.push('replies of the owner wait');
      const threads = new Map<string, readonly string[]>();
      for (const id of promises.leads) threads.set(id, await marketplace.thread(id));
      const found = compareOffice(
        [
          ...members.map(({ seat }) => seat.read()),
          readKept('keeper', join(hubs.keepers, keeper, 'leads.db')),
        ],
        gone.map(({ seat, person }) => ({ ...seat.read(), person })),
        threads,
        promises,
      );
      return { ...found, lost: [...found.lost, ...left] };
    };
    const deadline = performance.now() + patienceMs;
    let found = await compare();
    while (Object.values(found).flat().length > 0 && performance.now() < deadline) {
      await pause(2_000);
      found = await compare();
    }

    found.different.push(...(await findAccess(gone, owner, authority.pem)));
    const { leads, words, replies, notes } = promises;
    return {
      ...found,
      faults: injected,
      events: leads.size + words.size + replies.size + notes.size,
    };
  } finally {
    for (const work of ending) await work();
  }
};
