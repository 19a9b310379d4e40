import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fail } from '../../../../contract/errors.ts';
import { testOutbox, type Fate } from './bench.ts';

const offline = fail('offline', 'No network.');
const broken = fail('service_unavailable', 'No.', { status: 502 });

type Step =
  | { readonly kind: 'send'; readonly text: string }
  | { readonly kind: 'fate'; readonly fate: Fate }
  | { readonly kind: 'blind' }
  | { readonly kind: 'kill' }
  | { readonly kind: 'wake' }
  | { readonly kind: 'echo'; readonly index: number }
  | { readonly kind: 'pass'; readonly ms: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('send' as const), text: fc.constantFrom('Yes', 'No', 'Yes ') }),
  fc.record({
    kind: fc.constant('fate' as const),
    fate: fc.constantFrom<Fate>('taken', 'answer lost', 'lost', offline, broken),
  }),
  fc.record({ kind: fc.constant('blind' as const) }),
  fc.record({ kind: fc.constant('kill' as const) }),
  fc.record({ kind: fc.constant('wake' as const) }),
  fc.record({ kind: fc.constant('echo' as const), index: fc.nat(5) }),
  fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 20_000 }) }),
);

describe('whatever is lost, broken, killed and echoed, in any order', () => {
  it('every reply reaches the customer exactly once, in order, and stands here exactly once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const bench = testOutbox();
        const sent: string[] = [];
        for (const one of steps) {
          if (one.kind === 'send') {
            bench.send(one.text);
            sent.push(one.text);
          } else if (one.kind === 'fate') bench.fates.push(one.fate);
          else if (one.kind === 'blind') bench.blind.push(offline);
          else if (one.kind === 'kill') bench.restart();
          else if (one.kind === 'wake') bench.outbox().wake();
          else if (one.kind === 'echo') {
            if (one.index < bench.onService.length) bench.echo(one.index);
          } else await bench.pass(one.ms);
        }
        for (
          let n = 0;
          n < 150 && bench.own().some(({ sending }) => sending?.state !== 'sent');
          n += 1
        ) {
          await bench.pass(60_000);
        }
        bench.onService.forEach((_record, index) => bench.echo(index));
        expect(bench.onService.map(({ text }) => text)).toEqual(sent);
        expect(bench.own().map(({ text, sending }) => [text, sending?.state])).toEqual(
          sent.map((text) => [text, 'sent']),
        );
      }),
      { numRuns: 40 },
    );
  }, 60_000);
});
