/**
 * Random actions of a person at the outbox: each text is in one place and reaches the customer at most once. Every
 * word is written once, so that it can be tracked.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fail, type Answer } from '../../../../../contract/errors.ts';
import type { MessageID } from '../../../../../contract/records.ts';
import { newReplyID, noon, testClock } from '../../support/store.ts';
import { settle, testOutbox, type Fate, type OutboxBench } from './bench.ts';

const offline = fail('offline', 'No network.');
const broken = fail('service_unavailable', 'No.', { status: 502 });
const slower = fail('rate_limited', 'No.', { status: 429 });
const refused = fail('rejected', 'No.', { status: 400 });
const unseen = fail('forbidden', 'No.', { status: 403 });

const hour = 3_600_000;
const day = 24 * hour;

const which = fc.nat(3);
const how = fc.constantFrom('taken' as const, 'lost' as const);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ kind: 'write' as const }) },
  { weight: 4, arbitrary: fc.constant({ kind: 'send' as const }) },
  fc.record({
    kind: fc.constant('schedule' as const),
    ms: fc.constantFrom(1, 4_000, hour),
    unlessAnswered: fc.boolean(),
  }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo' as const), which }) },
  fc.record({ kind: fc.constant('discard' as const), which }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('retry' as const), which }) },
  fc.record({ kind: fc.constant('sendAnyway' as const), which }),
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('fate' as const),
      fate: fc.constantFrom<Fate>(
        'answer lost',
        'lost',
        'held',
        'held',
        offline,
        broken,
        slower,
        refused,
      ),
    }),
  },
  fc.record({
    kind: fc.constant('blind' as const),
    why: fc.constantFrom<OutboxBench['blind'][number]>(offline, broken, unseen, 'held'),
  }),
  fc.record({
    kind: fc.constant('answerLook' as const),
    why: fc.constantFrom<Answer<never>>(offline, broken, unseen),
  }),
  fc.record({ kind: fc.constant('clock' as const), ms: fc.constantFrom(-day, -1_000, 1_000, day) }),
  // The pending request has arrived, or has not.
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('kill' as const, 'answer' as const), how }),
  },
  fc.constant({ kind: 'wake' as const }),
  fc.record({ kind: fc.constant('echo' as const), index: fc.nat(5) }),
  fc.constant({ kind: 'customer' as const }),
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('pass' as const),
      ms: fc.constantFrom(1, 2_000, 5_000, 31_000, 130_000),
    }),
  },
);
/** Actions of the hub, a colleague and a restarted engine on the lead's turn. */
const teamStep = fc.oneof(
  { weight: 6, arbitrary: step },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('turn' as const),
      fate: fc.constantFrom<OutboxBench['team']['fates'][number]>(
        'silent',
        'broken',
        'never',
        'held',
      ),
    }),
  },
  fc.constant({ kind: 'answerTurn' as const }),
  fc.constant({ kind: 'colleague' as const, has: true }),
  fc.constant({ kind: 'colleague' as const, has: false }),
);
type Step = typeof teamStep extends fc.Arbitrary<infer T> ? T : never;

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

type Model = {
  readonly bench: OutboxBench;
  readonly replies: MessageID[];
  readonly discarded: Set<string>;
  /** Words of replies about which the person decided without knowing whether the service has them. */
  readonly risked: Set<string>;
  /** The reply that the person sent anyway while it was being checked. */
  overruled: MessageID | null;
  written: number;
  customers: number;
};

/** Sent anyway while the check is pending. */
const overruling: Step[] = [
  { kind: 'write' },
  { kind: 'fate', fate: 'lost' },
  { kind: 'blind', why: 'held' },
  { kind: 'send' },
  { kind: 'pass', ms: 5_000 },
  { kind: 'pass', ms: 5_000 },
  { kind: 'sendAnyway', which: 0 },
  { kind: 'answerLook', why: offline },
];

/** Sent anyway while no check runs: it is sent at once. */
const decided: Step[] = [
  { kind: 'write' },
  { kind: 'fate', fate: 'answer lost' },
  { kind: 'send' },
  { kind: 'fate', fate: slower },
  { kind: 'pass', ms: 5_000 },
  { kind: 'sendAnyway', which: 0 },
  { kind: 'answerLook', why: offline },
];

/** Sent anyway while a pending check finds the reply. */
const found: Step[] = [
  { kind: 'write' },
  { kind: 'fate', fate: slower },
  { kind: 'fate', fate: 'answer lost' },
  { kind: 'schedule', ms: 1, unlessAnswered: false },
  { kind: 'pass', ms: 130_000 },
  { kind: 'kill', how: 'taken' },
  { kind: 'sendAnyway', which: 0 },
  { kind: 'answerLook', why: offline },
];

/** Killed while the request is pending. */
const endings = ([1, 5_000] as const).flatMap((ms) =>
  (['taken', 'lost'] as const).map((fate): [Step[], (0 | 1)[]] => [
    [
      { kind: 'write' },
      { kind: 'fate', fate: 'held' },
      { kind: 'send' },
      { kind: 'pass', ms: 5_000 },
      { kind: 'pass', ms },
      { kind: 'kill', how: fate },
    ],
    [0],
  ]),
);

/** Always tested. */
const examples: [Step[], (0 | 1)[]][] = [
  ...endings,
  [overruling, [0]],
  [decided, [0]],
  [found, [0, 1]],
];

/** True if the service may have a reply, as far as the app knows. */
const mayBeThere = (bench: OutboxBench, messageID: MessageID): boolean => {
  const sending = bench.own().find((message) => message.messageID === messageID)?.sending;
  return (
    sending?.state === 'checking' ||
    (sending?.state === 'failed' && sending.reason.code === 'outcome_unknown')
  );
};

const sendDraft = ({ bench, replies }: Model, later?: { at: number; unlessAnswered: boolean }) => {
  const text = bench.draft().trim();
  if (text === '') return;
  const sent = bench.outbox().send(bench.leadID, newReplyID(), text, { later });
  if (sent.ok) replies.push(sent.value.message.messageID);
};

/** A check from before the decision does not change it: the reply is sent at once. */
const answerLook = async (model: Model, why: Answer<never>): Promise<void> => {
  const { bench, overruled } = model;
  const decided = bench.own().find(({ messageID }) => messageID === overruled);
  model.overruled = null;
  const before = bench.posted.length;
  bench.answerLook(why);
  await settle();
  if (decided?.sending?.state === 'queued') expect(bench.posted.length).toBeGreaterThan(before);
};

const act = async (model: Model, one: Step): Promise<void> => {
  const { bench, replies, risked, discarded } = model;
  const { outbox } = bench;
  switch (one.kind) {
    case 'write':
      return bench.write(`${bench.draft()} w${(model.written += 1)}`.trim());
    case 'send':
      return sendDraft(model);
    case 'schedule': {
      const { ms, unlessAnswered } = one;
      return sendDraft(model, { at: bench.clock.now() + ms, unlessAnswered });
    }
    case 'fate':
      return void bench.fates.push(one.fate);
    case 'blind':
      return void bench.blind.push(one.why);
    case 'clock':
      return bench.clock.set(bench.clock.now() + one.ms);
    case 'kill':
      model.overruled = null;
      bench.restart();
      return bench.release(one.how);
    case 'answer':
      return bench.release(one.how);
    case 'answerLook':
      return answerLook(model, one.why);
    case 'wake':
      return outbox().wake();
    case 'echo':
      return one.index < bench.onService.length ? bench.echo(one.index) : undefined;
    case 'customer':
      return bench.customer(`c${(model.customers += 1)}`, 'Hello?');
    case 'turn':
      return void bench.team.fates.push(one.fate);
    case 'answerTurn':
      bench.team.answerTurn();
      return settle();
    case 'colleague':
      if (one.has) bench.team.turn ??= 'colleague';
      else if (bench.team.turn === 'colleague') bench.team.turn = null;
      return;
    case 'pass':
      return bench.pass(one.ms);
    case 'undo':
    case 'discard':
    case 'retry':
    case 'sendAnyway':
      break;
  }
  const messageID = replies.at(-1 - one.which);
  if (messageID === undefined) return;
  const isRisky = mayBeThere(bench, messageID);
  const text = bench.own().find((message) => message.messageID === messageID)?.text ?? '';
  if (one.kind === 'retry') return void outbox().retry(messageID);
  const looked = bench.own().find(({ sending }) => sending?.state === 'checking');
  const answer =
    one.kind === 'undo'
      ? outbox().undo(messageID)
      : one.kind === 'discard'
        ? outbox().discard(messageID)
        : outbox().retry(messageID, true);
  if (!answer.ok || text === '') return;
  if (one.kind === 'sendAnyway' && looked?.messageID === messageID && bench.isLooking())
    model.overruled = messageID;
  for (const word of wordsOf(text)) {
    if (isRisky) risked.add(word);
    if (one.kind === 'discard') discarded.add(word);
  }
};

/** Number of copies of each word that reached the customer, and that are stored here. */
const whereabouts = ({ bench }: Model) => {
  const there = bench.onService.filter(({ from }) => from !== 'Customer');
  const count = (texts: readonly string[]) => {
    const counts = new Map<string, number>();
    for (const word of texts.flatMap(wordsOf)) counts.set(word, (counts.get(word) ?? 0) + 1);
    return counts;
  };
  const waiting = bench.own().filter(({ sending }) => sending?.state !== 'sent');
  return {
    there: count(there.map(({ text }) => String(text))),
    shown: count(bench.own().map(({ text }) => text)),
    here: count([...waiting.map(({ text }) => text), bench.draft()]),
  };
};

const expectOnce = (model: Model): void => {
  expect(model.bench.collisions).toEqual([]);
  for (const [word, times] of whereabouts(model).there) {
    if (!model.risked.has(word)) expect([word, times]).toEqual([word, 1]);
  }
};

/** Removes all obstacles and lets all times pass. */
const settleAll = async ({ bench }: Model): Promise<void> => {
  bench.fates.length = 0;
  bench.blind.length = 0;
  bench.team.fates.length = 0;
  if (bench.team.turn === 'colleague') bench.team.turn = null;
  bench.team.answerTurn();
  bench.release('taken');
  bench.answerLook(offline);
  const open = () =>
    bench.own().filter(({ sending }) => !['sent', 'failed'].includes(sending?.state ?? 'sent'))
      .length;
  for (let n = 0; n < 400 && open() > 0; n += 1) await bench.pass(n < 200 ? 10_000 : 15 * 60_000);
  expect(open()).toBe(0);
  bench.onService.forEach((_record, index) => bench.echo(index));
};

/** The turn answers after the person took the reply back, and the engine crashes while it is requested. */
const lateTurns: [Step[], (0 | 1)[]][] = [
  [{ kind: 'undo', which: 0 } as const],
  [{ kind: 'kill', how: 'lost' } as const],
  [{ kind: 'clock', ms: day } as const],
  [{ kind: 'pass', ms: 31_000 } as const, { kind: 'colleague', has: true } as const],
].map((events): [Step[], (0 | 1)[]] => [
  [
    { kind: 'write' },
    { kind: 'turn', fate: 'held' },
    { kind: 'send' },
    { kind: 'pass', ms: 5_000 },
    ...events,
    { kind: 'answerTurn' },
  ],
  [0],
]);

/** The hub is silent for both replies, then answers both: the first turn is freed, and the second is kept. */
const lateForBoth: [Step[], (0 | 1)[]] = [
  [
    { kind: 'turn', fate: 'held' },
    { kind: 'write' },
    { kind: 'schedule', ms: 1, unlessAnswered: false },
    { kind: 'write' },
    { kind: 'send' },
    { kind: 'turn', fate: 'held' },
    { kind: 'pass', ms: 130_000 },
  ],
  [0],
];

/** The turn is taken, and its request has not begun, when all obstacles go. */
const dueAtTheEnd: [Step[], (0 | 1)[]] = [
  [{ kind: 'write' }, { kind: 'schedule', ms: 1, unlessAnswered: false }],
  [1],
];

const teamExamples = [...examples, ...lateTurns, lateForBoth, dueAtTheEnd];

describe.each([
  { place: 'alone', inTeam: false, steps: step },
  { place: 'in a team whose hub answers, waits or is silent', inTeam: true, steps: teamStep },
])(
  'with any actions on replies, losses, crashes, echoes and clock changes, $place',
  ({ inTeam, steps: arbitrary }) => {
    it('each word reaches the customer at most once, none is lost, and one request is sent at a time', async () => {
      const jitter = fc.array(fc.constantFrom<0 | 1>(0, 1), { minLength: 1, maxLength: 5 });
      await fc.assert(
        fc.asyncProperty(
          fc.array<Step>(arbitrary, { maxLength: 40, size: 'max' }),
          jitter,
          async (steps, jitters) => {
            let looks = 0;
            const clock = testClock(noon, () => jitters[(looks += 1) % jitters.length] ?? 0);
            const model: Model = {
              bench: testOutbox(clock, inTeam),
              replies: [],
              discarded: new Set(),
              risked: new Set(),
              overruled: null,
              written: 0,
              customers: 0,
            };
            for (const one of steps) {
              await act(model, one);
              expectOnce(model);
            }
            await settleAll(model);
            expectOnce(model);
            const { there, here, shown } = whereabouts(model);
            for (let n = 1; n <= model.written; n += 1) {
              const word = `w${n}`;
              const places = (there.get(word) ?? 0) + (here.get(word) ?? 0);
              if (model.risked.has(word) || model.discarded.has(word)) continue;
              expect([word, places]).toEqual([word, 1]);
              // Each message that the customer received is in the thread exactly once.
              expect([word, shown.get(word) ?? 0]).toEqual([
                word,
                (there.get(word) ?? 0) || (wordsOf(model.bench.draft()).includes(word) ? 0 : 1),
              ]);
            }
          },
        ),
        { numRuns: 60, examples: inTeam ? teamExamples : examples },
      );
    }, 60_000);
  },
);
