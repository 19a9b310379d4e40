/** Desktops follow a real server that is killed, and give a recreated log its facts back. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { buildFact } from '../../../contract/team/facts.ts';
import { createBackoff } from '../../../main/clock/backoff.ts';
import { systemClock } from '../../../main/clock/clock.ts';
import { createFollower } from '../../../main/engine/team/follower.ts';
import { createKeyring } from '../../../main/sealing/keyring.ts';
import { createJetStreamLog } from '../../../main/engine/team/log/jetstream.ts';
import { sealForMembers } from '../../../main/sealing/seal.ts';
import { startCluster } from '../../team/cluster.ts';
import { testIngest } from '../../unit/engine/support/ingest.ts';
import { testLog, testSlices } from '../../unit/engine/support/store.ts';

const keyring = createKeyring();
const about = { account: 'a'.repeat(26), negotiation: 'n' };

let cluster: Awaited<ReturnType<typeof startCluster>>;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.close());

const connect = async () =>
  createJetStreamLog({
    servers: cluster.addresses,
    credentials: await cluster.member(),
    inboxPrefix: '_INBOX.desktop',
    reconnect: createBackoff({ first: 50, max: 200, jitter: 1 }),
  });

const desktop = async () => {
  const { store, ingest } = testIngest();
  store.db.exec(
    "INSERT INTO team_cursor (team, person, desktop, sequence) VALUES ('team', 'ana', 'laptop', 0)",
  );
  const applied: string[] = [];
  const teamLog = await connect();
  const start = () =>
    createFollower({
      store,
      clock: systemClock,
      log: testLog(),
      random: { fraction: () => 0 },
      slices: testSlices(systemClock),
      teamLog,
      keyring: () => keyring,
      ingest,
      findAccountID: () => null,
      parseCall: () => null,
      testAccount: 'test',
      onTestEvent: () => undefined,
      apply: (subject) => void applied.push(subject),
      onRosterChange: () => undefined,
      applyClaim: () => undefined,
      onMissingKey: () => undefined,
      onMissedDeliveries: () => undefined,
    });
  let follower = start();
  onTestFinished(async () => {
    await follower.stop();
    await teamLog.close();
  });
  return {
    applied,
    stop: () => follower.stop(),
    start: () => void (follower = start()),
    facts: () =>
      store.db
        .prepare<[], string>('SELECT subject FROM team_facts WHERE sequence > 0 ORDER BY subject')
        .pluck()
        .all(),
  };
};

it('all show every fact, each applied once, through killed servers and a lost log', async () => {
  const log = await connect();
  onTestFinished(() => log.close());
  const desktops = [await desktop(), await desktop(), await desktop()];
  const subjects: string[] = [];
  /** Publishes until the log has it. */
  const publish = async (): Promise<void> => {
    const subject = `fact.${'b'.repeat(26)}.tag.t${`${subjects.length}`.padStart(4, '0')}`;
    const meta = { author: { person: 'ana', desktop: 'laptop' }, at: 1 };
    const fact = buildFact('tag', { ...about, tag: 'x', on: true }, meta, null);
    const data = sealForMembers(keyring, subject, Buffer.from(fact.text));
    for (;;) {
      const published = await log.publish(subject, data, { expectedLast: 0 });
      if (published.ok || published.code === 'conflict') break;
      await pause(50);
    }
    subjects.push(subject);
  };
  const everywhere = () =>
    expect
      .poll(() => desktops.map(({ facts }) => facts()), { timeout: 50_000 })
      .toEqual(desktops.map(() => subjects));

  for (let count = 0; count < 60; count += 1) await publish();
  await desktops[1]?.stop();
  for (let kills = 0; kills < 2; kills += 1) {
    await cluster.kill(0);
    const published = publish();
    cluster.start(0);
    await cluster.ready();
    await published;
    for (let count = 0; count < 60; count += 1) await publish();
  }
  desktops[1]?.start();
  await everywhere();
  for (const { applied } of desktops) expect(applied.toSorted()).toEqual(subjects);

  await cluster.recreate();
  await publish();
  await everywhere();
  desktops.push(await desktop());
  await everywhere();
}, 120_000);
