import { describe, expect, it } from 'vitest';
import { newReplyID } from '../../support/store.ts';
import { settle, testOutbox, type OutboxBench } from './bench.ts';

const hour = 3_600_000;
const day = 24 * hour;

const schedule = (bench: OutboxBench, inMs: number, unlessAnswered = false) => {
  const at = bench.clock.now() + inMs;
  const later = { at, unlessAnswered };
  const sent = bench.outbox().send(bench.leadID, newReplyID(), 'Tomorrow', { later });
  if (!sent.ok) throw new Error(sent.error.message);
  return { at, messageID: sent.value.message.messageID };
};

const texts = (bench: OutboxBench) => bench.thread(bench.lead()).map(({ text }) => text);

describe('a scheduled reply', () => {
  it('waits in Outgoing, not in Needs reply, and is sent at its time', async () => {
    const bench = testOutbox();
    const { at } = schedule(bench, 8 * hour);
    expect(bench.view('outgoing')).toMatchObject([
      { outgoing: { state: 'scheduled', since: at, text: 'Tomorrow' }, needsReply: false },
    ]);
    expect(bench.own()).toMatchObject([
      { sending: { state: 'queued', waitsFor: 'schedule', notBefore: at } },
    ]);
    await bench.pass(8 * hour - 1);
    expect(bench.posted).toEqual([]);
    await bench.pass(1);
    expect(bench.own()).toMatchObject([{ sending: { state: 'sent' } }]);
    expect([bench.posted, bench.view('outgoing')]).toEqual([['Tomorrow'], []]);
  });

  it('is sent once, even if the app was closed at its time', async () => {
    const bench = testOutbox();
    schedule(bench, hour);
    bench.outbox().stop();
    await bench.pass(day);
    bench.restart();
    await bench.pass(1);
    bench.restart();
    await bench.pass(day);
    expect(bench.posted).toEqual(['Tomorrow']);
  });

  it('follows the system clock, forward and back', async () => {
    const bench = testOutbox();
    schedule(bench, hour);
    bench.clock.set(bench.clock.now() - day);
    await bench.pass(2 * hour);
    expect(bench.posted).toEqual([]);
    bench.clock.set(bench.clock.now() + day);
    await bench.pass(15_000);
    expect(bench.posted).toEqual(['Tomorrow']);
  });

  it('does not delay a reply written meanwhile, and follows it in the thread', async () => {
    const bench = testOutbox();
    schedule(bench, hour);
    bench.send('Now');
    await bench.pass(5_000);
    expect(bench.posted).toEqual(['Now']);
    bench.customer('c1', 'Thanks');
    expect(bench.lead()).toMatchObject({ needsReply: true });
    await bench.pass(hour);
    expect(bench.posted).toEqual(['Now', 'Tomorrow']);
    expect(texts(bench).slice(-3)).toEqual(['Now', 'Thanks', 'Tomorrow']);
    expect(bench.lead()).toMatchObject({ needsReply: false });
  });

  it('is not confused with the same text sent from the website', async () => {
    const bench = testOutbox();
    schedule(bench, hour);
    bench.onService.push(bench.elsewhere('Tomorrow'));
    bench.echo(0);
    bench.fates.push('lost');
    await bench.pass(hour);
    await bench.pass(60_000);
    await bench.pass(60_000);
    expect(bench.posted).toEqual(['Tomorrow', 'Tomorrow']);
    expect(bench.own()).toHaveLength(2);
  });

  it('can be sent now, edited, or discarded', async () => {
    const bench = testOutbox();
    const now = schedule(bench, hour);
    expect(bench.outbox().retry(now.messageID)).toMatchObject({ ok: true });
    await settle();
    expect(bench.posted).toEqual(['Tomorrow']);
    const edited = schedule(bench, hour);
    expect(bench.outbox().undo(edited.messageID)).toMatchObject({ value: { draft: 'Tomorrow' } });
    const gone = schedule(bench, hour);
    expect(bench.outbox().discard(gone.messageID)).toMatchObject({ value: { text: 'Tomorrow' } });
    await bench.pass(day);
    expect(bench.posted).toEqual(['Tomorrow']);
  });
});

describe('a scheduled reply that depends on the customer’s silence', () => {
  it('is held with its text when the customer writes, and the lead needs a reply', async () => {
    const bench = testOutbox();
    const { messageID } = schedule(bench, hour, true);
    bench.customer('c1', 'Never mind');
    expect(bench.own()).toMatchObject([
      { text: 'Tomorrow', sending: { state: 'failed', reason: { code: 'customer_wrote' } } },
    ]);
    expect(bench.lead()).toMatchObject({ needsReply: true, outgoing: { state: 'failed' } });
    await bench.pass(day);
    expect(bench.posted).toEqual([]);
    bench.outbox().retry(messageID);
    await settle();
    expect(bench.posted).toEqual(['Tomorrow']);
    expect(texts(bench).slice(-2)).toEqual(['Never mind', 'Tomorrow']);
  });

  it('is sent when the customer did not write', async () => {
    const bench = testOutbox();
    schedule(bench, hour, true);
    await bench.pass(hour);
    expect(bench.posted).toEqual(['Tomorrow']);
  });
});
