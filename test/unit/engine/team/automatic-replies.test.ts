/** Automatic replies of a team: one set of rules, and one reply, whichever desktop does the account's work. */
import { expect, it, onTestFinished } from 'vitest';
import { succeed } from '../../../../contract/errors.ts';
import type { MessageID } from '../../../../contract/records.ts';
import { createAutomatic } from '../../../../main/engine/automatic/running.ts';
import { listRules } from '../../../../main/engine/automatic/rules.ts';
import { readPause, countSentToday } from '../../../../main/engine/automatic/situation.ts';
import { createOutbox } from '../../../../main/engine/conversation/outbox/outbox.ts';
import { toLeadID } from '../../../../main/engine/platform/store/ids.ts';
import { firstReply } from '../automatic/bench.ts';
import { settle } from '../conversation/outbox/bench.ts';
import { negotiation, rfc } from '../support/records.ts';
import { newReplyID, testLog, testSlices } from '../support/store.ts';
import { newTeam, type Desktop } from './desktops.ts';

const text = 'Hi Maria, we got your request.';

/** Desktops that plan and send; `posted` are the texts that the service accepted from any of them. */
const rulingTeam = () => {
  const team = newTeam();
  const { clock } = team;
  const posted: string[] = [];
  const desktop = (person: string, mayChange = true) => {
    const made: Desktop = team.desktop(person);
    const { store } = made;
    const { gate, planner, commands } = createAutomatic({
      ...{ store, clock, slices: testSlices(clock), log: testLog() },
      alone: false,
      publish: () => undefined,
      pump: () => outbox.pump(),
      readUndoSeconds: () => 5,
      getTeam: () => made.replies,
      mayChange: () => mayChange,
      getTypingLead: () => null,
    });
    const outbox = createOutbox({
      store,
      getSender: () => ({
        canSearch: true,
        courier: {
          deliver: async (row) => {
            posted.push(row.text);
            return succeed({ messageID: `m${posted.length}`, sentAt: clock.now() });
          },
          find: async () => succeed(null),
          pausedUntil: () => null,
        },
      }),
      clock,
      random: { fraction: () => 0.5, bytes: (count) => Buffer.alloc(count) },
      publish: () => undefined,
      log: testLog(),
      release: gate.release,
      team: () => made.replies,
      readUndoSeconds: () => 5,
    });
    const stop = (): void => {
      planner.stop();
      outbox.stop();
    };
    onTestFinished(stop);
    const shown = () =>
      made.thread(made.lead()).map((each) => [each.text, each.rule?.name ?? null]);
    return { ...made, outbox, commands, planner, stop, shown };
  };
  const [ana, ben] = [desktop('ana'), desktop('ben', false)];
  const share = async (): Promise<void> => {
    for (let times = 0; times < 3; times += 1) {
      await settle();
      await team.publish();
      await settle();
      for (const each of [ana, ben]) await each.follow();
    }
  };
  const newLead = (): void => {
    for (const { deliver, store } of [ana, ben]) {
      deliver('NegotiationCreatedV4', negotiation('n1', { createdAt: rfc(clock.now()) }));
      store.db.exec('UPDATE polls SET read_to = 0');
    }
  };
  /** Lets the desktops look, and replies leave after their undo time. */
  const pass = async (ms = 6_000): Promise<void> => {
    for (const { planner } of [ana, ben]) planner.planNow();
    await settle();
    clock.advance(ms);
    await settle();
  };
  const ruled = async (afterSeconds = 0): Promise<void> => {
    const when = { ...firstReply.when, afterSeconds } as typeof firstReply.when;
    const saved = await ana.commands['automaticReplies.save']({ ...firstReply, when });
    expect(saved.ok).toBe(true);
    await share();
  };
  return { ...team, ana, ben, share, newLead, pass, ruled, posted };
};

it('rules and the pause are the same on every desktop, and members do not change them', async () => {
  const { ana, ben, share, ruled, clock } = rulingTeam();
  await ruled();
  expect(listRules(ben.store)).toEqual(listRules(ana.store));
  expect(listRules(ben.store)).toHaveLength(1);
  await ana.commands['automaticReplies.pause']({ isPaused: true });
  await share();
  expect(readPause(ben.store).isPaused).toBe(true);
  expect(await ben.commands['automaticReplies.pause']({ isPaused: false })).toMatchObject({
    error: { code: 'owner_only' },
  });
  await ana.commands['automaticReplies.remove']({ ruleID: firstReply.ruleID });
  await share();
  expect([listRules(ben.store), ben.waiting(), countSentToday(ben.store, clock.now())]).toEqual([
    [],
    0,
    0,
  ]);
});

it('the desktop on duty replies to a new lead, and the others show it with its rule', async () => {
  const { ana, ben, share, newLead, pass, ruled, posted, onDuty, clock } = rulingTeam();
  await ruled();
  newLead();
  await pass();
  expect(posted).toEqual([]);
  onDuty.add('ben');
  await pass();
  await share();
  expect(posted).toEqual([text]);
  for (const each of [ana, ben]) expect(each.shown()).toEqual([[text, firstReply.name]]);
  expect([countSentToday(ana.store, clock.now()), countSentToday(ben.store, clock.now())]).toEqual([
    1, 1,
  ]);
  onDuty.clear();
  onDuty.add('ana');
  await pass();
  expect(posted).toEqual([text]);
});

it('no rule replies while a colleague writes, and one does if the colleague gives up in time', async () => {
  const { ben, newLead, pass, ruled, posted, onDuty, clock } = rulingTeam();
  await ruled();
  onDuty.add('ben');
  newLead();
  // The claim of Ana, as it comes by the log.
  ben.store.db
    .prepare('INSERT INTO team_claims VALUES (?, ?, ?, ?, ?)')
    .run(1, 'ana', 'desktop-ana', clock.now(), clock.now());
  await pass();
  expect(posted).toEqual([]);
  ben.store.db.exec('DELETE FROM team_claims');
  await pass();
  await pass();
  expect(posted).toEqual([text]);
});

it('a reply that waits on another desktop follows what an owner changes of its rule', async () => {
  const { ana, ben, newLead, pass, ruled, posted, onDuty, share } = rulingTeam();
  await ruled(600);
  onDuty.add('ben');
  newLead();
  await pass();
  const when = { ...firstReply.when, afterSeconds: 60 } as typeof firstReply.when;
  const content = { kind: 'text', text: 'Hello' } as const;
  await ana.commands['automaticReplies.save']({ ...firstReply, when, content });
  await share();
  expect(ben.shown()).toEqual([]);
  await pass(60_000);
  await pass();
  await pass();
  expect(posted).toEqual(['Hello']);
});

it('rules reply to a lead of an owner’s own account, and to none of a member’s', async () => {
  const { ana, ben, newLead, pass, ruled, posted, onDuty, server } = rulingTeam();
  await ruled();
  for (const { store } of [ana, ben]) store.db.exec('UPDATE accounts SET team_since = NULL');
  newLead();
  const before = await server.connect().getBounds();
  ben.planner.planNow();
  await pass();
  expect([posted, ben.shown()]).toEqual([[text], []]);
  expect(await server.connect().getBounds()).toEqual(before);
  expect(onDuty.size).toBe(0);
});

it('a reply that waits on a desktop that sleeps leaves from the next one on duty, and once', async () => {
  const { ana, ben, share, newLead, pass, ruled, posted, onDuty } = rulingTeam();
  await ruled();
  newLead();
  onDuty.add('ana');
  ana.planner.planNow();
  await settle();
  ana.stop();
  await share();
  onDuty.clear();
  onDuty.add('ben');
  await pass();
  await share();
  expect(posted).toEqual([text]);
  await pass(60_000);
  await share();
  expect(posted).toEqual([text]);
  for (const each of [ana, ben]) expect(each.shown()).toEqual([[text, firstReply.name]]);
});

it('two desktops that both believe to be on duty send one reply', async () => {
  const { ana, ben, share, newLead, pass, ruled, posted, onDuty } = rulingTeam();
  await ruled();
  newLead();
  onDuty.add('ana').add('ben');
  await pass();
  await share();
  await pass(60_000);
  await share();
  expect(posted).toEqual([text]);
  for (const each of [ana, ben]) expect(each.shown()).toEqual([[text, firstReply.name]]);
});

it('while the hub is silent no rule replies, but a person does', async () => {
  const { ana, share, newLead, pass, ruled, posted, onDuty, server } = rulingTeam();
  await ruled();
  newLead();
  onDuty.add('ana');
  server.stop();
  await pass();
  await pass(60_000);
  expect(posted).toEqual([]);
  const sent = ana.outbox.send(toLeadID(1), newReplyID(), 'I am on my way');
  expect(sent.ok).toBe(true);
  await pass(20_000);
  await pass(20_000);
  server.start();
  await share();
  expect(posted).toEqual(['I am on my way']);
});

it('a reply that a person declined is sent by no other desktop', async () => {
  const { ana, ben, share, newLead, pass, ruled, posted, onDuty } = rulingTeam();
  await ruled(60);
  newLead();
  onDuty.add('ana');
  ana.planner.planNow();
  await settle();
  await share();
  const [waiting] = ana.thread(ana.lead());
  const messageID = waiting?.messageID as MessageID;
  expect(await ana.commands['automaticReplies.decline']({ messageID })).toMatchObject({ ok: true });
  await share();
  onDuty.clear();
  onDuty.add('ben');
  await pass(90_000);
  await pass(90_000);
  await share();
  expect([posted, ben.shown()]).toEqual([[], []]);
});
