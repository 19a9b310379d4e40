/** A page that crashes repeatedly is reloaded after longer delays; then the person decides. */
import { expect, it } from 'vitest';
import { createCrashHandler, type Reload } from '../../../main/shell/page-crash.ts';
import { createHandClock } from '../connect/support/hand-clock.ts';

const minute = 60_000;

const bench = () => {
  const clock = createHandClock();
  const notes: unknown[] = [];
  const loads: string[] = [];
  const answers: ((choice: Reload | 'quit' | Promise<never>) => void)[] = [];
  const handleCrash = createCrashHandler({
    ask: () => new Promise((choose) => answers.push(choose)),
    logCrash: ({ reason, exitCode }, inRow, waitMs) =>
      notes.push([reason, exitCode, inRow, waitMs]),
    clock,
  });
  const crash = (reason = 'crashed'): void =>
    handleCrash({ reason, exitCode: 5 }, (how) => loads.push(how));
  /** Crashes at each load until the person is asked. */
  const crashUntilAsked = async (): Promise<void> => {
    while (answers.length === 0) {
      crash();
      await clock.advance(10_000);
    }
  };
  /** Answers the open question. */
  const choose = async (choice: Reload | 'quit' | Promise<never>): Promise<void> => {
    answers.pop()!(choice);
    await clock.advance(0);
  };
  return { clock, notes, loads, answers, crash, crashUntilAsked, choose };
};

it('a page is reloaded after a longer delay for each crash in a row, and each crash is logged', async () => {
  const { clock, notes, loads, crash } = bench();
  for (const [waitMs, loaded] of [
    [500, 1],
    [1_000, 2],
    [2_000, 3],
  ] as const) {
    crash('oom');
    await clock.advance(waitMs - 1);
    expect(loads).toHaveLength(loaded - 1);
    await clock.advance(1);
    expect(loads).toHaveLength(loaded);
  }
  expect(loads).toEqual(['again', 'again', 'again']);
  expect(notes).toEqual([
    ['oom', 5, 1, 500],
    ['oom', 5, 2, 1_000],
    ['oom', 5, 3, 2_000],
  ]);
});

it('the fourth crash in a row asks the person and reloads only after the answer', async () => {
  const { clock, notes, loads, answers, crashUntilAsked, choose } = bench();
  await crashUntilAsked();
  await clock.advance(10 * minute);
  expect([loads.length, answers.length]).toEqual([3, 1]);
  expect(notes.at(-1)).toEqual(['crashed', 5, 4, null]);
  await choose('plain');
  expect(loads.at(-1)).toBe('plain');
});

it('a crash right after the answer asks again at once', async () => {
  const { clock, loads, answers, crash, crashUntilAsked, choose } = bench();
  await crashUntilAsked();
  await clock.advance(10 * minute);
  await choose('again');
  crash();
  expect([loads.length, answers.length]).toEqual([4, 1]);
});

it('the count of crashes restarts after a minute without one', async () => {
  const { clock, notes, answers, crash, crashUntilAsked, choose } = bench();
  await crashUntilAsked();
  await choose('again');
  await clock.advance(minute);
  crash();
  expect([notes.at(-1), answers.length]).toEqual([['crashed', 5, 1, 500], 0]);
});

it('a page is not reloaded when the person quits', async () => {
  const { loads, crashUntilAsked, choose } = bench();
  await crashUntilAsked();
  await choose('quit');
  expect(loads).toHaveLength(3);
});

it('a page is reloaded after a delay if the person cannot be asked', async () => {
  const { clock, loads, crashUntilAsked, choose } = bench();
  await crashUntilAsked();
  await choose(Promise.reject(new Error('no display')));
  expect(loads).toHaveLength(3);
  await clock.advance(10_000);
  expect(loads).toEqual(['again', 'again', 'again', 'again']);
});
