import { expect, it } from 'vitest';
import type { Notice } from '../../../../contract/port.ts';
import type { LeadID } from '../../../../contract/records.ts';
import { draftOf, saveDraft } from '../../../../main/engine/conversation/drafts.ts';
import { noticeCommands } from '../../../../main/engine/notify/commands.ts';
import { rowOf } from '../../../../main/engine/platform/store/ids.ts';
import { newReplyID } from '../support/store.ts';
import { testOutbox, type OutboxBench } from '../conversation/outbox/bench.ts';

const desk = () => {
  const bench: OutboxBench = testOutbox();
  const notices: Notice[] = [];
  const handlers = noticeCommands({
    store: bench.store,
    clock: bench.clock,
    policy: { quiet: () => ({ until: null, paused: false }), pause: () => undefined },
    outbox: {
      send: (...given) => bench.outbox().send(...given),
      sentAs: (replyID) => bench.outbox().sentAs(replyID),
    },
    show: (notice) => void notices.push(notice),
    publish: () => undefined,
  });
  const replyID = newReplyID();
  const reply = (text: string, leadID = bench.leadID) =>
    handlers['notices.reply']({ leadID, replyID, text, upTo: bench.clock.now() });
  const draft = () => draftOf(bench.store, rowOf(bench.leadID) ?? 0);
  return { ...bench, notices, reply, replyID, draft };
};

it('a reply written in a notice leaves like any other, after the time to undo it', async () => {
  const { reply, pass, posted, own, lead } = desk();
  expect(reply('On my way')).toEqual({ ok: true, value: { became: 'queued' } });
  expect(own()).toMatchObject([{ sending: { state: 'queued', waitsFor: 'undo' } }]);
  expect(lead()).toMatchObject({ needsReply: false, unread: false });
  await pass(4_000);
  expect(posted).toEqual([]);
  await pass(2_000);
  expect(posted).toEqual(['On my way']);
});

it('one that is brought twice is sent once', async () => {
  const { reply, pass, posted } = desk();
  void reply('On my way');
  expect(reply('On my way')).toEqual({ ok: true, value: { became: 'queued' } });
  await pass(10_000);
  void reply('On my way');
  await pass(10_000);
  expect(posted).toEqual(['On my way']);
});

it('it leaves what is being written in the composer alone', async () => {
  const { reply, pass, posted, draft, store, leadID, clock } = desk();
  const written = { text: 'I was about to', replyID: newReplyID() };
  saveDraft(store, rowOf(leadID) ?? 0, written, clock.now());
  void reply('On my way');
  await pass(10_000);
  expect(posted).toEqual(['On my way']);
  expect(draft()).toEqual(written);
});

it('one that cannot be sent becomes the draft, before what stood there, and a notice says so', () => {
  const { reply, draft, store, leadID, clock, notices } = desk();
  saveDraft(store, rowOf(leadID) ?? 0, { text: 'Hello', replyID: null }, clock.now());
  const long = 'a'.repeat(16_385);
  expect(reply(long)).toEqual({ ok: true, value: { became: 'draft' } });
  void reply(long);
  expect(draft().text).toBe(`${long}\n\nHello`);
  expect(notices[0]).toMatchObject({
    kind: 'notSent',
    leadID,
    body: expect.stringMatching(/draft/) as string,
  });
});

it('a slash alone is not sent and becomes the draft', async () => {
  const { reply, pass, posted, draft } = desk();
  expect(reply(' / ')).toEqual({ ok: true, value: { became: 'draft' } });
  await pass(10_000);
  expect(posted).toEqual([]);
  expect(draft().text).toBe('/');
});

it('a reply to a lead that was removed meanwhile says that there is none', () => {
  const { reply } = desk();
  expect(reply('On my way', '999999' as LeadID)).toMatchObject({
    ok: false,
    error: { code: 'not_found' },
  });
});
