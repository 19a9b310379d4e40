import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fail, type Answer } from '../../../../../contract/errors.ts';
import { noon, testClock } from '../../support/store.ts';
import { testOutbox, type Fate } from './bench.ts';

const offline = fail('offline', 'No network.');
const broken = fail('service_unavailable', 'No.', { status: 502 });
const refusedToken = fail('reconnect_needed', 'No.', { status: 401 });
const noToken = fail('service_unavailable', 'The token endpoint failed.');
const refused = fail('forbidden', 'No.', { status: 403 });

const day = 86_400_000;

type Step =
  | { readonly kind: 'send'; readonly text: string }
  | { readonly kind: 'fate'; readonly fate: Fate }
  | { readonly kind: 'blind'; readonly why: Answer<never> }
  | { readonly kind: 'clock'; readonly ms: number }
  | { readonly kind: 'kill' }
  | { readonly kind: 'wake' }
  | { readonly kind: 'echo'; readonly index: number }
  | { readonly kind: 'pass'; readonly ms: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('send' as const), text: fc.constantFrom('Yes', 'No', 'Yes ') }),
  fc.record({
    kind: fc.constant('fate' as const),
    fate: fc.constantFrom<Fate>(
      'taken',
      'answer lost',
      'lost',
      offline,
      broken,
      refusedToken,
      noToken,
    ),
  }),
  fc.record({
    kind: fc.constant('blind' as const),
    why: fc.constantFrom(offline, broken, refusedToken, noToken, refused),
  }),
  fc.record({ kind: fc.constant('clock' as const), ms: fc.constantFrom(-day, day) }),
  fc.record({ kind: fc.constant('kill' as const) }),
  fc.record({ kind: fc.constant('wake' as const) }),
  fc.record({ kind: fc.constant('echo' as const), index: fc.nat(5) }),
  fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 20_000 }) }),
);

/** Failures that were found once, and are always tested. */
const examples: [Step[], (0 | 1)[]][] = [
  // The clock is set back between writing and sending.
  [
    [
      { kind: 'send', text: 'Yes' },
      { kind: 'pass', ms: 4_996 },
      { kind: 'wake' },
      { kind: 'fate', fate: 'answer lost' },
      { kind: 'clock', ms: -day },
      { kind: 'send', text: 'Yes' },
    ],
    [1, 0],
  ],
  // The clock is days ahead of the service's.
  [
    [
      { kind: 'clock', ms: day },
      { kind: 'clock', ms: day },
      { kind: 'fate', fate: 'answer lost' },
      { kind: 'send', text: 'Yes' },
      { kind: 'send', text: 'Yes' },
      { kind: 'pass', ms: 6_000 },
    ],
    [0],
  ],
];

const jitter = fc.array(fc.constantFrom<0 | 1>(0, 1), { minLength: 1, maxLength: 5 });

describe('with any losses, failures, crashes and echoes', () => {
  it('every reply reaches the customer exactly once, in order, and is stored exactly once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), jitter, async (steps, jitters) => {
        let looks = 0;
        const bench = testOutbox(
          testClock(noon, () => jitters[(looks += 1) % jitters.length] ?? 0),
        );
        const sent: string[] = [];
        for (const one of steps) {
          if (one.kind === 'send') {
            bench.send(one.text);
            sent.push(one.text);
          } else if (one.kind === 'fate') bench.fates.push(one.fate);
          else if (one.kind === 'blind') bench.blind.push(one.why);
          else if (one.kind === 'clock') bench.clock.set(bench.clock.now() + one.ms);
          else if (one.kind === 'kill') bench.restart();
          else if (one.kind === 'wake') bench.outbox().wake();
          else if (one.kind === 'echo') {
            if (one.index < bench.onService.length) bench.echo(one.index);
          } else await bench.pass(one.ms);
        }
        // Without obstacles each conversation settles, one reply after another.
        bench.fates.length = 0;
        bench.blind.length = 0;
        const open = () => bench.own().filter(({ sending }) => sending?.state !== 'sent').length;
        for (let n = open() * 10 + 20; n > 0 && open() > 0; n -= 1) await bench.pass(10_000);
        bench.onService.forEach((_record, index) => bench.echo(index));
        expect(bench.onService.map(({ text }) => text)).toEqual(sent);
        expect(bench.own().map(({ text, sending }) => [text, sending?.state])).toEqual(
          sent.map((text) => [text, 'sent']),
        );
      }),
      { numRuns: 40, examples },
    );
  }, 60_000);
});
