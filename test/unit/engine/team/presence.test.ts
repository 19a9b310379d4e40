/** Presence of colleagues at the same lead, over a log in memory. */
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Duty } from '../../../../contract/commands/team.ts';
import { maxDesktops } from '../../../../contract/team/desk.ts';
import { createKeyring } from '../../../../main/sealing/keyring.ts';
import { createAttendance } from '../../../../main/engine/team/attendance.ts';
import { createLeadKeys } from '../../../../main/engine/team/lead-keys.ts';
import { enterTeam } from '../../../../main/engine/team/membership.ts';
import { createPresence } from '../../../../main/engine/team/presence.ts';
import { sealJSON } from '../../../../main/engine/team/sealed-json.ts';
import { openEnvelope } from '../../../../main/sealing/seal.ts';
import { memoryServer } from '../../../team/memory-log.ts';
import { settle } from '../conversation/outbox/bench.ts';
import { testIngest } from '../support/ingest.ts';
import { negotiation } from '../support/records.ts';
import { adoptEcho } from '../../../../main/engine/conversation/outbox/echo.ts';
import { testClock, testLog } from '../support/store.ts';

const nobody = { looking: [], writing: [], claim: null };

const two = () => {
  const clock = testClock();
  const server = memoryServer({ clock });
  const keyring = createKeyring();
  const desktop = (person: string) => {
    const { store, deliver } = testIngest(adoptEcho, clock);
    store.db.exec('UPDATE accounts SET team_since = 1');
    deliver('NegotiationCreatedV4', negotiation('n1'));
    const self = { person, desktop: `${person}-desk` };
    enterTeam(store, { team: 't', role: 'owner', ...self });
    const changes: string[] = [];
    const cameOn: string[] = [];
    const duty: { now: Duty } = { now: 'on' };
    const teamLog = server.connect();
    const context = { store, clock, log: testLog(), teamLog, keyring: () => keyring, self };
    const presence = createPresence({
      ...context,
      keys: createLeadKeys(store, Buffer.from(keyring.subjectKey, 'base64url')),
      publish: ({ kinds }) => void changes.push(...kinds),
    });
    const attendance = createAttendance({
      ...context,
      getOwnStatus: () => ({ duty: duty.now, version: '1.2.3', sequence: 7, isKeeper: false }),
      onArrival: () => void cameOn.push(person),
    });
    const stop = (): void => {
      presence.stop();
      attendance.stop();
    };
    onTestFinished(stop);
    /** Applies the claims of the log. */
    const follow = async (): Promise<void> => {
      await settle();
      const read = await teamLog.read(0, { most: 100, waitMs: 0 });
      for (const { subject, data } of read.ok ? read.entries : []) {
        const opened = openEnvelope(keyring, subject, data);
        if (opened.ok) store.write(() => presence.applyClaim(opened.text.toString()));
      }
    };
    return { ...presence, ...attendance, stop, follow, changes, cameOn, duty };
  };
  const pass = async (ms: number): Promise<void> => {
    clock.advance(ms);
    await settle();
  };
  return { clock, server, keyring, ana: desktop('ana'), ben: desktop('ben'), pass };
};

describe('a colleague', () => {
  it('who opens the lead is seen at once by those who have it open, and no more once they left', async () => {
    const { ana, ben } = two();
    ana.watch(1, false);
    ben.watch(1, false);
    await settle();
    for (const [each, other] of [
      [ana, 'ben'],
      [ben, 'ana'],
    ] as const)
      expect(each.getPresence(1)).toEqual({ ...nobody, looking: [other] });
    expect(ana.changes).toEqual(['presence']);
    ben.watch(null, false);
    await settle();
    expect(ana.getPresence(1)).toEqual(nobody);
  });

  it('whose computer went to sleep is forgotten after 15 seconds', async () => {
    const { ana, ben, pass } = two();
    ana.watch(1, false);
    ben.watch(1, false);
    await settle();
    ben.stop();
    // As if its last words got lost.
    ana.watch(null, false);
    ana.watch(1, false);
    await pass(20_000);
    expect(ana.getPresence(1)).toEqual(nobody);
  });

  it('who begins to write claims the lead for 15 minutes, also for those who come later', async () => {
    const { ana, ben, clock, pass } = two();
    const since = clock.now();
    ana.watch(1, true);
    await ben.follow();
    expect(ben.getPresence(1)).toEqual({ ...nobody, claim: { person: 'ana', since } });
    expect(ana.getPresence(1)).toEqual(nobody);
    ben.watch(1, false);
    await pass(5_000);
    expect(ben.getPresence(1)).toMatchObject({ looking: ['ana'], writing: ['ana'] });
    await pass(15 * 60_000);
    ana.watch(null, false);
    expect(ben.getPresence(1).claim).toBeNull();
  });

  it('who goes on writing keeps the claim', async () => {
    const { ana, ben, clock, pass } = two();
    const since = clock.now();
    ana.watch(1, true);
    for (let minute = 0; minute < 20; minute += 1) {
      await pass(60_000);
      await ben.follow();
      expect(ben.getPresence(1).claim).toEqual({ person: 'ana', since });
    }
  });

  it('whose claim the log did not take claims it within seconds', async () => {
    const { ana, ben, server, pass } = two();
    server.stop();
    ana.watch(1, true);
    await settle();
    server.start();
    await pass(5_000);
    await ben.follow();
    expect(ben.getPresence(1).claim?.person).toBe('ana');
  });

  it('whose composer is empty again claims it no more', async () => {
    const { ana, ben } = two();
    ana.watch(1, true);
    ana.watch(1, false);
    await ben.follow();
    expect(ben.getPresence(1).claim).toBeNull();
  });

  it('whose composer is empty again claims it no more within seconds, if the hub was away', async () => {
    const { ana, ben, server, pass } = two();
    ana.watch(1, true);
    await settle();
    server.stop();
    ana.watch(1, false);
    await settle();
    server.start();
    await pass(5_000);
    await ben.follow();
    expect(ben.getPresence(1).claim).toBeNull();
  });

  it('who writes again claims the lead again, even if no answer came to the end of the claim', async () => {
    const { ana, ben, server, pass } = two();
    ana.watch(1, true);
    await settle();
    server.loseAnswers(1);
    ana.watch(1, false);
    await settle();
    ana.watch(1, true);
    await pass(5_000);
    await ben.follow();
    expect(ben.getPresence(1).claim).toMatchObject({ person: 'ana' });
  });
});

describe('a computer of the team that is on', () => {
  it('is heard of at once and every 30 seconds, with its version', async () => {
    const { ana, ben, clock, pass } = two();
    await settle();
    const heard = () => {
      const [own, ...others] = ana.listDesktops();
      expect(own).toMatchObject({ desktop: 'ana-desk', at: clock.now() });
      return others.map(({ desktop, at }) => [desktop, clock.now() - at]);
    };
    expect(heard()).toEqual([['ben-desk', 0]]);
    expect(ana.listDesktops()[1]).toMatchObject({ version: '1.2.3', sequence: 7, isKeeper: false });
    await pass(30_000);
    expect(heard()).toEqual([['ben-desk', 0]]);
    ben.stop();
    await pass(90_000);
    expect(heard()).toEqual([['ben-desk', 90_000]]);
  });

  it('is heard of as soon as its connection is back', async () => {
    const { ana, ben, server, clock, pass } = two();
    await settle();
    server.stop();
    await pass(80_000);
    expect([...ana.listPeopleOnDuty()]).toEqual(['ana']);
    server.start();
    await settle();
    expect([...ana.listPeopleOnDuty()].toSorted()).toEqual(['ana', 'ben']);
    expect(ben.listDesktops()[1]?.at).toBe(clock.now());
  });

  it('puts its person on duty, until the person chooses to be away, has quiet hours or turns it off', async () => {
    const { ana, ben, pass } = two();
    await settle();
    const onDuty = () => [...ana.listPeopleOnDuty()].toSorted();
    expect([onDuty(), ana.cameOn]).toEqual([['ana', 'ben'], ['ana']]);
    for (const now of ['away', 'quiet'] as const) {
      ben.duty.now = now;
      ben.announceDuty();
      await settle();
      expect(onDuty()).toEqual(['ana']);
    }
    ben.duty.now = 'on';
    ben.announceDuty();
    await settle();
    expect([onDuty(), ana.cameOn]).toEqual([
      ['ana', 'ben'],
      ['ana', 'ana'],
    ]);
    ben.stop();
    await pass(80_000);
    expect(onDuty()).toEqual(['ana']);
  });

  it('puts its person on duty again when quiet hours end without a command', async () => {
    const { ana, ben, pass } = two();
    await settle();
    ana.duty.now = 'quiet';
    await pass(30_000);
    ana.cameOn.length = 0;
    ben.cameOn.length = 0;
    ana.duty.now = 'on';
    await pass(30_000);
    expect([ana.cameOn, ben.cameOn]).toEqual([['ana'], ['ben']]);
  });

  it('is ignored while a member announces as many invented ones as a team may have', async () => {
    const { ana, ben, server, keyring, pass } = two();
    const log = server.connect();
    const announce = (subject: string, desktop: string): void => {
      const content = { person: 'cara', desktop, isHere: true, isWriting: true };
      log.announce(subject, sealJSON(keyring, subject, content));
    };
    const heard: string[] = [];
    log.hear('live.>', (subject) => void heard.push(subject));
    ana.watch(1, false);
    ben.watch(1, false);
    for (const subject of ['live.here', heard[0] ?? '']) {
      heard.length = 0;
      for (let n = 0; n < 500; n += 1) announce(subject, `invented-${n}`);
      // Ana's and Ben's computers answer a newcomer.
      expect(heard.length - 500).toBeLessThanOrEqual(2 * maxDesktops);
    }
    announce('live.here', 'cara-desk');
    await settle();
    expect(ana.listDesktops()).toHaveLength(1 + maxDesktops);
    await pass(80_000);
    announce('live.here', 'cara-desk');
    await settle();
    expect(ana.listDesktops().map(({ desktop }) => desktop)).toEqual([
      'ana-desk',
      'ben-desk',
      'cara-desk',
    ]);
  });

  it('looks for leads when its person is away no longer, even in quiet hours', async () => {
    const { ana, pass } = two();
    await settle();
    for (const duty of ['away', 'quiet'] as const) {
      ana.cameOn.length = 0;
      ana.duty.now = duty;
      await pass(30_000);
    }
    expect(ana.cameOn).toEqual(['ana']);
  });
});
