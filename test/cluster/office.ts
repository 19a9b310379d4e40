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
import { deriveKeys } from '../../hub/keys.ts';
import { createChance, type Chance } from '../faults/chance.ts';
import {
  openMarketplace,
  type Marketplace,
  type OnEnd,
} from '../integration/engine/support/marketplace.ts';
import { createAuthority } from '../integration/hub/support/authority.ts';
import { codeFor } from '../integration/hub/support/codes.ts';
import { startNatsCluster } from '../integration/hub/support/nats-cluster.ts';
import { buildV4Profile } from '../service-ready.ts';
import { compareOffice, type Promises } from './compare-office.ts';
import type { Findings } from './compare.ts';
import { startHubs } from './hubs.ts';
import { injectFaults } from './inject.ts';
import { readKept } from './kept.ts';
import { createOfficeFaults } from './office-faults.ts';
import { hireStaff } from './staff.ts';

export type Outcome = Findings & {
  readonly faults: ReadonlyMap<string, number>;
  readonly events: number;
};

/** Sends requests and messages of customers until it is stopped, and adds them to the promises. */
const serveCustomers = (
  marketplace: Marketplace,
  promises: Pick<Promises, 'leads' | 'words'>,
  chance: Chance,
) => {
  let isOver = false;
  const serve = async (): Promise<void> => {
    const ids: string[] = [];
    for (let number = 1; !isOver; number += 1) {
      await pause(chance.between(300, 2_000));
      if (ids.length < 4 || chance.happens(0.2)) {
        const id = await marketplace.request(`Customer${number}`);
        ids.push(id);
        promises.leads.add(id);
      } else {
        const word = `word ${number}`;
        await marketplace.write(chance.pick(ids), word);
        promises.words.add(word);
      }
    }
  };
  const served = serve();
  return {
    stop: async (): Promise<void> => {
      isOver = true;
      await served;
    },
  };
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
    const staff = await hireStaff({
      ...{ count, folder, hubs, promises, chance, onEnd },
      ...{ ca: authority.pem, logPorts: cluster.ports },
      getCode: () => codeFor(marketplace, profile),
    });
    const customers = serveCustomers(marketplace, promises, chance.derive('customers'));
    const { listSeats, replaceDesktop } = staff;
    const faults = createOfficeFaults({
      ...{ cluster, hubs, marketplace, replaceDesktop, chance, listSeats },
    }).filter(([name]) => isWanted(name));
    const injected = await injectFaults({
      ...{ faults, minutes, chance, say },
      pauseMs: [2_000, 6_000],
    });
    await customers.stop();
    await staff.stop();

    const [keeper = ''] = readdirSync(hubs.keepers);
    if (keeper !== staff.team) throw new Error('the team has no keeper');
    const compare = async (): Promise<Findings> => {
      const left = await staff.takeLeft();
      const threads = new Map<string, readonly string[]>();
      for (const id of promises.leads) threads.set(id, await marketplace.thread(id));
      const found = compareOffice(
        [
          ...listSeats().map((seat) => seat.read()),
          readKept('keeper', join(hubs.keepers, keeper, 'leads.db')),
        ],
        staff.readGone(),
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

    found.different.push(...(await staff.findAccess()));
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
