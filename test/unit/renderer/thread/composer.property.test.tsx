// @vitest-environment happy-dom
/**
 * The composer with an engine that is slow, refuses, exits between a commit and its answer, and answers out of
 * order or never, while a person types, sends, presses twice, holds keys, changes leads and undoes, and the clock
 * changes.
 */
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStores } from '../../../../renderer/app/stores.ts';
import { Thread } from '../../../../renderer/thread/thread.tsx';
import { TypeAhead } from '../../../../renderer/thread/type-ahead.tsx';
import { press } from '../support/keyboard.ts';
import { id, noon } from '../support/samples.ts';
import { modelEngine, names } from '../support/slow-engine.ts';
import { startListening, showIn } from '../support/window.tsx';

const day = 86_400_000;

const ways = {
  next: { ctrlKey: true },
  stay: { ctrlKey: true, shiftKey: true },
  archive: { altKey: true },
} as const;

type Step =
  | { readonly kind: 'type' | 'undo' | 'reply' | 'blur' | 'click' }
  | { readonly kind: 'carry' | 'bring' | 'bringLast' | 'forget' | 'die' }
  | {
      readonly kind: 'send';
      readonly way: keyof typeof ways;
      readonly times: 1 | 2 | 3;
      /** All at once, each after the window settled, or with the keys held. */
      readonly how: 'at once' | 'again' | 'held';
    }
  | { readonly kind: 'open'; readonly lead: (typeof names)[number] }
  | { readonly kind: 'refuse'; readonly now: boolean }
  | { readonly kind: 'pass' | 'clock'; readonly ms: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('type' as const) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('send' as const),
      way: fc.constantFrom(...(Object.keys(ways) as (keyof typeof ways)[])),
      times: fc.constantFrom<1 | 2 | 3>(1, 2, 3),
      how: fc.constantFrom('at once', 'again', 'held'),
    }),
  },
  {
    weight: 9,
    arbitrary: fc.record({
      kind: fc.constantFrom('carry', 'carry', 'bring', 'bring', 'die', 'undo', 'reply', 'blur'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('bringLast', 'forget', 'click') }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('open' as const), lead: fc.constantFrom(...names) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('refuse' as const), now: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('pass' as const),
      ms: fc.constantFrom(1, 399, 400, 2_000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('clock' as const),
      ms: fc.constantFrom(-day, -1_000, 1_000, day),
    }),
  },
);

/** Always tested: two leads have drafts, and the keys are pressed again after sending the first. */
const examples = (['at once', 'again', 'held'] as const).map((how): [Step[]] => {
  const settle: Step[] = ['carry', 'carry', 'bring', 'bring'].map((kind) => ({ kind }) as Step);
  const write = (lead: (typeof names)[number]): Step[] => [
    { kind: 'open', lead },
    ...settle,
    { kind: 'reply' },
    { kind: 'type' },
  ];
  return [
    [...write('l2'), ...write('l1'), ...settle, { kind: 'send', way: 'next', times: 3, how }],
  ];
});

const openWindow = async () => {
  const engine = modelEngine();
  const stores = createStores(engine.bridge, Date.now);
  const end = startListening(stores);
  stores.session.getState().go('inbox');
  await stores.leads.getState().refetch();
  const { unmount } = showIn(
    stores,
    <>
      <Thread width="full" />
      <TypeAhead />
    </>,
  );
  act(() => stores.leads.getState().select(id('l1')));
  const close = (): void => {
    unmount();
    end();
  };
  return { engine, stores, close };
};

type Open = Awaited<ReturnType<typeof openWindow>>;

/** The lead that receives typed text now; null when a key is a command or nothing. */
const writesTo = ({ stores }: Open): string | null => {
  const place = document.activeElement;
  if (!(place instanceof HTMLTextAreaElement)) return null;
  if (place.dataset['standIn'] !== undefined) return stores.replyFocus.getState().requested;
  return (
    /^Reply to (\w+)$/.exec(place.ariaLabel ?? place.getAttribute('aria-label') ?? '')?.[1] ?? null
  );
};

/** The lead of each call of messages.send. */
const asked = ({ bridge }: Open['engine']): readonly unknown[] =>
  bridge.inputsOf('messages.send').map((input) => (input as { leadID: unknown }).leadID);

/** Lets the engine finish all calls. */
const settled = (engine: Open['engine']): Promise<void> =>
  act(async () => {
    while (engine.carry() || engine.bring()) await vi.advanceTimersByTimeAsync(0);
  });

const take = async (open: Open, one: Step, typed: Map<string, string>): Promise<void> => {
  const { engine, stores } = open;
  switch (one.kind) {
    case 'type': {
      const to = writesTo(open);
      const place = document.activeElement;
      if (to === null || !(place instanceof HTMLTextAreaElement)) return;
      const word = `w${typed.size}`;
      typed.set(word, to);
      fireEvent.keyDown(place, { key: 'w' });
      fireEvent.change(place, { target: { value: `${place.value} ${word}` } });
      return;
    }
    case 'send': {
      const before = asked(engine).length;
      for (let time = 0; time < one.times; time += 1) {
        press('Enter', { ...ways[one.way], repeat: one.how === 'held' && time > 0 });
        if (one.how !== 'at once') await settled(engine);
      }
      // The draft of the next lead must not be sent unseen.
      expect(new Set(asked(engine).slice(before)).size).toBeLessThanOrEqual(1);
      return;
    }
    case 'click': {
      const [button] = screen.queryAllByRole('button', { name: /^Send(?! later)/ });
      for (const detail of [1, 2]) if (button !== undefined) fireEvent.click(button, { detail });
      return;
    }
    case 'open':
      act(() => stores.leads.getState().select(id(one.lead)));
      return;
    case 'reply': {
      const { selected } = stores.leads.getState();
      if (selected !== null) act(() => stores.replyFocus.getState().request(selected));
      return;
    }
    case 'blur':
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      return;
    case 'undo':
      act(() => void stores.undoStack.undoLast());
      return;
    case 'refuse':
      engine.refuse(one.now);
      return;
    case 'clock':
      vi.setSystemTime(Date.now() + one.ms);
      return;
    case 'pass':
      await act(() => vi.advanceTimersByTimeAsync(one.ms));
      return;
    default:
      act(() => void engine[one.kind]());
  }
};

/** Finishes all calls with a working engine. */
const rest = async ({ engine, stores }: Open): Promise<void> => {
  engine.refuse(false);
  await act(async () => {
    stores.replyFocus.getState().end();
    // Unanswered calls fail when the engine exits.
    engine.die();
    for (let n = 0; n < 12; n += 1) {
      while (engine.carry() || engine.bring()) await vi.advanceTimersByTimeAsync(0);
      await vi.advanceTimersByTimeAsync(500);
    }
  });
};

const splitWords = (texts: readonly string[]): readonly string[] =>
  texts.flatMap((text) => text.split(/\s+/).filter((word) => word !== '')).toSorted();

describe('with any input while the engine is slow, refuses or exits', () => {
  beforeEach(
    () => void vi.useFakeTimers({ now: noon, toFake: ['setTimeout', 'clearTimeout', 'Date'] }),
  );
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  it('each word is sent once to its lead or is in its draft, never both', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
        const open = await openWindow();
        try {
          const typed = new Map<string, string>();
          for (const one of [
            { kind: 'carry' },
            { kind: 'bring' },
            { kind: 'reply' },
            ...steps,
          ] as Step[]) {
            await take(open, one, typed);
            await act(() => vi.advanceTimersByTimeAsync(0));
          }
          await rest(open);
          const { texts } = open.stores.drafts.getState();
          for (const leadID of names) {
            const sent = open.engine.sent.filter((each) => each.leadID === leadID && !each.isBack);
            const draft = open.engine.drafts.get(leadID)?.text ?? '';
            const own = [...typed].filter(([, to]) => to === leadID).map(([word]) => word);
            expect(splitWords([...sent.map(({ text }) => text), draft])).toEqual(own.toSorted());
            expect(texts[id(leadID)] ?? draft).toBe(draft);
          }
        } finally {
          open.close();
        }
      }),
      // A busy computer may do fewer runs, so that a failure is reported before the timeout.
      { numRuns: 30, examples, interruptAfterTimeLimit: 60_000 },
    );
  }, 120_000);
});
