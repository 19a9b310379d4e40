/** Faults of the professional's computer. Each resolves once it is over and the app runs again. */
import { createServer } from 'node:net';
import { once } from 'node:events';
import { existsSync, closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { setTimeout as realPause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { derivedFromLeads } from '../../main/engine/leads/derived.ts';
import { getBackupFolder, buildBackupPath } from '../../main/engine/platform/store/backups.ts';
import type { Chance } from './chance.ts';
import type { Computer } from './computer.ts';
import type { Service } from './service.ts';
import type { Aim, Instant } from './aim.ts';
import type { Tunnel } from './tunnel.ts';

export type Place = {
  readonly computer: Computer;
  readonly services: readonly Service[];
  readonly aim: Aim;
  readonly tunnel: Tunnel;
  /** The receiver's port; null if unknown. */
  readonly getReceiverPort: () => number | null;
  /** The computer's time including clock changes, UTC milliseconds. */
  readonly now: () => number;
};

/** `inject` returns false if the fault is not possible here. */
export type ComputerFault = {
  readonly name: string;
  /** True for faults of a tunnel with a separate program. */
  readonly isOfTunnel?: true;
  readonly inject: (place: Place, chance: Chance) => Promise<void | false>;
};

const hourMs = 60 * 60_000;

/** Restarts the app if it ended. */
const restart = async ({ computer }: Place): Promise<void> => {
  if (computer.state === 'off') await computer.start();
  await computer.waitUntilReady();
};

/**
 * Overwrites pages of a closed database: of tables that can be rebuilt, or of any table. False without a
 * database, as after a repair that was interrupted.
 */
const damage = (file: string, isAny: boolean, chance: Chance): void | false => {
  if (!existsSync(file)) return false;
  const db = new Database(file);
  const pages = db
    .prepare<[], { name: string; pageno: number }>(
      "SELECT name, pageno FROM dbstat WHERE pagetype IN ('leaf', 'internal') AND pageno > 1",
    )
    .all();
  const indexes = new Set(
    db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'index'").pluck().all(),
  );
  db.close();
  const canBeMade = (name: string): boolean =>
    indexes.has(name) ||
    derivedFromLeads.tables.some((table) => name === table || name.startsWith(`${table}_`));
  const candidates = pages.filter(({ name }) => isAny || canBeMade(name));
  const handle = openSync(file, 'r+');
  for (let count = chance.between(1, 3); count > 0; count--) {
    const { pageno } = chance.pick(candidates);
    writeSync(
      handle,
      Buffer.alloc(4096, chance.pick([0, 0xa5, 0xff])),
      0,
      4096,
      (pageno - 1) * 4096,
    );
  }
  closeSync(handle);
};

/** Makes a backup like the app's daily one; false if it found damaged pages or no database. */
const backUp = (file: string, now: number): boolean => {
  if (!existsSync(file)) return false;
  const db = new Database(file);
  mkdirSync(getBackupFolder(file), { recursive: true, mode: 0o700 });
  const version = db.pragma('user_version', { simple: true }) as number;
  const copy = buildBackupPath(file, now, version);
  try {
    db.prepare('VACUUM INTO ?').run(copy);
    return true;
  } catch (thrown) {
    if ((thrown as { code?: string }).code !== 'SQLITE_CORRUPT') throw thrown;
    rmSync(copy, { force: true });
    return false;
  } finally {
    db.close();
  }
};

const killAt =
  (instant: Instant): ComputerFault['inject'] =>
  async (place) => {
    const struck = await place.aim.strikeAt(instant, () => place.computer.killEngine());
    await restart(place);
    return struck ? undefined : false;
  };

const cutPowerAt =
  (instant: Instant): ComputerFault['inject'] =>
  async (place) => {
    let cut: Promise<unknown> = Promise.resolve();
    const struck = await place.aim.strikeAt(instant, () => {
      cut = place.computer.cutPower();
    });
    await cut;
    await restart(place);
    return struck ? undefined : false;
  };

export const computerFaults: readonly ComputerFault[] = [
  {
    name: 'kill -9 of the engine',
    inject: async (place, chance) => {
      await realPause(chance.between(0, 300));
      place.computer.killEngine();
      await restart(place);
    },
  },
  {
    name: 'kill -9 of the engine as it acknowledges a delivery',
    inject: killAt('acknowledged'),
  },
  {
    name: 'kill -9 of the engine as it acknowledges what cannot be asked for',
    inject: killAt('entrusted'),
  },
  {
    name: 'kill -9 of the engine before it hears that a reply arrived',
    inject: killAt('sent'),
  },
  {
    name: 'kill -9 of the app',
    inject: async (place, chance) => {
      await realPause(chance.between(0, 300));
      await place.computer.killMain();
      await restart(place);
    },
  },
  {
    name: 'kill -9 of the tunnel',
    isOfTunnel: true,
    inject: async ({ computer, tunnel }) =>
      computer.engine !== null && tunnel.kill(computer.engine) ? undefined : false,
  },
  {
    name: 'the host of the tunnel loses its power',
    isOfTunnel: true,
    inject: async ({ tunnel }) => tunnel.cutPower(),
  },
  {
    name: 'a power cut',
    inject: async (place, chance) => {
      await realPause(chance.between(0, 300));
      await place.computer.cutPower();
      await restart(place);
    },
  },
  {
    name: 'a power cut as a delivery is acknowledged',
    inject: cutPowerAt('acknowledged'),
  },
  {
    name: 'a power cut as what cannot be asked for is acknowledged',
    inject: cutPowerAt('entrusted'),
  },
  {
    name: 'a frozen engine',
    inject: async (place, chance) => {
      await place.computer.freezeEngine(chance.between(300, 3_000));
      await restart(place);
    },
  },
  {
    name: 'the app quits and starts',
    inject: async (place) => {
      await place.computer.quit();
      await restart(place);
    },
  },
  {
    name: 'a full disk',
    inject: async (place, chance) => {
      const free = place.computer.disk.fill();
      if (free === null) return false;
      await realPause(chance.between(300, 1_500));
      if (chance.happens(0.5)) place.computer.killEngine();
      await realPause(300);
      free();
      if (place.computer.state === 'stopped') await place.computer.restartEngine();
      await restart(place);
      return undefined;
    },
  },
  {
    name: 'a folder that cannot be written to',
    inject: async (place) => {
      await place.computer.quit();
      const restore = await place.computer.disk.makeReadOnly();
      if (restore === null) {
        await restart(place);
        return false;
      }
      await place.computer.start();
      await realPause(300);
      await place.computer.killMain();
      restore();
      await restart(place);
      return undefined;
    },
  },
  {
    name: 'a database that another program holds',
    inject: async ({ computer }, chance) => {
      const db = new Database(computer.database);
      db.exec('BEGIN IMMEDIATE');
      await realPause(chance.between(300, 2_500));
      db.exec('COMMIT');
      db.close();
    },
  },
  {
    name: 'the clock is set forward',
    inject: async ({ computer }, chance) =>
      computer.setClock(chance.pick([1, 24]) * chance.between(1, 20) * hourMs),
  },
  {
    name: 'the clock is set back',
    inject: async ({ computer }, chance) =>
      computer.setClock(-chance.pick([1, 24]) * chance.between(1, 20) * hourMs),
  },
  {
    name: 'a port that is taken',
    inject: async (place) => {
      const port = place.getReceiverPort();
      if (port === null) return false;
      await place.computer.quit();
      // The other program answers no one.
      const other = createServer((socket) => void socket.destroy()).listen(port, '127.0.0.1');
      // A connection of another program may have taken the port already.
      const isTaken = await once(other, 'listening').then(
        () => undefined,
        () => false as const,
      );
      await restart(place);
      await new Promise((closed) => other.close(closed));
      return isTaken;
    },
  },
  {
    name: 'a locked keychain',
    inject: async (place) => {
      await place.computer.quit();
      await place.computer.start('locked');
      await realPause(500);
      await place.computer.killMain();
      await restart(place);
    },
  },
  {
    name: 'no network',
    inject: async ({ services }, chance) => {
      const { line } = chance.pick(services);
      await line.cut();
      await realPause(chance.between(200, 2_000));
      await line.restore();
    },
  },
  {
    name: 'damaged pages of lists, indexes and full text',
    inject: async (place, chance) => {
      await place.computer.quit();
      const isDamaged = damage(place.computer.database, false, chance);
      await restart(place);
      return isDamaged;
    },
  },
  {
    name: 'damaged pages anywhere, after a backup',
    inject: async (place, chance) => {
      await place.computer.quit();
      const isBackedUp = backUp(place.computer.database, place.now());
      if (isBackedUp) damage(place.computer.database, true, chance);
      await restart(place);
      return isBackedUp ? undefined : false;
    },
  },
];
