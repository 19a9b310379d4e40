import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { fail, succeed, type Answer } from '../../../contract/errors.ts';
import type { Notice } from '../../../contract/port.ts';
import type { LeadID } from '../../../contract/records.ts';
import { createNotices } from '../../../main/shell/notices.ts';

type Make = Parameters<typeof createNotices>[0]['createNotification'];

const leadID = '7' as LeadID;
const notice: Notice = { kind: 'lead', leadID, upTo: 5, title: 'New lead · Ann', body: 'Tap' };

const desk = () => {
  const made: (EventEmitter & { options: Parameters<Make>[0] })[] = [];
  const closed: string[] = [];
  const opened: (LeadID | null)[] = [];
  const reviews: string[] = [];
  const replies: { replyID: string; text: string }[] = [];
  const engine: { answer: Answer<unknown> } = { answer: succeed({}) };
  const notices = createNotices({
    createNotification: (options) => {
      const one = Object.assign(new EventEmitter(), {
        options,
        show: () => undefined,
        close: () => void closed.push(options.title ?? ''),
      });
      made.push(one);
      return one as unknown as ReturnType<Make>;
    },
    open: (lead) => void opened.push(lead),
    openReview: ({ reviewID }) => void reviews.push(reviewID),
    reply: async ({ replyID, text }) => {
      replies.push({ replyID, text });
      return engine.answer;
    },
    getLanguage: () => 'en',
  });
  const show = (one: Notice, noticeID: string | null = null): void => notices.show(one, noticeID);
  return { ...notices, show, made, closed, opened, reviews, replies, engine };
};

it('a click opens the lead, or the inbox for several leads', () => {
  const { show, made, opened } = desk();
  show(notice);
  show({ ...notice, kind: 'several', leadID: null, upTo: null });
  for (const one of made) one.emit('click');
  expect(opened).toEqual([leadID, null]);
  expect(made.map(({ options }) => options.hasReply)).toEqual([true, false]);
});

it('a click on a review notice opens the review', () => {
  const { show, made, opened, reviews } = desk();
  const review = { businessID: 'b1', reviewID: '9' };
  show({ kind: 'review', leadID: null, upTo: null, title: 'New review', body: '', review });
  made[0]?.emit('click');
  expect([opened, reviews]).toEqual([[], ['9']]);
  expect(made[0]?.options.hasReply).toBe(false);
});

it('a reply keeps one id when the desktop reports it repeatedly', async () => {
  const { show, made, replies } = desk();
  show(notice);
  show(notice);
  made[0]?.emit('reply', {}, 'On my way');
  made[0]?.emit('reply', {}, 'On my way');
  made[1]?.emit('reply', {}, 'On my way');
  await new Promise(setImmediate);
  expect(new Set(replies.map(({ replyID }) => replyID)).size).toBe(2);
});

it('a reply that the engine cannot accept is shown, and retried when the engine runs again', async () => {
  const { show, made, replies, engine, retryReplies } = desk();
  engine.answer = fail('engine_stopped', 'It stopped.');
  show(notice);
  made[0]?.emit('reply', {}, 'On my way');
  await new Promise(setImmediate);
  expect(made[1]?.options).toMatchObject({ title: 'Reply not saved yet', body: 'On my way' });
  engine.answer = succeed({});
  retryReplies();
  retryReplies();
  await new Promise(setImmediate);
  retryReplies();
  expect(new Set(replies.map(({ replyID }) => replyID)).size).toBe(1);
  expect(replies).toHaveLength(2);
});

it('a reply to a deleted lead is shown and not retried', async () => {
  const { show, made, replies, engine, retryReplies } = desk();
  engine.answer = fail('not_found', 'There is no such lead.');
  show(notice);
  made[0]?.emit('reply', {}, 'On my way');
  await new Promise(setImmediate);
  retryReplies();
  expect([replies.length, made[1]?.options.body]).toEqual([1, 'On my way']);
});

it('a withdrawn notice is closed even after it moved to the notification list, and the others stay', () => {
  const { show, withdraw, made, closed } = desk();
  show({ ...notice, title: 'Ann' }, '1');
  show({ ...notice, title: 'Bob' }, '2');
  show({ ...notice, title: 'Not sent' });
  made[0]?.emit('close');
  withdraw(['1']);
  withdraw(['1']);
  expect(closed).toEqual(['Ann']);
});
