import { describe, expect, it, onTestFinished } from 'vitest';
import { fail, succeed, type Answer } from '../../../../../../contract/errors.ts';
import { createSender } from '../../../../../../main/engine/marketplaces/pro-integration/legacy/sender.ts';
import { createOutbox } from '../../../../../../main/engine/conversation/outbox/outbox.ts';
import type { LegacyClient } from '../../../../../../main/engine/marketplaces/pro-integration/legacy/service/client.ts';
import { testIngest } from '../../../support/ingest.ts';
import { lead } from '../../../support/legacy-records.ts';
import { account, accountID, newReplyID, putAccount, testLog } from '../../../support/store.ts';
import { outcomeUnknown, settle } from '../../../conversation/outbox/bench.ts';

const sentAnswer = succeed({ status: 'success' });

/** An outbox of a legacy account with one lead, and what its service was sent. */
const testOutbox = () => {
  const bench = testIngest();
  const { store, clock } = bench;
  const profile = { ...account.profile, interface: 'legacy' as const };
  putAccount(store, { ...account, profile }, clock.now());
  const body = JSON.stringify(lead('n1'));
  bench.ingest.record([{ accountID, eventType: 'Lead', webhookID: null, body }]);
  void bench.ingest.applyRecorded();

  const posted: string[] = [];
  const answers: (Answer<{ status: string }> | Promise<Answer<{ status: string }>>)[] = [];
  let isConnected = true;
  const sendMessage: LegacyClient['sendMessage'] = async (businessID, leadID, text) => {
    posted.push(`${businessID}/${leadID}: ${text}`);
    return answers.shift() ?? sentAnswer;
  };
  const client = { sendMessage, pausedUntil: () => null } as unknown as LegacyClient;
  const start = () =>
    createOutbox({
      store,
      getSender: () => createSender(isConnected ? client : null),
      clock,
      random: { fraction: () => 0.5, bytes: (count) => Buffer.alloc(count) },
      publish: (change) => void bench.changes.push(change),
      log: testLog(),
      release: () => true,
      readUndoSeconds: () => 0,
    });
  let outbox = start();
  onTestFinished(() => outbox.stop());
  const { leadID } = bench.lead();
  return {
    ...bench,
    posted,
    answers,
    outbox: () => outbox,
    /** Sends a reply, which leaves immediately. */
    send: async (text: string) => {
      const sent = outbox.send(leadID, newReplyID(), text);
      if (!sent.ok) throw new Error(sent.error.message);
      await settle();
      return sent.value.message.messageID;
    },
    /** Stops the outbox wherever it is and starts a new one, as an engine restart does. */
    restart: async () => {
      outbox.stop();
      outbox = start();
      await settle();
    },
    disconnect: () => (isConnected = false),
    pass: async (ms: number) => {
      clock.advance(ms);
      await settle();
    },
    state: () => bench.thread(bench.lead()).map(({ text, sending }) => ({ text, sending })),
  };
};

const unknown = { state: 'failed', reason: { code: 'outcome_unknown' } };

describe('a legacy reply', () => {
  it('is sent once to its business and lead, and counts as sent without a message ID', async () => {
    const bench = testOutbox();
    await bench.send('I can come on Monday');
    await bench.send('Or on Tuesday');
    await bench.pass(600_000);
    expect(bench.posted).toEqual(['b1/n1: I can come on Monday', 'b1/n1: Or on Tuesday']);
    expect(bench.state()).toMatchObject([
      { text: 'I can come on Monday', sending: { state: 'sent' } },
      { text: 'Or on Tuesday', sending: { state: 'sent' } },
    ]);
    expect(bench.lead()).toMatchObject({ needsReply: false, outgoing: null });
  });

  it.each([
    ['the connection was cut', outcomeUnknown],
    ['the service broke', fail('service_unavailable', '', { status: 500 })],
    ['the answer cannot be read', fail('unexpected_answer', '', { status: 200 })],
  ])('with an unknown outcome is never retried automatically: %s', async (_, answer) => {
    const bench = testOutbox();
    bench.answers.push(answer);
    await bench.send('Hello');
    expect(bench.state()).toMatchObject([{ sending: unknown }]);
    bench.outbox().wake();
    await bench.restart();
    await bench.pass(24 * 60 * 60_000);
    expect(bench.posted).toHaveLength(1);
    expect(bench.lead().outgoing?.state).toBe('unconfirmed');
  });

  it('with an unknown outcome is sent again once when the person retries it', async () => {
    const bench = testOutbox();
    bench.answers.push(outcomeUnknown);
    const messageID = await bench.send('Hello');
    expect(bench.outbox().retry(messageID)).toMatchObject({ ok: true });
    await bench.pass(600_000);
    expect(bench.posted).toEqual(['b1/n1: Hello', 'b1/n1: Hello']);
    expect(bench.state()).toMatchObject([{ text: 'Hello', sending: { state: 'sent' } }]);
  });

  it('with an unknown outcome can be discarded, which returns its text', async () => {
    const bench = testOutbox();
    bench.answers.push(outcomeUnknown);
    const messageID = await bench.send('Hello');
    expect(bench.outbox().discard(messageID)).toMatchObject({ value: { text: 'Hello' } });
    await bench.pass(600_000);
    expect(bench.posted).toHaveLength(1);
    expect(bench.state()).toEqual([]);
  });

  it.each([['connected'], ['disconnected']])(
    'in flight when the app was killed has an unknown outcome at the next start: %s',
    async (how) => {
      const bench = testOutbox();
      bench.answers.push(new Promise(() => undefined));
      await bench.send('Hello');
      expect(bench.state()).toMatchObject([{ sending: { state: 'sending' } }]);
      if (how === 'disconnected') bench.disconnect();
      await bench.restart();
      expect(bench.state()).toMatchObject([{ sending: unknown }]);
      await bench.pass(600_000);
      expect(bench.posted).toHaveLength(1);
    },
  );

  it('that has not left waits for the network and is then sent automatically', async () => {
    const bench = testOutbox();
    bench.answers.push(fail('offline', ''), fail('rate_limited', '', { status: 429 }));
    await bench.send('Hello');
    expect(bench.state()).toMatchObject([{ sending: { state: 'queued', waitsFor: 'network' } }]);
    await bench.pass(60_000);
    await bench.pass(60_000);
    expect(bench.posted).toHaveLength(3);
    expect(bench.state()).toMatchObject([{ sending: { state: 'sent' } }]);
  });

  it('waits for the account to be reconnected when its sign-in is rejected', async () => {
    const bench = testOutbox();
    bench.answers.push(fail('reconnect_needed', 'Connect again.'));
    await bench.send('Hello');
    expect(bench.state()).toMatchObject([{ sending: { state: 'queued', waitsFor: 'reconnect' } }]);
    bench.outbox().wake();
    await settle();
    expect(bench.state()).toMatchObject([{ sending: { state: 'sent' } }]);
  });
});
