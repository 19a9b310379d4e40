/** Notices of automatic replies. */
import { expect, it, onTestFinished } from 'vitest';
import { createNotifyPolicy } from '../../../../main/engine/notify/policy.ts';
import { refreshInbox } from '../../../../main/engine/leads/inbox.ts';
import { markRead } from '../../../../main/engine/leads/read-mark.ts';
import { changeSettings } from '../../../../main/engine/platform/settings.ts';
import { toRow } from '../../../../main/engine/platform/store/ids.ts';
import { newReplyID, testLog } from '../support/store.ts';
import { automaticBench, firstReply, followUp, hourMs, minuteMs, secondMs } from './bench.ts';

const undoMs = 5 * secondMs;

const followUpText = 'Are you still looking?';

const customer = (firstName: string) => ({ customer: { firstName, lastName: 'G.' } });

/** A bench with a rule that replies at once, and the notices on the desktop. */
const noticesBench = async () => {
  const bench = automaticBench();
  const { store, clock } = bench;
  changeSettings(store, { language: 'en' });
  await bench.save(firstReply);
  const shown: string[] = [];
  const aloud: string[] = [];
  const visible = new Map<string | null, string>();
  const policy = createNotifyPolicy({
    store,
    clock,
    log: testLog(),
    show: ({ title, body, isSilent }, noticeID) => {
      shown.push(title);
      if (isSilent !== true) aloud.push(title);
      visible.set(noticeID, `${title}\n${body}`);
    },
    withdraw: (noticeIDs) => noticeIDs.forEach((noticeID) => visible.delete(noticeID)),
    onQuiet: () => undefined,
  });
  bench.subscribe(policy.onChange);
  onTestFinished(policy.stop);
  /** A lead that arrives, and its notice. */
  const notifiedLead = (id: string, firstName: string): void => {
    bench.newLead(id, customer(firstName));
    const row = bench.row(id);
    const { accountID, createdAt: at } = row;
    policy.consider([{ accountID, lead: toRow(row.leadID) ?? 0, kind: 'lead', at }]);
  };
  return { ...bench, policy, shown, aloud, notifiedLead, visible: () => [...visible.values()] };
};

/** A rule that writes after an hour of silence, and a lead that a person has read. */
const withReadLead = async () => {
  const bench = await noticesBench();
  await bench.save({ ...firstReply, isOn: false });
  await bench.save(followUp);
  bench.newLead('1', customer('Ana'));
  const { leadID } = bench.row();
  bench.outbox().send(leadID, newReplyID(), 'I can come on Monday.');
  await bench.pass(minuteMs);
  return { ...bench, leadID };
};

it('the notice of a new lead becomes “Answered automatically”, silently, with the request', async () => {
  const bench = await noticesBench();
  bench.notifiedLead('1', 'Ana');
  expect(bench.shown).toEqual(['New lead · Ana G.']);
  await bench.pass(undoMs);
  expect(bench.visible()).toEqual([expect.stringMatching(/^Answered automatically: Ana G.\n.+/)]);
  expect(bench.visible()[0]).toContain(bench.row().requestText);
  expect(bench.aloud).toEqual(['New lead · Ana G.']);
});

it('the notice of several new leads becomes that of their automatic replies', async () => {
  const bench = await noticesBench();
  for (const name of ['Ana', 'Ben', 'Cy', 'Dee', 'Eva']) bench.notifiedLead(name, name);
  await bench.pass(undoMs);
  await bench.pass(minuteMs);
  expect(bench.visible().map((text) => text.split('\n')[0])).toEqual([
    ...['Ana', 'Ben', 'Cy'].map((name) => `Answered automatically: ${name} G.`),
    '2 answered automatically',
  ]);
});

it('a follow-up to a lead that was read is notified until the lead is opened', async () => {
  const bench = await withReadLead();
  await bench.pass(hourMs);
  expect(bench.posted).toHaveLength(2);
  expect(bench.visible()).toEqual([`Answered automatically: Ana G.\n${followUpText}`]);
  bench.publish({ kinds: ['leads'], leadIDs: null });
  expect(bench.visible()).toHaveLength(1);
  bench.policy.watch(bench.leadID, true);
  expect(bench.visible()).toEqual([]);
});

it.each([true, false])(
  'a follow-up of quiet hours is notified afterwards unless its lead was opened (%s)',
  async (isOpened) => {
    const bench = await withReadLead();
    await bench.pass(30 * minuteMs);
    bench.policy.pause('hour');
    await bench.pass(40 * minuteMs);
    expect(bench.posted).toHaveLength(2);
    if (isOpened) {
      bench.policy.watch(bench.leadID, true);
      bench.policy.watch(null, false);
    }
    await bench.pass(hourMs);
    expect(bench.shown).toEqual(isOpened ? [] : ['Answered automatically: Ana G.']);
  },
);

it('an automatic reply is notified once, when it has left, until its lead is read', async () => {
  const bench = await noticesBench();
  bench.newLead('1', customer('Maria'));
  await bench.pass(undoMs - 1);
  expect(bench.shown).toEqual([]);
  await bench.pass(1);
  expect(bench.shown).toEqual(['Answered automatically: Maria G.']);
  await bench.pass(hourMs);
  bench.publish({ kinds: ['leads'], leadIDs: null });
  expect(bench.shown).toHaveLength(1);
  expect(bench.visible()).toHaveLength(1);
  const { leadID } = bench.row();
  markRead(bench.store, [toRow(leadID) ?? 0]);
  refreshInbox(bench.store, toRow(leadID) ?? 0);
  bench.publish({ kinds: ['leads'], leadIDs: [leadID] });
  expect(bench.visible()).toEqual([]);
});

it('an automatic reply is not notified if its lead is visible, it was declined, or a person sent it', async () => {
  const bench = await noticesBench();
  bench.newLead('1');
  bench.policy.watch(bench.row('1').leadID, true);
  bench.newLead('2');
  bench.newLead('3');
  const messageID = (id: string) => bench.messagesOf(id)[0]?.messageID ?? ('' as never);
  await bench.run('automaticReplies.decline', { messageID: messageID('2') });
  await bench.run('automaticReplies.sendNow', { messageID: messageID('3') });
  await bench.pass(minuteMs);
  expect(bench.posted).toHaveLength(2);
  expect(bench.shown).toEqual([]);
});

it('several automatic replies together are one notice', async () => {
  const bench = await noticesBench();
  for (const id of ['1', '2', '3', '4', '5']) bench.newLead(id);
  await bench.pass(undoMs);
  await bench.pass(minuteMs);
  expect(bench.shown.slice(0, 3)).toEqual(Array(3).fill('Answered automatically: Maria Gomez'));
  expect(bench.shown.slice(3)).toEqual(['2 answered automatically']);
});

it('automatic replies of the quiet hours are one notice afterwards', async () => {
  const bench = await noticesBench();
  bench.policy.pause('hour');
  bench.newLead('1');
  bench.newLead('2');
  await bench.pass(minuteMs);
  expect(bench.shown).toEqual([]);
  await bench.pass(2 * hourMs);
  expect(bench.shown).toEqual(['2 answered automatically while notifications were quiet']);
});

it('the limit of the day is notified once a day', async () => {
  const bench = await noticesBench();
  changeSettings(bench.store, { automaticRepliesADay: 2 });
  bench.newLead('1');
  await bench.pass(minuteMs);
  bench.newLead('2');
  await bench.pass(minuteMs);
  bench.newLead('3');
  await bench.pass(hourMs);
  const limits = (): number =>
    bench.shown.filter((title) => title === '2 automatic replies today; no more until tomorrow')
      .length;
  expect(bench.posted).toHaveLength(2);
  expect(limits()).toBe(1);
  bench.clock.sleep(23 * hourMs);
  await bench.pass(hourMs);
  expect(limits()).toBe(1);
  for (const id of ['4', '5']) bench.newLead(id);
  await bench.pass(hourMs);
  expect(limits()).toBe(2);
});
