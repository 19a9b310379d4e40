import { describe, expect, it } from 'vitest';
import { fail } from '../../../../../contract/errors.ts';
import type { LeadID } from '../../../../../contract/records.ts';
import type { MovedReply } from '../../../../../main/engine/conversation/outbox/reply-team.ts';
import {
  findHandover,
  listHandedReplies,
} from '../../../../../main/engine/conversation/replies.ts';
import { toRow } from '../../../../../main/engine/platform/store/ids.ts';
import { newReplyID, testClock } from '../../support/store.ts';
import { settle, testOutbox, type OutboxBench } from './bench.ts';

const states = (bench: OutboxBench) =>
  bench.own().map(({ text, sending: how }) => [text, how?.state ?? 'theirs']);

const due = async (): Promise<OutboxBench> => {
  const bench = testOutbox(testClock(), true);
  bench.setUndo(0);
  return bench;
};

describe('a reply of a team', () => {
  it('takes the lead’s turn before its request, and frees it with the answer', async () => {
    const bench = await due();
    bench.fates.push('held');
    bench.send('Hello');
    await settle();
    expect([bench.team.turn, bench.posted]).toEqual(['us', ['Hello']]);
    bench.release('taken');
    await settle();
    expect([bench.team.turn, states(bench)]).toEqual([null, [['Hello', 'sent']]]);
  });

  it('waits while a colleague’s reply leaves, says so, and can be taken back', async () => {
    const bench = await due();
    bench.team.turn = 'colleague';
    const messageID = bench.send('Hello');
    await bench.pass(4_000);
    expect(bench.posted).toEqual([]);
    expect(bench.own()).toMatchObject([{ sending: { state: 'queued', waitsFor: 'turn' } }]);
    expect(bench.outbox().undo(messageID)).toMatchObject({ ok: true });
    bench.send('Hi');
    bench.team.turn = null;
    await bench.pass(2_000);
    expect(bench.posted).toEqual(['Hi']);
  });

  it('leaves after ten seconds without an answer of the hub, and says so', async () => {
    const bench = await due();
    bench.team.fates.push('never');
    bench.fates.push('held');
    bench.send('Hello');
    await bench.pass(9_999);
    expect(bench.posted).toEqual([]);
    await bench.pass(1);
    expect(bench.posted).toEqual(['Hello']);
    expect(bench.own()).toMatchObject([{ sending: { state: 'sending', withoutHub: true } }]);
    bench.restart();
    await settle();
    expect(bench.own()).toMatchObject([{ sending: { state: 'checking', withoutHub: true } }]);
  });

  it.each(['silent', 'broken'] as const)(
    'leaves after ten seconds while the hub is %s, and the next one at once',
    async (fate) => {
      const bench = await due();
      bench.team.fates.push(...Array.from({ length: 12 }, () => fate));
      bench.send('Hello');
      await bench.pass(9_000);
      expect(bench.posted).toEqual([]);
      await bench.pass(1_000);
      expect([bench.posted, states(bench)]).toEqual([['Hello'], [['Hello', 'sent']]]);
      bench.send('And more');
      await settle();
      expect(bench.posted).toEqual(['Hello', 'And more']);
    },
  );

  it('does not leave without the hub once an owner has sent it from another desktop', async () => {
    const bench = await due();
    bench.team.fates.push('never');
    bench.send('Hello');
    await bench.pass(5_000);
    bench.onService.push(bench.elsewhere('Hello'));
    await bench.pass(5_000);
    expect([bench.posted, states(bench)]).toEqual([[], [['Hello', 'sent']]]);
  });

  it('leaves without the hub although the service cannot be searched', async () => {
    const bench = await due();
    bench.team.fates.push('never');
    bench.blind.push(fail('forbidden', 'No.', { status: 403 }));
    bench.send('Hello');
    await bench.pass(10_000);
    expect(states(bench)).toEqual([['Hello', 'sent']]);
  });

  it('takes its turn when a hub that was silent answers within seconds', async () => {
    const bench = await due();
    bench.team.fates.push('silent', 'silent');
    bench.send('Hello');
    for (let second = 0; second < 3; second += 1) await bench.pass(1_000);
    expect(bench.posted).toEqual(['Hello']);
    expect(states(bench)).toEqual([['Hello', 'sent']]);
  });

  it('frees a turn that was granted after it had left without', async () => {
    const bench = await due();
    bench.team.fates.push('held');
    bench.send('Hello');
    await bench.pass(10_000);
    expect(states(bench)).toEqual([['Hello', 'sent']]);
    bench.team.answerTurn();
    await settle();
    expect(bench.team.turn).toBeNull();
  });

  it('that the person took back while the turn was requested does not leave', async () => {
    const bench = await due();
    bench.team.fates.push('held');
    const messageID = bench.send('Hello');
    await settle();
    expect(bench.outbox().undo(messageID)).toMatchObject({ ok: true });
    bench.team.answerTurn();
    await settle();
    expect([bench.posted, bench.team.turn, bench.draft()]).toEqual([[], null, 'Hello']);
  });

  it('asks again when the engine crashed between the turn and the request', async () => {
    const bench = await due();
    bench.team.fates.push('held');
    bench.send('Hello');
    await settle();
    bench.restart();
    await settle();
    bench.team.answerTurn();
    await settle();
    expect([bench.team.asked(), bench.posted]).toEqual([2, ['Hello']]);
  });

  it.each([
    ['the computer slept', 30_000],
    ['the clock was set forward', 24 * 3_600_000],
  ])('asks for another turn when %s before its request', async (_what, ms) => {
    const bench = await due();
    bench.team.fates.push('held', 'held');
    bench.send('Hello');
    await settle();
    bench.clock.set(bench.clock.now() + ms);
    bench.team.answerTurn();
    await settle();
    expect([bench.team.asked(), bench.posted]).toEqual([2, []]);
    bench.team.answerTurn();
    await settle();
    expect(bench.posted).toEqual(['Hello']);
  });

  it('keeps the turn while it is searched for, and waits for it before a search', async () => {
    const bench = await due();
    bench.fates.push('lost');
    bench.blind.push(fail('offline', 'No network.'));
    bench.send('Hello');
    await bench.pass(3_000);
    expect([bench.team.turn, states(bench)]).toEqual(['us', [['Hello', 'checking']]]);
    bench.team.turn = 'colleague';
    bench.blind.push('held');
    await bench.pass(10_000);
    expect(bench.isLooking()).toBe(false);
    bench.team.turn = null;
    await bench.pass(2_000);
    expect(bench.isLooking()).toBe(true);
  });

  it('frees the turn when an echo ends the search', async () => {
    const bench = await due();
    bench.fates.push('answer lost');
    bench.blind.push(fail('offline', 'No network.'), fail('offline', 'No network.'));
    bench.send('Hello');
    await bench.pass(3_000);
    expect(bench.team.turn).toBe('us');
    bench.echo(0);
    expect(states(bench)).toEqual([['Hello', 'sent']]);
    await bench.pass(15_000);
    expect(bench.team.turn).toBeNull();
  });

  it('disappears, without a request, when another desktop took it over', async () => {
    const bench = await due();
    bench.team.holds = false;
    bench.send('Hello');
    await settle();
    expect([bench.posted, states(bench), bench.team.turn, bench.draft()]).toEqual([
      [],
      [],
      null,
      '',
    ]);
  });
});

it('a reply waits for the hub while it gives no access token, and leaves afterwards', async () => {
  const bench = testOutbox();
  bench.setUndo(0);
  bench.fates.push(fail('hub_unavailable', 'No hub.'));
  bench.send('Hello');
  await settle();
  expect(bench.own()).toMatchObject([{ sending: { state: 'queued', waitsFor: 'hub' } }]);
  bench.fates.push('held');
  await bench.pass(5_000);
  expect(bench.own()).toMatchObject([{ sending: { state: 'sending' } }]);
  expect(bench.own()[0]?.sending).not.toHaveProperty('withoutHub');
});

describe('a reply that is handed over', () => {
  const handOver = (bench: OutboxBench, messageID: ReturnType<OutboxBench['send']>) => {
    const answer = bench.outbox().handOver(messageID, 'ben');
    const moved = listHandedReplies(bench.store, toRow(bench.leadID) ?? 0).map(
      ({ replyID, returnedText }): MovedReply => ({
        ...{ replyID, text: returnedText ?? '', state: 'queued' },
        ...(findHandover(bench.store, replyID) ?? { knownAt: 0, later: null }),
      }),
    );
    return { answer, moved };
  };

  it('leaves the outbox while it is queued, and a repeated send does not bring it back', async () => {
    const bench = testOutbox(testClock(), true);
    const replyID = newReplyID();
    const messageID = bench.send('Hello', replyID);
    const { answer, moved } = handOver(bench, messageID);
    expect(answer.ok).toBe(true);
    expect(moved).toMatchObject([{ replyID, text: 'Hello', state: 'queued' }]);
    expect(bench.outbox().send(bench.leadID, replyID, 'Hello').ok).toBe(false);
    await bench.pass(60_000);
    expect([bench.posted, states(bench), bench.draft()]).toEqual([[], [], '']);
  });

  it('stays if no colleague has its lead, and once its request may have left', async () => {
    const bench = testOutbox(testClock(), true);
    const messageID = bench.send('Hello');
    bench.team.isShared = false;
    expect(handOver(bench, messageID)).toMatchObject({
      answer: { error: { code: 'not_in_team' } },
      moved: [],
    });
    bench.team.isShared = true;
    expect(states(bench)).toEqual([['Hello', 'queued']]);
    bench.fates.push('held');
    await bench.pass(5_000);
    expect(handOver(bench, messageID)).toMatchObject({
      answer: { error: { code: 'too_late' } },
      moved: [],
    });
  });

  it('is sent once by the desktop that takes it over, also its own', async () => {
    const [ana, ben] = [testOutbox(testClock(), true), testOutbox(testClock(), true)];
    const [reply] = handOver(ana, ana.send('Hello')).moved;
    if (reply === undefined) throw new Error('not handed over');
    for (const bench of [ana, ben]) {
      expect(bench.outbox().takeOver(bench.leadID, reply).ok).toBe(true);
      expect(bench.outbox().takeOver(bench.leadID, reply).ok).toBe(true);
      await bench.pass(60_000);
      expect([bench.posted, states(bench)]).toEqual([['Hello'], [['Hello', 'sent']]]);
    }
    expect(
      ben.outbox().takeOver('999' as LeadID, { ...reply, replyID: newReplyID() }),
    ).toMatchObject({ error: { code: 'not_found' } });
  });

  it.each([
    ['its request had left', 'sending'],
    ['it waited on a desktop that the hub does not reach', 'waiting'],
  ] as const)('is searched for and not sent again when %s', async (_when, state) => {
    const bench = testOutbox(testClock(), true);
    bench.customer('c1', 'Hello?');
    await bench.pass(1_000);
    const knownAt = bench.clock.now();
    await bench.pass(1_000);
    bench.onService.push(bench.elsewhere('On my way'));
    bench.deliver('MessageCreatedV4', bench.onService.at(-1));
    const reply = { replyID: newReplyID(), text: 'On my way', state, knownAt, later: null };
    bench.outbox().takeOver(bench.leadID, reply);
    expect(states(bench)).toEqual([
      ['On my way', 'theirs'],
      ['On my way', 'checking'],
    ]);
    await bench.pass(60_000);
    expect([bench.posted, states(bench)]).toEqual([[], [['On my way', 'sent']]]);
  });

  it.each([
    ['another desktop, cut off from the hub, sent it at its time', true, []],
    ['no other desktop sent it', false, ['On my way']],
  ])('that is scheduled is searched for at its time, and %s', async (_what, isSent, posted) => {
    const bench = testOutbox(testClock(), true);
    const [knownAt, at] = [bench.clock.now(), bench.clock.now() + 60_000];
    const later = { at, unlessAnswered: false };
    const reply = { replyID: newReplyID(), text: 'On my way', knownAt, later };
    bench.outbox().takeOver(bench.leadID, { ...reply, state: 'waiting' });
    await bench.pass(59_000);
    expect(states(bench)).toEqual([['On my way', 'queued']]);
    await bench.pass(2_000);
    expect(states(bench)).toEqual([['On my way', 'checking']]);
    expect(bench.view('all')).toMatchObject([{ isAnswered: true }]);
    // It arrived after the first search, and no webhook brings it.
    if (isSent) bench.onService.push(bench.elsewhere('On my way'));
    await bench.pass(60_000);
    expect([bench.posted, states(bench)]).toEqual([posted, [['On my way', 'sent']]]);
  });

  it('that is scheduled is sent at once by Send now', async () => {
    const bench = testOutbox(testClock(), true);
    const later = { at: bench.clock.now() + 60_000, unlessAnswered: false };
    const reply = { replyID: newReplyID(), text: 'On my way', knownAt: 0, later };
    const taken = bench.outbox().takeOver(bench.leadID, { ...reply, state: 'waiting' });
    if (!taken.ok) throw new Error(taken.error.message);
    expect(bench.outbox().retry(taken.value.message.messageID).ok).toBe(true);
    await bench.pass(2_000);
    expect([bench.posted, states(bench)]).toEqual([['On my way'], [['On my way', 'sent']]]);
  });

  it('is sent when its request certainly did not arrive', async () => {
    const bench = testOutbox(testClock(), true);
    const knownAt = bench.clock.now();
    const reply = {
      replyID: newReplyID(),
      text: 'On my way',
      state: 'sending',
      knownAt,
      later: null,
    } as const;
    bench.outbox().takeOver(bench.leadID, reply);
    await bench.pass(10_000);
    expect(bench.posted).toEqual([]);
    await bench.pass(60_000);
    expect(bench.posted).toEqual(['On my way']);
  });
});
