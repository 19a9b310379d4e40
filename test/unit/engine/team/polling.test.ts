/** Polls of a team's accounts by one desktop, whose finds reach the others. */
import { expect, it, onTestFinished } from 'vitest';
import { delivery } from '../../../../contract/team/delivery.ts';
import { createLeadKeys } from '../../../../main/engine/team/lead-keys.ts';
import { createPolling } from '../../../../main/engine/team/polling.ts';
import type { Store } from '../../../../main/engine/platform/store/store.ts';
import { createKeyring } from '../../../../main/sealing/keyring.ts';
import { openEnvelope } from '../../../../main/sealing/seal.ts';
import { memoryServer } from '../../../team/memory-log.ts';
import { settle } from '../conversation/outbox/bench.ts';
import { testIngest } from '../support/ingest.ts';
import { account, accountID, noon, putAccount, testClock, testLog } from '../support/store.ts';

const practiceID = 'practice' as typeof accountID;

const newTeam = () => {
  const clock = testClock();
  const server = memoryServer({ clock });
  const keyring = createKeyring();
  /** An engine over a database. */
  const reopen = (name: string, store: Store) => {
    const due: string[] = [];
    const back: string[] = [];
    const polling = createPolling({
      ...{ store, clock, log: testLog(), random: { fraction: () => 0.5 } },
      teamLog: server.connect(),
      keyring: () => keyring,
      keys: createLeadKeys(store, Buffer.from(keyring.subjectKey, 'base64url')),
      self: { person: name, desktop: name },
      pollDue: () => void due.push(name),
      onDutyGained: () => void due.push(name),
      onReturn: () => void back.push(name),
    });
    onTestFinished(() => void polling.stop());
    return { ...polling, store, due, back };
  };
  const desktop = (name: string, teamSince: number | null = 1) => {
    const { store } = testIngest(undefined, clock);
    store.db.prepare('UPDATE accounts SET team_since = ?').run(teamSince);
    return reopen(name, store);
  };
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 5_000) {
      clock.advance(Math.min(5_000, ms - passed));
      await settle();
    }
  };
  const log = server.connect();
  const finds = async () => {
    const answer = await log.read(0, { most: 100, waitMs: 0 });
    if (!answer.ok) throw new Error(answer.code);
    return answer.entries
      .filter(({ subject }) => subject.startsWith('in.'))
      .map(({ subject, data }) => {
        const opened = openEnvelope(keyring, subject, data);
        const read = opened.ok ? delivery.parse(JSON.parse(opened.text.toString())) : null;
        return [read?.target, read?.body];
      });
  };
  const duties = async () => {
    const answer = await log.read(0, { most: 100, waitMs: 0 });
    const subjects = answer.ok ? answer.entries.map(({ subject }) => subject) : [];
    return new Set(subjects.filter((subject) => subject.startsWith('duty.'))).size;
  };
  return { clock, server, desktop, reopen, pass, finds, duties };
};

it('one desktop polls, and another one after it has stopped or died', async () => {
  const { desktop, pass } = newTeam();
  const [ana, ben] = [desktop('ana'), desktop('ben')];
  await settle();
  const polling = () => [ana, ben].filter((each) => each.mayPoll(accountID));
  expect(polling()).toHaveLength(1);
  await pass(10 * 60_000);
  const [first] = polling();
  expect(polling()).toHaveLength(1);
  await first?.stop();
  await pass(20_000);
  expect(polling()).toHaveLength(1);
  expect(polling()[0]).not.toBe(first);
  expect(polling()[0]?.due.length).toBeGreaterThan(0);
});

it('every desktop polls while the hub is silent for a minute, and one again when it is back', async () => {
  const { desktop, pass, server } = newTeam();
  const desktops = [desktop('ana'), desktop('ben')];
  await settle();
  const count = () => desktops.filter((each) => each.mayPoll(accountID)).length;
  server.stop();
  await pass(40_000);
  expect(count()).toBeLessThan(2);
  await pass(30_000);
  expect(count()).toBe(2);
  server.start();
  await pass(40_000);
  expect(count()).toBe(1);
  // Deliveries may be missing, so both catch up.
  expect(desktops.flatMap(({ back }) => back)).toEqual(['ana', 'ben']);
});

it('every desktop polls while the log takes nothing, although it is connected', async () => {
  const { desktop, pass, server } = newTeam();
  const desktops = [desktop('ana'), desktop('ben')];
  await settle();
  const count = () => desktops.filter((each) => each.mayPoll(accountID)).length;
  server.fill(true);
  await pass(90_000);
  expect(count()).toBe(2);
  server.fill(false);
  await pass(40_000);
  expect(count()).toBe(1);
  expect(desktops.flatMap(({ back }) => back).toSorted()).toEqual(['ana', 'ben']);
});

it('every desktop polls its practice account and its own, and publishes nothing of them', async () => {
  const { desktop, finds, pass, duties } = newTeam();
  const desktops = [desktop('ana'), desktop('ben')];
  const own = { ...account, accountID: 'own' as typeof accountID, userID: 'own' };
  for (const { store, updateDuties } of desktops) {
    putAccount(store, { ...account, accountID: practiceID, practice: true }, noon);
    putAccount(store, own, noon);
    updateDuties();
  }
  await settle();
  for (const id of [practiceID, own.accountID])
    expect(desktops.map((each) => [each.mayPoll(id), each.isOnDuty(id)])).toEqual([
      [true, false],
      [true, false],
    ]);
  const [ana] = desktops;
  ana?.publishFound(own.accountID, 'answer:message', [{ messageID: 'm1' }]);
  await pass(60_000);
  expect(await finds()).toEqual([]);
  expect(await duties()).toBe(1);

  // An owner connects it for the team.
  for (const { store, updateDuties } of desktops) {
    putAccount(store, { ...own, teamSince: 2 }, noon);
    updateDuties();
  }
  await pass(10_000);
  expect(desktops.filter((each) => each.isOnDuty(own.accountID))).toHaveLength(1);
  expect(await duties()).toBe(2);
});

it('a lead that changes back is found again, and a message once', async () => {
  const { desktop, finds, pass } = newTeam();
  const ana = desktop('ana');
  await settle();
  for (const status of ['Open', 'Closed', 'Open']) {
    ana.publishFound(accountID, 'answer:negotiation', [{ status }]);
    ana.publishFound(accountID, 'answer:message', [{ messageID: 'm1' }]);
  }
  await pass(5_000);
  expect((await finds()).map(([kind]) => kind).toSorted()).toEqual([
    'answer:message',
    ...Array.from({ length: 3 }, () => 'answer:negotiation'),
  ]);
});

it('a disconnected account is left to the desktops that are connected', async () => {
  const { desktop, pass } = newTeam();
  const [ana, ben] = [desktop('ana'), desktop('ben')];
  await settle();
  const holder = ana.mayPoll(accountID) ? ana : ben;
  const other = holder === ana ? ben : ana;
  holder.store.db.exec('UPDATE accounts SET connected = 0');
  holder.updateDuties();
  await pass(20_000);
  expect([holder.mayPoll(accountID), other.mayPoll(accountID)]).toEqual([false, true]);
});

it('what was found is published once, and also after the hub was away', async () => {
  const { desktop, pass, server, finds } = newTeam();
  const [ana, ben] = [desktop('ana'), desktop('ben')];
  await settle();
  ana.publishFound(accountID, 'answer:message', [{ messageID: 'm1' }]);
  ben.publishFound(accountID, 'answer:message', [{ messageID: 'm1' }]);
  await settle();
  server.stop();
  ana.publishFound(accountID, 'answer:negotiation', [{ negotiationID: 'n1' }]);
  await settle();
  server.start();
  await pass(40_000);
  expect(await finds()).toEqual([
    ['answer:message', '{"data":{"messageID":"m1"}}'],
    ['answer:negotiation', '{"data":{"negotiationID":"n1"}}'],
  ]);
});

it('what was found while the hub was away is published by the next engine too', async () => {
  const { desktop, finds, pass, server, reopen } = newTeam();
  const ana = desktop('ana');
  await settle();
  server.stop();
  ana.publishFound(accountID, 'answer:message', [{ messageID: 'm1' }]);
  await pass(5_000);
  await ana.stop();
  // A poll may end while one membership follows another.
  ana.publishFound(accountID, 'answer:message', [{ messageID: 'm2' }]);
  server.start();
  expect(await finds()).toEqual([]);
  reopen('ana', ana.store);
  await pass(5_000);
  expect((await finds()).map(([, body]) => body)).toEqual(
    ['m1', 'm2'].map((messageID) => JSON.stringify({ data: { messageID } })),
  );
  expect(ana.store.db.prepare('SELECT * FROM team_finds').all()).toEqual([]);
});

it('what was found is published soon after the database was full', async () => {
  const { desktop, finds, pass } = newTeam();
  const { store, publishFound } = desktop('ana');
  await settle();
  store.db.exec(`CREATE TEMP TRIGGER full BEFORE DELETE ON main.team_finds
    BEGIN SELECT RAISE(ABORT, 'full'); END`);
  publishFound(accountID, 'answer:message', [{ messageID: 'm1' }, { messageID: 'm2' }]);
  await pass(5_000);
  store.db.exec('DROP TRIGGER full');
  await pass(40_000);
  expect(await finds()).toHaveLength(2);
  expect(store.db.prepare('SELECT * FROM team_finds').all()).toEqual([]);
});

it('a desktop whose first account of the team came while the hub was silent polls after a minute', async () => {
  const { desktop, pass, server } = newTeam();
  const { store, updateDuties, due, mayPoll } = desktop('ana', null);
  server.stop();
  await pass(50_000);
  store.db.exec('UPDATE accounts SET team_since = 1');
  updateDuties();
  await pass(15_000);
  expect(mayPoll(accountID)).toBe(false);
  due.length = 0;
  await pass(50_000);
  expect([mayPoll(accountID), due]).toEqual([true, ['ana']]);
});
