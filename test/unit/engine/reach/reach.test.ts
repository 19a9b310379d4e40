/** News for the professional's channels: which, when, in which words, and at most once. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { fail, succeed, type Failure } from '../../../../contract/errors.ts';
import { setProgress } from '../../../../main/engine/accounts/rows.ts';
import { initialReach } from '../../../../contract/reach.ts';
import type {
  ChannelID,
  ReachMessage,
  ReachOutcome,
  ReachSettings,
} from '../../../../contract/reach.ts';
import { createOutbox } from '../../../../main/engine/conversation/outbox/outbox.ts';
import { createReach, type Reach } from '../../../../main/engine/reach/reach.ts';
import { refreshInbox } from '../../../../main/engine/leads/inbox.ts';
import { markRead } from '../../../../main/engine/leads/read-mark.ts';
import { setMarks } from '../../../../main/engine/leads/marks.ts';
import { toLeadID } from '../../../../main/engine/platform/store/ids.ts';
import { changeSettings, storeSetting } from '../../../../main/engine/platform/settings.ts';
import { newLead, noticeBench } from '../support/notices.ts';
import { message, negotiation, rfc } from '../support/records.ts';
import { accountID, newReplyID, noon, testLog } from '../support/store.ts';

// The engine imports them when it first needs them; loaded before, they are nothing to wait for.
await import('../../../../main/engine/reach/sending.ts');
await import('../../../../main/engine/reach/rows.ts');

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const phone = randomUUID() as ChannelID;
const mail = randomUUID() as ChannelID;

type Sent = { readonly id: number; readonly channelID: ChannelID; readonly message: ReachMessage };

/** Fails a message; a failure is retried if the message certainly did not arrive. */
const failed = (
  what: 'unreachable' | 'busy' | 'failing' | 'tls' | 'signIn' | 'unknown',
  retryAfter: number | null = null,
): ReachOutcome => ({ ok: false, failure: { what }, retryAfter });

/** An engine with channels that are attached unless the test does it. */
const reachBench = ({ attached = [phone] }: { attached?: readonly ChannelID[] } = {}) => {
  let reach: Reach | null = null;
  const bench = noticeBench((news) => reach?.queue(news));
  const { clock, store } = bench;
  const sent: Sent[] = [];
  const log = testLog();
  const start = (): Reach =>
    createReach({
      store,
      clock,
      random: { fraction: () => 0.5 },
      log,
      send: (id, channelID, message) => void sent.push({ id, channelID, message }),
      publish: () => undefined,
    });
  const begun = start();
  reach = begun;
  onTestFinished(() => reach?.stop());
  const attach = (...on: readonly ChannelID[]): void =>
    reach?.attach([...on.map((channelID) => ({ channelID, on: true }))]);
  if (attached.length > 0) attach(...attached);
  /** Lets the disk and all promises finish. */
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 4; turn += 1) {
      await store.flush();
      await new Promise(setImmediate);
    }
  };
  return {
    ...bench,
    sent,
    log,
    attach,
    settle,
    reach: () => reach ?? begun,
    restart: (): void => {
      reach?.stop();
      reach = start();
      if (attached.length > 0) attach(...attached);
    },
    titles: (): readonly string[] => sent.map(({ message: { title } }) => title),
    pass: async (ms: number): Promise<void> => {
      await settle();
      // Looks are asynchronous, so a long time passes in steps.
      for (let left = ms; left > 0; left -= 5 * second) {
        clock.advance(Math.min(left, 5 * second));
        await settle();
      }
    },
    set: (change: Partial<ReachSettings>): void =>
      void changeSettings(store, { reach: { ...initialReach, ...change } }),
    answer: (outcome: ReachOutcome): void => reach?.onOutcome(sent.at(-1)?.id ?? 0, outcome),
    states: () =>
      store.db
        .prepare<[], { state: string }>('SELECT state FROM reach_news ORDER BY reach_news')
        .all()
        .map(({ state }) => state),
    failure: async () =>
      (await reach?.report())?.find(({ channelID }) => channelID === phone)?.failure ?? null,
  };
};
type Bench = ReturnType<typeof reachBench>;

const arrived: ReachOutcome = { ok: true };

describe('a new lead', () => {
  it('reaches every channel that is on, without a word of the customer', async () => {
    const { deliver, pass, sent } = reachBench({ attached: [phone, mail] });
    deliver(newLead('1'));
    await pass(5 * second);
    expect(sent.map(({ channelID }) => channelID).toSorted()).toEqual([phone, mail].toSorted());
    expect(sent[0]?.message).toEqual({
      title: 'A new lead is waiting',
      body: '',
      counts: { lead: 1, message: 0, refused: 0, stopped: 0 },
    });
  });

  it('contains name and words if that is chosen, in the chosen language', async () => {
    const { deliver, pass, sent, set, store } = reachBench();
    set({ words: true });
    changeSettings(store, { language: 'es' });
    deliver(newLead('1'));
    await pass(5 * second);
    expect(sent.map(({ message: { title, body } }) => [title, body])).toEqual([
      ['Nueva solicitud · Ann 1', 'Plumbing · Austin\nThe kitchen tap drips'],
    ]);
  });

  it('is short even if the customer’s name is long, because services refuse long messages', async () => {
    const { deliver, pass, sent, set } = reachBench();
    set({ words: true });
    deliver(newLead('1', 'A'.repeat(5_000)));
    await pass(5 * second);
    expect(sent[0]?.message.title).toMatch(/^New lead · A+$/);
    expect(sent[0]?.message.title.length).toBeLessThanOrEqual(200);
  });

  it('waits until main has reported the channels', async () => {
    const { deliver, pass, sent, attach, restart } = reachBench({ attached: [] });
    attach(phone);
    restart();
    deliver(newLead('1'));
    await pass(minute);
    expect(sent).toEqual([]);
    attach(phone);
    await pass(5 * second);
    expect(sent).toHaveLength(1);
  });

  it('is no news for a channel that is added later', async () => {
    const { deliver, pass, sent, attach } = reachBench({ attached: [] });
    deliver(newLead('1'));
    attach(phone);
    await pass(minute);
    expect(sent).toEqual([]);
  });

  it('leaves no customer’s word in the table', async () => {
    const { deliver, pass, store } = reachBench();
    deliver(newLead('1'), message('m1', '1', 'Customer', 'Are you there?', noon + 1));
    await pass(5 * second);
    const rows = JSON.stringify(store.db.prepare('SELECT * FROM reach_news').all());
    expect(rows).not.toMatch(/Ann|tap|there/);
  });
});

describe('nothing is sent', () => {
  it('for imported history, events before the connection, and test leads', async () => {
    const { ingest, deliver, pass, sent, store } = reachBench();
    const old = negotiation('1', { createdAt: rfc(noon - 8 * day) });
    ingest.applyNegotiations(accountID, [old], 'backfill');
    ingest.applyNegotiations(
      accountID,
      [negotiation('2', { createdAt: rfc(noon - 30 * day) })],
      'poll',
    );
    store.db
      .prepare("UPDATE accounts SET profile = json_set(profile, '$.environment', 'staging')")
      .run();
    deliver(newLead('3'));
    await pass(minute);
    expect(sent).toEqual([]);
  });

  it('for the lead on the screen', async () => {
    const { deliver, pass, sent, policy, row } = reachBench();
    deliver(newLead('1'));
    await pass(5 * second);
    policy().watch(toLeadID(row()), true);
    deliver(message('m1', '1', 'Customer', 'Hi', noon + 1));
    await pass(minute);
    expect(sent).toHaveLength(1);
  });

  it('for kinds that are switched off, also if they wait already', async () => {
    const { deliver, pass, sent, set, states } = reachBench();
    set({ messages: false });
    deliver(newLead('1'));
    set({ messages: false, leads: false });
    deliver(message('m1', '1', 'Customer', 'Hi', noon + 1));
    await pass(minute);
    expect(sent).toEqual([]);
    expect(states()).toEqual([]);
  });

  it('to a channel that is switched off or removed, later either', async () => {
    const { deliver, pass, settle, sent, set, reach, states } = reachBench();
    set({ afterMinutes: 5 });
    await settle();
    deliver(newLead('1'));
    reach().attach([{ channelID: phone, on: false }]);
    expect(states()).toEqual([]);
    reach().attach([{ channelID: phone, on: true }]);
    await pass(10 * minute);
    expect(sent).toEqual([]);
  });
});

describe('with a wait of business time', () => {
  it('only what nobody dealt with is sent, and only while open', async () => {
    const { deliver, pass, sent, set, clock, answer } = reachBench();
    set({ afterMinutes: 15 });
    deliver(newLead('1'));
    await pass(14 * minute);
    expect(sent).toEqual([]);
    await pass(minute + 10 * second);
    expect(sent).toHaveLength(1);
    answer(arrived);

    clock.set(noon + 5 * hour + 55 * minute);
    deliver(negotiation('2', { createdAt: rfc(clock.now()), customer: { firstName: 'Bo' } }));
    await pass(20 * minute);
    expect(sent).toHaveLength(1);
    // Ten minutes after the next opening.
    clock.set(noon + 20 * hour + 10 * minute + second);
    await pass(20 * second);
    expect(sent).toHaveLength(2);
  });

  it.each<[string, (bench: Bench, lead: number) => void]>([
    ['opened', ({ store }, lead) => markRead(store, [lead])],
    ['archived', ({ store }, lead) => setMarks(store, [lead], { archived: true })],
    ['marked as settled', ({ store }, lead) => setMarks(store, [lead], { noReplyNeeded: true })],
    ['snoozed', ({ store }, lead) => setMarks(store, [lead], { snoozedUntil: noon + day })],
    [
      'answered elsewhere',
      ({ deliver }) => deliver(message('m1', '1', 'Business', 'At 5.', noon + minute)),
    ],
    [
      'removed',
      ({ store }, lead) => void store.db.prepare('DELETE FROM leads WHERE lead = ?').run(lead),
    ],
  ])('a lead that was %s meanwhile is not', async (_what, work) => {
    const bench = reachBench();
    bench.set({ afterMinutes: 5 });
    bench.deliver(newLead('1'));
    const lead = bench.row();
    await bench.pass(minute);
    work(bench, lead);
    refreshInbox(bench.store, lead);
    await bench.pass(10 * minute);
    expect(bench.sent).toEqual([]);
    expect(bench.states()).toEqual([]);
  });

  it('a clock that is set back delays it by the wait, and no more', async () => {
    const { deliver, pass, sent, set, clock } = reachBench();
    set({ afterMinutes: 15 });
    deliver(newLead('1'));
    clock.set(noon - 3 * hour);
    await pass(14 * minute);
    expect(sent).toEqual([]);
    await pass(2 * minute);
    expect(sent).toHaveLength(1);
  });
});

describe('several news', () => {
  it('that come together become one message', async () => {
    const { deliver, pass, sent, titles } = reachBench();
    deliver(newLead('1'), newLead('2'));
    deliver(message('m1', '2', 'Customer', 'Hi', noon + 1));
    deliver(newLead('3'));
    await pass(5 * second);
    expect(titles()).toEqual(['3 new leads']);
    expect(sent[0]?.message.body).toBe('');
  });

  it('name the customers only if that is chosen', async () => {
    const { deliver, pass, sent, set } = reachBench();
    set({ words: true });
    deliver(newLead('1'), newLead('2'));
    await pass(5 * second);
    expect(sent[0]?.message.title).toBe('2 new leads');
    expect(sent[0]?.message.body).toMatch(/Ann 1/);
  });

  it('of quiet hours become one message afterwards, without what was settled', async () => {
    const { deliver, pass, titles, store, clock, policy } = reachBench();
    policy().pause('hour');
    deliver(newLead('1'), newLead('2'));
    const first = store.db.prepare('SELECT min(lead) FROM leads').pluck().get() as number;
    await pass(30 * minute);
    deliver(negotiation('3', { createdAt: rfc(clock.now()), customer: { firstName: 'Cy' } }));
    markRead(store, [first]);
    refreshInbox(store, first);
    await pass(20 * minute);
    expect(titles()).toEqual([]);
    await pass(11 * minute);
    expect(titles()).toEqual(['2 new leads']);
  });

  it('after sleep become one message', async () => {
    const { deliver, pass, settle, titles, reach } = reachBench();
    await settle();
    reach().wake();
    deliver(newLead('1'));
    await pass(5 * second);
    deliver(newLead('2'));
    await pass(20 * second);
    expect(titles()).toEqual(['2 new leads']);
  });

  it('over the hour’s number wait and are then sent together, which is said once', async () => {
    const { deliver, pass, sent, set, answer, clock } = reachBench();
    set({ mostPerHour: 6 });
    for (let number = 1; number <= 9; number += 1) {
      deliver(
        negotiation(`${number}`, {
          createdAt: rfc(clock.now()),
          customer: { firstName: `Ann ${number}` },
        }),
      );
      await pass(minute);
      if (number <= 6) answer(arrived);
    }
    expect(sent.map(({ message: { body } }) => body)).toEqual([
      ...['', '', '', '', ''],
      'That was the last message of this hour. What comes next is sent together.',
    ]);
    await pass(45 * minute);
    expect(sent).toHaveLength(6);
    await pass(7 * minute);
    expect(sent.map(({ message: { title } }) => title).at(-1)).toBe('3 new leads');
    expect(sent).toHaveLength(7);
  });
});

describe('a message', () => {
  it('is on the disk as being sent before main gets it', async () => {
    const { deliver, clock, settle, sent, states } = reachBench();
    deliver(newLead('1'));
    await settle();
    clock.advance(3 * second);
    expect(states()).toEqual(['sending']);
    expect(sent).toEqual([]);
    await settle();
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['before main got it', false],
    ['while main sent it', true],
  ])('is not sent again after a crash %s', async (_when, isSent) => {
    const { deliver, clock, settle, restart, pass, sent, states, failure } = reachBench();
    deliver(newLead('1'));
    await settle();
    clock.advance(3 * second);
    if (isSent) await settle();
    restart();
    await pass(30 * minute);
    expect(sent).toHaveLength(isSent ? 1 : 0);
    expect(states()).toEqual(['failed']);
    expect(await failure()).toEqual({ what: 'unknown' });
  });

  it('is not taken for one that an earlier process of the engine sent', async () => {
    const { deliver, pass, restart, reach, sent, states } = reachBench();
    deliver(newLead('1'));
    await pass(5 * second);
    restart();
    deliver(newLead('2'));
    await pass(5 * second);
    expect(sent).toHaveLength(2);
    reach().onOutcome(sent[0]?.id ?? 0, arrived);
    expect(states()).toEqual(['failed', 'sending']);
    reach().onOutcome(sent[1]?.id ?? 0, failed('unreachable'));
    expect(states()).toEqual(['failed', 'waiting']);
  });

  it('does not count as sent if the disk could not record it', async () => {
    const { deliver, clock, settle, store, reach, sent } = reachBench();
    deliver(newLead('1'));
    await settle();
    vi.spyOn(store, 'flush').mockRejectedValueOnce(new Error('the disk fails'));
    clock.advance(3 * second);
    await settle();
    expect(sent).toEqual([]);
    expect(await reach().report()).toEqual([
      { channelID: phone, at: null, failure: null, waiting: 1 },
    ]);
  });

  it('is dropped if the lead is opened while the disk is busy', async () => {
    const { deliver, clock, settle, sent, store, row } = reachBench();
    deliver(newLead('1'));
    await settle();
    clock.advance(3 * second);
    markRead(store, [row()]);
    await settle();
    expect(sent).toEqual([]);
  });

  it('that arrived is not sent again, and its answer twice changes nothing', async () => {
    const { deliver, pass, sent, answer, states, reach, restart, failure } = reachBench();
    deliver(newLead('1'));
    await pass(5 * second);
    answer(arrived);
    reach().onOutcome(sent[0]?.id ?? 0, failed('unreachable'));
    restart();
    await pass(30 * minute);
    expect(sent).toHaveLength(1);
    expect(states()).toEqual(['sent']);
    expect(await failure()).toBeNull();
  });

  it.each(['unreachable', 'busy', 'failing'] as const)(
    'that was certainly not delivered (%s) is sent later, with what came meanwhile',
    async (what) => {
      const { deliver, pass, sent, answer, failure, titles } = reachBench();
      deliver(newLead('1'));
      await pass(5 * second);
      answer(failed(what));
      expect(await failure()).toEqual({ what });
      deliver(newLead('2'));
      await pass(5 * second);
      expect(sent).toHaveLength(1);
      await pass(20 * second);
      expect(titles()).toEqual(['A new lead is waiting', '2 new leads']);
      answer(arrived);
      expect(await failure()).toBeNull();
    },
  );

  it('is sent when the service allows it again', async () => {
    const { deliver, pass, sent, answer } = reachBench();
    deliver(newLead('1'));
    await pass(5 * second);
    answer(failed('busy', 20 * minute));
    await pass(19 * minute);
    expect(sent).toHaveLength(1);
    await pass(2 * minute);
    expect(sent).toHaveLength(2);
  });

  it.each(['tls', 'signIn', 'unknown'] as const)(
    'that may have arrived or never can (%s) is not repeated',
    async (what) => {
      const { deliver, pass, sent, answer, states, failure } = reachBench();
      deliver(newLead('1'));
      await pass(5 * second);
      answer(failed(what));
      await pass(2 * hour);
      expect(sent).toHaveLength(1);
      expect(states()).toEqual(['failed']);
      expect(await failure()).toEqual({ what });
    },
  );

  it('is given up after an hour of failures', async () => {
    const { deliver, pass, sent, answer, states } = reachBench();
    deliver(newLead('1'));
    for (let quarter = 0; quarter < 24; quarter += 1) {
      await pass(5 * minute + 10 * second);
      answer(failed('unreachable'));
    }
    expect(states()).toEqual(['failed']);
    expect(sent).toHaveLength(12);
  });

  it('is not retried once the lead was answered', async () => {
    const { deliver, pass, sent, answer, states } = reachBench();
    deliver(newLead('1'));
    await pass(5 * second);
    answer(failed('unreachable'));
    deliver(message('m1', '1', 'Business', 'At 5.', noon + minute));
    await pass(hour);
    expect(sent).toHaveLength(1);
    expect(states()).toEqual([]);
  });
});

describe('leads that no longer arrive', () => {
  const gap = (bench: Bench, until: number | null): void => {
    storeSetting(bench.store, `coverage.${accountID}`, {
      coveredAt: noon,
      gaps: [{ businessID: null, from: noon, until }],
    });
    bench.reach().queueGaps();
  };

  it('are reported once for each gap', async () => {
    const bench = reachBench();
    gap(bench, null);
    await bench.pass(5 * second);
    bench.answer(arrived);
    gap(bench, null);
    await bench.pass(hour);
    expect(bench.sent.map(({ message: { title, body } }) => [title, body])).toEqual([
      ['New leads no longer arrive', 'Open Hearthline on your computer to fix the connection.'],
    ]);
  });

  it('are not reported once the gap is closed', async () => {
    const bench = reachBench();
    gap(bench, null);
    gap(bench, noon + minute);
    await bench.pass(hour);
    expect(bench.sent).toEqual([]);
  });
});

describe('a sign-in that ended', () => {
  const fails = (bench: Bench, lastFailure: Failure | null, lastContactAt = noon): void => {
    setProgress(bench.store, accountID, { lastFailure, lastContactAt });
    bench.reach().onChange({ kinds: ['connection'], leadIDs: [] });
  };
  const ended: Failure = { code: 'reconnect_needed', message: 'The sign-in has ended.' };

  it('is reported once, also after a restart, and again when the next one ends', async () => {
    const bench = reachBench();
    fails(bench, null);
    fails(bench, ended);
    fails(bench, ended);
    await bench.pass(5 * second);
    bench.answer(arrived);
    bench.restart();
    fails(bench, ended);
    await bench.pass(hour);
    expect(bench.titles()).toEqual(['New leads no longer arrive']);
    fails(bench, null, noon + hour);
    fails(bench, ended, noon + hour);
    await bench.pass(5 * second);
    expect(bench.titles()).toHaveLength(2);
  });

  it('is not reported while only the service refuses a token, or once somebody reconnected', async () => {
    const bench = reachBench();
    fails(bench, null);
    fails(bench, { ...ended, status: 401 });
    await bench.pass(minute);
    fails(bench, ended);
    fails(bench, null);
    await bench.pass(minute);
    expect(bench.titles()).toEqual([]);
  });
});

describe('a refused reply', () => {
  const refusing = (bench: Bench) => {
    const outbox = createOutbox({
      store: bench.store,
      getSender: () => ({
        courier: {
          deliver: async () => fail('rejected', 'No.', { status: 400 }),
          find: async () => succeed(null),
          pausedUntil: () => null,
        },
        canSearch: false,
      }),
      clock: bench.clock,
      random: { fraction: () => 0.5, bytes: (count) => Buffer.alloc(count) },
      publish: () => undefined,
      onRefused: bench.reach().queueRefused,
      log: testLog(),
      release: () => true,
      readUndoSeconds: () => 5,
    });
    onTestFinished(() => outbox.stop());
    const reply = () => outbox.send(toLeadID(bench.row()), newReplyID(), 'I can come at 5.');
    return { outbox, reply };
  };

  it('is reported without the customer’s name, unless words are chosen', async () => {
    const bench = reachBench();
    const { reply } = refusing(bench);
    bench.set({ leads: false });
    bench.deliver(newLead('1'));
    reply();
    await bench.pass(15 * second);
    bench.answer(arrived);
    bench.set({ leads: false, words: true });
    reply();
    await bench.pass(15 * second);
    expect(bench.sent.map(({ message: { title, body } }) => [title, body])).toEqual([
      ['A reply was not sent', 'Open Hearthline to see why and send it again.'],
      ['Reply to Ann 1 not sent', 'Open Hearthline to see why and send it again.'],
    ]);
  });

  it('is not reported once it was discarded', async () => {
    const bench = reachBench();
    const { reply, outbox } = refusing(bench);
    bench.set({ leads: false, afterMinutes: 5 });
    bench.deliver(newLead('1'));
    const sent = reply();
    await bench.pass(15 * second);
    expect(bench.states()).toEqual(['waiting']);
    if (sent.ok) outbox.discard(sent.value.message.messageID);
    await bench.pass(hour);
    expect(bench.sent).toEqual([]);
  });
});
