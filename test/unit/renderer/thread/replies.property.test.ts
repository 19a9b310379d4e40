/**
 * The window's drafts and replies with a real outbox, while calls are answered late or never, the engine exits
 * between a commit and its answer, keys are pressed twice and replies are undone.
 */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CommandName } from '../../../../contract/commands.ts';
import type { Answer } from '../../../../contract/errors.ts';
import type { MessageID } from '../../../../contract/records.ts';
import { createThreadCommands } from '../../../../main/engine/conversation/commands.ts';
import { readDraft } from '../../../../main/engine/conversation/drafts.ts';
import { toRow } from '../../../../main/engine/platform/store/ids.ts';
import type { Bridge } from '../../../../renderer/platform/bridge.ts';
import { createStores } from '../../../../renderer/app/stores.ts';
import { testOutbox, type Fate } from '../../engine/conversation/outbox/bench.ts';
import { testClock, noon } from '../../engine/support/store.ts';
import { no } from '../support/samples.ts';

type Line = {
  readonly bridge: Bridge;
  /** Runs the next call; false when there is none. */
  readonly carry: () => boolean;
  /** Delivers the next answer; false when there is none. */
  readonly bring: () => boolean;
  /** The engine exits: all pending calls fail with `engine_unavailable`. */
  readonly cut: () => void;
};

/** A connection to the engine that delays calls and answers and keeps their order. */
const slowLine = (run: (command: CommandName, input: unknown) => Answer<unknown>): Line => {
  type Call = {
    readonly command: CommandName;
    readonly input: unknown;
    readonly answer: (answer: Answer<never>) => void;
  };
  let waiting: Call[] = [];
  let carried: { readonly call: Call; readonly answer: Answer<unknown> }[] = [];
  return {
    bridge: {
      on: () => () => undefined,
      invoke: (command, input) =>
        new Promise((answer) => waiting.push({ command, input, answer: answer })),
    },
    carry: () => {
      const call = waiting.shift();
      if (call === undefined) return false;
      carried.push({ call, answer: run(call.command, call.input) });
      return true;
    },
    bring: () => {
      const done = carried.shift();
      done?.call.answer(done.answer as Answer<never>);
      return done !== undefined;
    },
    cut: () => {
      const lost = [...carried.map(({ call }) => call), ...waiting];
      carried = [];
      waiting = [];
      for (const { answer } of lost) answer(no('engine_unavailable'));
    },
  };
};

type Step =
  | { readonly kind: 'type' | 'send' | 'carry' | 'bring' | 'die' | 'undo' }
  /** The engine runs the call and exits before its answer. */
  | { readonly kind: 'unanswered'; readonly what: 'send' | 'undo' }
  | { readonly kind: 'pass'; readonly ms: number }
  | { readonly kind: 'fate'; readonly fate: Fate };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constantFrom('type', 'send', 'send', 'carry', 'carry', 'bring', 'undo', 'die'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('unanswered' as const),
      what: fc.constantFrom('send', 'undo'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('pass' as const),
      ms: fc.constantFrom(1, 399, 400, 5_000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('fate' as const),
      fate: fc.constantFrom<Fate>('taken', 'answer lost', 'lost', no('offline')),
    }),
  },
);

const settled = async (): Promise<void> => {
  for (let times = 0; times < 20; times += 1) await Promise.resolve();
};

/** A window and an engine with one open lead. */
const openApp = (jitters: readonly (0 | 1)[]) => {
  let looks = 0;
  const clock = testClock(noon, () => jitters[(looks += 1) % jitters.length] ?? 0);
  const bench = testOutbox(clock);
  const { leadID } = bench;
  const handlers = () =>
    createThreadCommands({
      store: bench.store,
      clock,
      publish: () => undefined,
      watch: () => undefined,
      outbox: bench.outbox(),
    });
  const line = slowLine((command, input) => {
    const run = (handlers() as Partial<Record<CommandName, (input: unknown) => Answer<unknown>>>)[
      command
    ];
    return run === undefined ? no('internal') : run(input);
  });
  const stores = createStores(line.bridge, () => clock.now());
  stores.leads.setState({ selected: leadID });
  stores.drafts.getState().restore(leadID, '', null);
  return { bench, line, stores, leadID, lead: toRow(leadID) ?? 0 };
};

type App = ReturnType<typeof openApp>;

const pass = async ({ bench }: App, ms: number): Promise<void> => {
  await vi.advanceTimersByTimeAsync(ms);
  await bench.pass(ms);
};

const onScreen = ({ stores, leadID }: App): string => stores.drafts.getState().texts[leadID] ?? '';

const waitingReply = ({ bench }: App): MessageID | undefined =>
  bench.own().find(({ sending }) => sending?.state === 'queued')?.messageID;

const take = async (app: App, one: Step, typed: string[]): Promise<void> => {
  const { bench, line, stores, leadID } = app;
  switch (one.kind) {
    case 'type': {
      const word = `w${typed.length}`;
      typed.push(word);
      stores.drafts.getState().type(leadID, `${onScreen(app)} ${word}`);
      return;
    }
    case 'send':
      void stores.replying.send(leadID);
      return;
    case 'undo': {
      const messageID = waitingReply(app);
      if (messageID !== undefined) void stores.replying.undo(messageID, leadID);
      return;
    }
    case 'carry':
      line.carry();
      return;
    case 'bring':
      line.bring();
      return;
    case 'die':
      bench.restart();
      line.cut();
      return;
    case 'unanswered':
      await take(app, { kind: one.what }, typed);
      while (line.carry()) await settled();
      return take(app, { kind: 'die' }, typed);
    case 'fate':
      bench.fates.push(one.fate);
      return;
    case 'pass':
      await pass(app, one.ms);
  }
};

/** Finishes all pending work. */
const rest = async (app: App): Promise<void> => {
  for (let n = 0; n < 40; n += 1) {
    while (app.line.carry() || app.line.bring()) await settled();
    await pass(app, n < 5 ? 400 : 10_000);
  }
};

const splitWords = (texts: readonly string[]): readonly string[] =>
  texts.flatMap((text) => text.split(/\s+/).filter((word) => word !== ''));

describe('with repeated presses, late answers, engine exits and undo', () => {
  beforeEach(
    () => void vi.useFakeTimers({ now: noon, toFake: ['setTimeout', 'clearTimeout', 'Date'] }),
  );
  afterEach(() => void vi.useRealTimers());

  it('each word is sent once or is in the composer, never both, and the saved draft matches the composer', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 40 }),
        fc.array(fc.constantFrom<0 | 1>(0, 1), { minLength: 1, maxLength: 5 }),
        async (steps, jitters) => {
          const app = openApp(jitters);
          const typed: string[] = [];
          for (const one of steps) {
            await take(app, one, typed);
            await settled();
          }
          await rest(app);
          const sent = app.bench.onService.map(({ text }) => String(text));
          const found = splitWords([...sent, onScreen(app)]);
          expect([...found].sort()).toEqual([...typed].sort());
          expect(readDraft(app.bench.store, app.lead).text).toBe(onScreen(app));
          expect(app.bench.own().map(({ sending }) => sending?.state)).toEqual(
            sent.map(() => 'sent'),
          );
          app.bench.outbox().stop();
        },
      ),
      { numRuns: 60 },
    );
  }, 120_000);
});
