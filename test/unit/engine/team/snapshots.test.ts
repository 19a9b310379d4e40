/** Writing and taking a team's snapshot, on a log in memory. */
import { randomBytes } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import type { AttachedAccount } from '../../../../contract/port.ts';
import type { AccountID } from '../../../../contract/records.ts';
import { adoptEcho } from '../../../../main/engine/conversation/outbox/echo.ts';
import { createLeadKeys } from '../../../../main/engine/team/lead-keys.ts';
import type { TeamLog } from '../../../../main/engine/team/log/team-log.ts';
import { readHead } from '../../../../main/engine/team/snapshot/format.ts';
import { createSnapshots } from '../../../../main/engine/team/snapshot/snapshots.ts';
import { createKeyring, rotateKeyring } from '../../../../main/sealing/keyring.ts';
import { sealForMembers } from '../../../../main/sealing/seal.ts';
import { memoryServer } from '../../../team/memory-log.ts';
import { testIngest } from '../support/ingest.ts';
import { negotiation, rfc } from '../support/records.ts';
import { account, noon, putAccount, testClock, testSlices } from '../support/store.ts';

const day = 24 * 60 * 60_000;
const hour = 60 * 60_000;

const newTeam = () => {
  const clock = testClock();
  const server = memoryServer({ clock });
  let keyring = createKeyring();
  const watcher = server.connect();

  const desktop = (
    name: string,
    {
      maxBytes,
      teamLog = (log) => log,
    }: { readonly maxBytes?: number; readonly teamLog?: (log: TeamLog) => TeamLog } = {},
  ) => {
    const made = testIngest(adoptEcho, clock);
    const { store, logged } = made;
    const attach = (more: Partial<AttachedAccount> = {}) => {
      putAccount(store, { ...account, teamSince: 1, ...more }, noon);
    };
    const keep = (level: string) => (fields: object, text: string) =>
      void logged.push({ level, fields, text });
    const log = { info: keep('info'), warn: keep('warn'), error: keep('error'), child: () => log };
    const start = () => {
      const snapshots = createSnapshots({
        ...{
          store,
          clock,
          log,
          self: { person: name, desktop: name },
          teamLog: teamLog(server.connect()),
        },
        ...(maxBytes !== undefined && { maxBytes }),
        random: { fraction: () => 0.5 },
        slices: testSlices(clock),
        keyring: () => keyring,
        keys: createLeadKeys(store, Buffer.from(keyring.subjectKey, 'base64url')),
        applyFacts: () => undefined,
        publish: () => undefined,
      });
      onTestFinished(snapshots.stop);
      return snapshots;
    };
    return {
      ...made,
      attach,
      start,
      add: (from: number, to: number, more: object = {}) => {
        for (let n = from; n <= to; n += 1) {
          const createdAt = rfc(noon - 50 * day + n * 1_000);
          made.deliver('NegotiationCreatedV4', negotiation(`n${n}`, { createdAt, ...more }));
        }
      },
      count: () => store.db.prepare('SELECT count(*) FROM leads').pluck().get(),
      linesWith: (text: string) => logged.filter((line) => line.text.includes(text)).length,
    };
  };
  /** The number of leads in the snapshot; null without one, or why it cannot be read. */
  const stored = async () => {
    const answer = await watcher.getSnapshotHead();
    if (!answer.ok || answer.found === null) return null;
    const read = readHead(keyring, answer.found.head);
    return read.ok
      ? Object.values(read.head.leads).reduce((sum, each) => sum + each, 0)
      : read.code;
  };
  return {
    clock,
    server,
    watcher,
    desktop,
    stored,
    keyring: () => keyring,
    rotate: () => void (keyring = rotateKeyring(keyring)),
  };
};
type Team = ReturnType<typeof newTeam>;

/** Lets time pass until something holds. */
const until = ({ clock }: Team, ms: number, look: () => unknown, expected: unknown) =>
  expect
    .poll(
      async () => {
        clock.advance(ms);
        await new Promise((resolve) => setImmediate(resolve));
        return look();
      },
      { timeout: 10_000, interval: 5 },
    )
    .toEqual(expected);

/** Lets hours pass, with time for what they start. */
const pass = async ({ clock }: Team, hours: number) => {
  for (let left = hours * 12; left > 0; left -= 1) {
    clock.advance(hour / 12);
    for (let turns = 0; turns < 20; turns += 1)
      await new Promise((resolve) => setImmediate(resolve));
  }
};

/** A desktop with leads that has written the first snapshot. */
const begun = async (leads = 3) => {
  const team = newTeam();
  const ana = team.desktop('ana');
  ana.attach();
  ana.add(1, leads);
  const snapshots = ana.start();
  await until(team, 1_000, team.stored, leads);
  return { team, ana, snapshots };
};

it('is written by a desktop with leads, and taken once by one that joins', async () => {
  const { team } = await begun();
  const ben = team.desktop('ben');
  ben.attach();
  ben.start();
  await until(team, 1_000, ben.count, 3);
  await until(team, 1_000, () => ben.linesWith('were added'), 1);
  await pass(team, 3);
  expect(ben.linesWith('were added')).toBe(1);
});

it('is taken when the account comes later, and not without one of the team', async () => {
  const { team } = await begun();
  const ben = team.desktop('ben');
  const snapshots = ben.start();
  await pass(team, 3);
  expect(ben.count()).toBe(0);
  ben.attach();
  snapshots.lookSoon();
  await until(team, 1_000, ben.count, 3);
});

it('is taken for each account, also for one that comes after the others were taken', async () => {
  const team = newTeam();
  const [ana, ben] = [team.desktop('ana'), team.desktop('ben')];
  const second = { accountID: 'second' as AccountID, userID: 'user-2' };
  ana.attach();
  ana.attach(second);
  ana.add(1, 3);
  ana.ingest.applyNegotiations('second', [negotiation('other')], 'poll');
  ana.start();
  await until(team, 1_000, team.stored, 4);
  ben.attach();
  const snapshots = ben.start();
  await until(team, 1_000, () => ben.linesWith('were added'), 1);
  expect(ben.count()).toBe(3);
  ben.attach({ ...second, accountID: 'bens-second' as AccountID });
  snapshots.lookSoon();
  await until(team, 1_000, ben.count, 4);
});

it('is written again, and not taken, when another account of the team serves the leads', async () => {
  const { team, ana } = await begun();
  ana.attach({ accountID: 'second' as AccountID, userID: 'user-2' });
  ana.store.db.exec("UPDATE leads SET account_id = 'second'");
  const lines = () => [ana.linesWith('was stored'), ana.linesWith('were added')];
  await until(team, hour / 2, lines, [2, 0]);
  await pass(team, 3);
  expect([lines(), await team.stored()]).toEqual([[2, 0], 3]);
});

it('is written again after a day, and when there are many more leads', async () => {
  const { team, ana } = await begun(1);
  ana.add(2, 40);
  await pass(team, 20);
  expect(await team.stored()).toBe(1);
  await until(team, hour / 2, team.stored, 40);
  ana.add(41, 200);
  await until(team, hour / 2, team.stored, 200);
}, 30_000);

it('is written once, although several desktops could', async () => {
  const { team } = await begun();
  const puts: string[] = [];
  for (const name of ['ben', 'eva']) {
    const other = team.desktop(name, {
      teamLog: (log) => ({
        ...log,
        putSnapshot: async (head, data) => {
          puts.push(name);
          return log.putSnapshot(head, data);
        },
      }),
    });
    other.attach();
    other.start();
    await until(team, 1_000, other.count, 3);
  }
  team.rotate();
  await until(team, 60_000, team.stored, 3);
  await pass(team, 3);
  expect(puts.length).toBeLessThanOrEqual(1);
});

it('is written with the new key soon after a rotation, and not taken before', async () => {
  const { team, snapshots } = await begun();
  await snapshots.stop();
  team.rotate();
  const ben = team.desktop('ben');
  ben.attach();
  ben.add(1, 1);
  ben.start();
  await pass(team, 3);
  // A desktop that has less leaves the writing to the others.
  expect([ben.count(), await team.stored()]).toEqual([1, 'other_key']);
  expect(ben.linesWith('cannot be read')).toBe(1);
  const eva = team.desktop('eva');
  eva.attach();
  eva.add(1, 3);
  eva.start();
  await until(team, 1_000, team.stored, 3);
  await until(team, 60_000, ben.count, 3);
});

it.each(['newer', 'damaged', 'half'])(
  'a %s one costs nothing, and a newer one stays',
  async (what) => {
    const { team, snapshots } = await begun(20);
    await snapshots.stop();
    const answer = await team.watcher.getSnapshot();
    const found = await team.watcher.getSnapshotHead();
    if (!answer.ok || answer.data === null || !found.ok || found.found === null) throw new Error();
    const newer = sealForMembers(team.keyring(), 'snapshot', Buffer.from('{"version":2}'));
    const head =
      what === 'newer' ? newer : what === 'damaged' ? Buffer.from('x') : found.found.head;
    const data = what === 'half' ? answer.data.subarray(0, -1) : answer.data;
    await team.watcher.putSnapshot(head, data);
    const ben = team.desktop('ben');
    ben.attach();
    ben.add(100, 100);
    ben.start();
    await pass(team, 3);
    expect(ben.count()).toBe(1);
    expect(ben.linesWith(what === 'half' ? 'could not be read' : 'cannot be read')).toBe(1);
    expect(ben.logged.filter(({ level }) => level === 'error')).toEqual([]);
    expect(await team.stored()).toBe(what === 'newer' ? 'newer' : what === 'half' ? 20 : 1);
  },
);

it('is taken again when deliveries were missed, and by a desktop that was killed halfway', async () => {
  const { team, ana } = await begun(30);
  let isCut = true;
  const ben = team.desktop('ben', {
    teamLog: (log) => ({
      ...log,
      getSnapshot: async () => {
        const answer = await log.getSnapshot();
        if (isCut && answer.ok) await first.stop();
        return answer;
      },
    }),
  });
  ben.attach();
  const first = ben.start();
  await pass(team, 1);
  expect(ben.count()).toBe(0);
  isCut = false;
  const second = ben.start();
  await until(team, 1_000, ben.count, 30);
  await until(team, 1_000, () => ben.linesWith('were added'), 1);
  ana.add(31, 31);
  ben.store.write(second.mergeAgain);
  await until(team, 1_000, () => ben.linesWith('were added'), 2);
});

it('leaves out the oldest leads when there is no room, and says so', async () => {
  const team = newTeam();
  const ana = team.desktop('ana', { maxBytes: 500_000 });
  ana.attach();
  for (let n = 1; n <= 60; n += 1) ana.add(n, n, { extra: randomBytes(20_000).toString('base64') });
  ana.start();
  await until(team, 1_000, () => ana.linesWith('was stored'), 1);
  const answer = await team.watcher.getSnapshotHead();
  const read = answer.ok && answer.found && readHead(team.keyring(), answer.found.head);
  expect(read && read.ok && read.head.isWhole).toBe(false);
  const ben = team.desktop('ben');
  ben.attach();
  ben.start();
  await until(team, 1_000, () => ben.linesWith('were added'), 1);
  const there = ben.store.db
    .prepare<[], string>('SELECT negotiation_id FROM leads ORDER BY created_at DESC')
    .pluck()
    .all();
  expect(there.length).toBeGreaterThan(5);
  expect(there).toEqual(there.map((_, at) => `n${60 - at}`));
  expect(there.length).toBeLessThan(40);
}, 30_000);

it('leaves out a lead that is too long, and says so', async () => {
  const team = newTeam();
  const ana = team.desktop('ana');
  ana.attach();
  ana.add(1, 2);
  ana.add(3, 3, { extra: 'x'.repeat(9_000_000) });
  ana.start();
  await until(team, 1_000, () => ana.linesWith('was stored'), 1);
  const answer = await team.watcher.getSnapshotHead();
  const read = answer.ok && answer.found && readHead(team.keyring(), answer.found.head);
  expect(read && read.ok && read.head).toMatchObject({ isWhole: false });
  expect(await team.stored()).toBe(2);
});
