import { expect, it } from 'vitest';
import type { Notice } from '../../../../contract/port.ts';
import type { LeadID } from '../../../../contract/records.ts';
import { readDraft, saveDraft } from '../../../../main/engine/conversation/drafts.ts';
import { createNoticeCommands } from '../../../../main/engine/notify/commands.ts';
import { toRow } from '../../../../main/engine/platform/store/ids.ts';
import { newReplyID } from '../support/store.ts';
import { testOutbox, type OutboxBench } from '../conversation/outbox/bench.ts';

const desk = () => {
  const bench: OutboxBench = testOutbox();
  const notices: Notice[] = [];
  const handlers = createNoticeCommands({
    store: bench.store,
    clock: bench.clock,
    policy: { getQuiet: () => ({ until: null, paused: false }), pause: () => undefined },
    outbox: {
      send: (...args) => bench.outbox().send(...args),
      findSentText: (replyID) => bench.outbox().findSentText(replyID),
    },
    show: (notice) => void notices.push(notice),
    publish: () => undefined,
  });
  const replyID = newReplyID();
  const reply = (text: string, leadID = bench.leadID) =>
    handlers['notices.reply']({ leadID, replyID, text, upTo: bench.clock.now() });
  const draft = () => readDraft(bench.store, toRow(bench.leadID) ?? 0);
  return { ...bench, notices, reply, replyID, draft };
};

it('a reply from a notice is sent after the undo window, like any other', async () => {
  const { reply, pass, posted, own, lead } = desk();
  expect(reply('On my way')).toEqual({ ok: true, value: { became: 'queued' } });
  expect(own()).toMatchObject([{ sending: { state: 'queued', waitsFor: 'undo' } }]);
  expect(lead()).toMatchObject({ needsReply: false, isUnread: false });
  await pass(4_000);
  expect(posted).toEqual([]);
  await pass(2_000);
  expect(posted).toEqual(['On my way']);
});

it('a reply from a notice that arrives twice is sent once', async () => {
  const { reply, pass, posted } = desk();
  void reply('On my way');
  expect(reply('On my way')).toEqual({ ok: true, value: { became: 'queued' } });
  await pass(10_000);
  void reply('On my way');
  await pass(10_000);
  expect(posted).toEqual(['On my way']);
});

it('a reply from a notice does not change the draft', async () => {
  const { reply, pass, posted, draft, store, leadID, clock } = desk();
  const written = { text: 'I was about to', replyID: newReplyID() };
  saveDraft(store, toRow(leadID) ?? 0, written, clock.now());
  void reply('On my way');
  await pass(10_000);
  expect(posted).toEqual(['On my way']);
  expect(draft()).toEqual(written);
});

it('a reply from a notice that cannot be sent is added before the draft, with a notice', () => {
  const { reply, draft, store, leadID, clock, notices } = desk();
  saveDraft(store, toRow(leadID) ?? 0, { text: 'Hello', replyID: null }, clock.now());
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

it('a slash alone from a notice becomes the draft', async () => {
  const { reply, pass, posted, draft } = desk();
  expect(reply(' / ')).toEqual({ ok: true, value: { became: 'draft' } });
  await pass(10_000);
  expect(posted).toEqual([]);
  expect(draft().text).toBe('/');
});

it('a reply from a notice to a deleted lead fails', () => {
  const { reply } = desk();
  expect(reply('On my way', '999999' as LeadID)).toMatchObject({
    ok: false,
    error: { code: 'not_found' },
  });
});
