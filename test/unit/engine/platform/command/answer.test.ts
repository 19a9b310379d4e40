import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { commands } from '../../../../../contract/commands.ts';
import { decodeAnswer } from '../../../../../contract/encoded-answer.ts';
import { errorCode, fail, succeed, type Answer } from '../../../../../contract/errors.ts';
import { answerCall, type Gate } from '../../../../../main/shell/answer-call.ts';
import { createAnswerer } from '../../../../../main/engine/platform/command/answer.ts';
import { createConnectionCommands } from '../../../../../main/engine/accounts/commands.ts';
import type {
  EngineCommand,
  Handlers,
} from '../../../../../main/engine/platform/command/handler.ts';
import { createLeadCommands } from '../../../../../main/engine/leads/commands.ts';
import { createMarking } from '../../../../../main/engine/leads/marking.ts';
import { inertAccount } from '../../support/accounts.ts';
import { detailsOf } from '../../support/readers.ts';
import { createSettingsCommands } from '../../../../../main/engine/tools/settings.ts';
import { readDraft } from '../../../../../main/engine/conversation/drafts.ts';
import { createThreadCommands } from '../../../../../main/engine/conversation/commands.ts';
import { testIngest } from '../../support/ingest.ts';
import { message, negotiation } from '../../support/records.ts';
import { accountID, noon, slowDisk, testLog, testSlices } from '../../support/store.ts';

/** Runs everything that needs no timer. */
const settle = (): Promise<void> => new Promise((done) => setImmediate(done));

/** Advances the clock by four seconds in small steps. */
const waits = async (clock: { readonly advance: (ms: number) => void }): Promise<void> => {
  for (let times = 0; times < 20; times++) {
    await settle();
    clock.advance(200);
  }
};

const replyID = '6b8d7a52-3f0e-4c8e-9a63-0f7e3c1d2b4a';

const synced = {
  online: true,
  lastContactAt: null,
  lastFailure: null,
  polling: { lastAt: null, nextAt: null, listsLeads: null, pausedUntil: null },
  backfill: { state: 'waiting' as const, leads: 0 },
};
const receiver = {
  listening: true,
  port: 1,
  reachable: true,
  lastDeliveryAt: null,
  refused: 0,
  lacksPassword: false,
};
const outbox = { waiting: 0, failed: 0 };
const report = { ...synced, receiver, webhooks: [], yielded: [], gaps: [], outbox };

const bench = (change: Partial<Handlers<EngineCommand>> = {}, flush?: () => Promise<void>) => {
  const made = testIngest();
  const { store, clock } = made;
  const log = testLog();
  const publish = (): void => undefined;
  const noSuchMessage = () => fail('not_found', 'There is no such message.');
  const askEngine = createAnswerer(
    {
      ...createLeadCommands({
        clock,
        store,
        slices: testSlices(clock),
        mark: createMarking({ store, slices: testSlices(clock), clock, publish }),
        readDetails: (lead) => detailsOf(store, lead),
        onReopened: () => undefined,
        onJobStatusChanged: () => undefined,
      }),
      ...createSettingsCommands({ store, clock, onOrderChange: () => undefined, publish }),
      ...createThreadCommands({
        store,
        clock,
        publish,
        watch: () => undefined,
        outbox: {
          send: noSuchMessage,
          findSentText: () => null,
          undo: noSuchMessage,
          retry: noSuchMessage,
          discard: noSuchMessage,
          handOver: noSuchMessage,
        },
      }),
      ...createConnectionCommands({
        store,
        findAccount: () => inertAccount({ report: () => synced }),
        reportReceiver: () => receiver,
        publish: () => undefined,
      }),
      ...change,
      // Handlers that no test calls are omitted.
    } as Handlers<EngineCommand>,
    flush === undefined ? store : { ...store, flush },
    clock,
    log,
  );
  const gate: Gate = { askEngine, handlers: {} as Gate['handlers'], log };
  /** Passes a call of the window on as main does. */
  const answer = async (name: unknown, input: unknown): Promise<Answer<unknown>> => {
    const result = await answerCall(gate, name, input);
    return result instanceof Uint8Array ? decodeAnswer(result) : result;
  };
  return { ...made, answer, askEngine, log };
};

const engineCommands = Object.entries(commands).filter(
  ([, { answeredBy }]) => answeredBy === 'engine',
);

describe('every command of the engine', () => {
  it.each(engineCommands)(
    '%s answers any input with a valid value or a known failure',
    async (name, { input, output }) => {
      const { answer, deliver, log } = bench();
      deliver('NegotiationCreatedV4', negotiation('1'));
      deliver('MessageCreatedV4', message('m1', '1', 'Customer', 'Hi', noon));
      const likely = fc.record(
        {
          leadID: fc.constantFrom('1', '2', 'x', null),
          leadIDs: fc.array(fc.constantFrom('1', '2')),
          messageID: fc.constantFrom('1', '9'),
          accountID: fc.constantFrom<string>(accountID, 'nobody'),
          view: fc.constantFrom('all', 'unread', 'nothing'),
          limit: fc.integer({ min: -1, max: 501 }),
          text: fc.string(),
          query: fc.string(),
          focused: fc.boolean(),
          cursor: fc.constantFrom('1.1', '0.0', 'x'),
          read: fc.boolean(),
          theme: fc.constantFrom('dark', 'green'),
        },
        { requiredKeys: [] },
      );
      const isKnown = (field: string): boolean =>
        !input
          .safeParse({ [field]: null })
          .error?.issues.some(({ code }) => code === 'unrecognized_keys');
      const accepted = likely.map((fields) =>
        Object.fromEntries(Object.entries(fields).filter(([field]) => isKnown(field))),
      );
      await fc.assert(
        fc.asyncProperty(fc.oneof(fc.anything(), likely, accepted), async (input_) => {
          const result = await answer(name, input_);
          if (result.ok) output.parse(result.value);
          else errorCode.parse(result.error.code);
        }),
        { numRuns: 60 },
      );
      expect(log.lines).toEqual([]);
    },
  );

  it.each(['connect.accounts', '__proto__', 'toString', ''])(
    'exclude the name %j',
    async (name) => {
      expect(decodeAnswer(await bench().askEngine(name, {}))).toMatchObject({
        error: { code: 'unknown_command' },
      });
    },
  );
});

it('a command whose answer is nested too deeply to be sent fails', async () => {
  const deep: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
  const { askEngine, log } = bench({ 'settings.get': () => succeed(deep as never) });
  expect(decodeAnswer(await askEngine('settings.get', {}))).toMatchObject({
    error: { code: 'internal' },
  });
  expect(log.lines).toMatchObject([{ level: 'error', fields: { command: 'settings.get' } }]);
});

describe('a command that throws', () => {
  it('is logged with its stack and answered without it', async () => {
    const { answer, log } = bench({
      'settings.get': () => {
        throw new Error('/home/pat/secret is broken');
      },
    });
    expect(await answer('settings.get', {})).toEqual(
      fail('internal', 'Something went wrong in the app itself.'),
    );
    expect(log.lines).toMatchObject([{ level: 'error', fields: { command: 'settings.get' } }]);
  });

  it.each([
    ['SQLITE_FULL', 'disk_full'],
    ['SQLITE_IOERR_WRITE', 'disk_full'],
    ['SQLITE_READONLY_DBMOVED', 'read_only'],
    ['SQLITE_BUSY_SNAPSHOT', 'database_busy'],
    ['SQLITE_CORRUPT_VTAB', 'database_damaged'],
    ['ENOSPC', 'disk_full'],
  ])('because of %s fails with %s', async (code, expected) => {
    const { answer, clock } = bench({
      'settings.get': () => {
        throw Object.assign(new Error('no'), { code });
      },
    });
    const asking = answer('settings.get', {});
    await waits(clock);
    expect(await asking).toMatchObject({ error: { code: expected } });
  });
});

describe('a command while another program writes to the database', () => {
  const busyBench = () => {
    const made = bench();
    const other = new Database(made.store.db.name);
    onTestFinished(() => void other.close());
    other.exec('BEGIN EXCLUSIVE');
    return { ...made, other };
  };
  const dark = { theme: 'dark' };

  it('never delays reads, and delays writes only briefly', async () => {
    const { answer } = busyBench();
    const began = performance.now();
    void answer('settings.change', dark);
    expect(await answer('settings.get', {})).toMatchObject({ ok: true });
    expect(performance.now() - began).toBeLessThan(4_000);
  });

  it('runs once the other program has finished', async () => {
    const { answer, other, clock, log } = busyBench();
    const asking = answer('settings.change', dark);
    await settle();
    clock.advance(200);
    await settle();
    other.exec('ROLLBACK');
    clock.advance(200);
    expect(await asking).toMatchObject({ ok: true });
    expect(await answer('settings.get', {})).toMatchObject({ value: { settings: dark } });
    expect(log.lines).toEqual([]);
  });

  it('runs in the order of the calls, so that the newer draft is kept', async () => {
    const { answer, other, clock, deliver, store } = busyBench();
    other.exec('ROLLBACK');
    deliver('NegotiationCreatedV4', negotiation('1'));
    other.exec('BEGIN EXCLUSIVE');
    const save = (text: string) => answer('drafts.save', { leadID: '1', replyID, text });
    const older = save('Hi Gab');
    await settle();
    clock.advance(150);
    const newer = save('Hi Gabriela');
    await settle();
    clock.advance(60);
    await settle();
    other.exec('ROLLBACK');
    clock.advance(140);
    await settle();
    clock.advance(200);
    expect([await older, await newer]).toMatchObject([{ ok: true }, { ok: true }]);
    expect(readDraft(store, 1)).toMatchObject({ text: 'Hi Gabriela' });
  });

  it('runs after waiting calls even if the database is free by then', async () => {
    const { answer, other, clock } = busyBench();
    const older = answer('settings.change', { theme: 'dark' });
    await settle();
    other.exec('ROLLBACK');
    const newer = answer('settings.change', { theme: 'light' });
    clock.advance(200);
    await Promise.all([older, newer]);
    expect(await answer('settings.get', {})).toMatchObject({
      value: { settings: { theme: 'light' } },
    });
  });

  it('runs even if the call before it gave up', async () => {
    const { answer, other, clock } = busyBench();
    const gaveUp = answer('settings.change', { theme: 'dark' });
    await settle();
    clock.advance(1_000);
    const patient = answer('settings.change', { theme: 'light' });
    clock.advance(1_900);
    clock.advance(200);
    expect(await gaveUp).toMatchObject({ error: { code: 'database_busy' } });
    other.exec('ROLLBACK');
    clock.advance(200);
    expect(await patient).toMatchObject({ ok: true });
  });

  it.each([1, 26])('also waits when it marks leads, such as %i', async (count) => {
    const { answer, other, clock, deliver } = busyBench();
    other.exec('ROLLBACK');
    const leadIDs = Array.from({ length: count }, (_, index) => String(index + 1));
    for (const id of leadIDs) deliver('NegotiationCreatedV4', negotiation(id));
    other.exec('BEGIN IMMEDIATE');
    const asking = answer('leads.mark', { leadIDs, starred: true });
    await settle();
    other.exec('ROLLBACK');
    clock.advance(200);
    expect(await asking).toMatchObject({ ok: true });
  });

  it('fails with advice when the other program does not finish', async () => {
    const { answer, clock } = busyBench();
    const answered = vi.fn();
    const asking = answer('settings.change', dark).then(answered);
    await waits(clock);
    await asking;
    expect(answered.mock.lastCall).toMatchObject([{ error: { code: 'database_busy' } }]);
  });

  it('does not run twice when a part of it is committed', async () => {
    let times = 0;
    const { askEngine, store } = bench({
      'settings.get': () => {
        times += 1;
        store.write(() => undefined);
        throw Object.assign(new Error('locked'), { code: 'SQLITE_BUSY' });
      },
    });
    expect(decodeAnswer(await askEngine('settings.get', {}))).toMatchObject({
      error: { code: 'database_busy' },
    });
    expect(times).toBe(1);
  });
});

describe('a command that changes something', () => {
  const dark = { theme: 'dark' };

  it('is answered when the change is on disk', async () => {
    const { flush, asked, take } = slowDisk();
    const { answer } = bench({}, flush);
    const answered = vi.fn();
    const asking = answer('settings.change', dark).then(answered);
    await asked;
    expect(answered).not.toHaveBeenCalled();
    take();
    await asking;
    expect(answered).toHaveBeenCalledOnce();
  });

  it('fails when the disk fails', async () => {
    const { flush, refuse } = slowDisk();
    const { answer } = bench({}, flush);
    refuse();
    expect(await answer('settings.change', dark)).toMatchObject({ error: { code: 'disk_full' } });
  });

  it('does not delay reads', async () => {
    const { flush, asked } = slowDisk();
    const { answer } = bench({}, flush);
    void answer('settings.change', dark);
    await asked;
    expect(await answer('settings.get', {})).toMatchObject({ value: { settings: dark } });
  });
});

describe('connection.report', () => {
  it('has one report for each account', async () => {
    const { answer, deliver } = bench();
    deliver('Surprise', {});
    expect(await answer('connection.report', {})).toEqual(
      succeed({ reports: [{ accountID, ...report, notUnderstood: 1 }] }),
    );
  });
});
