import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRounds, parts } from '../../../scripts/dev-rounds.mjs';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const quiet = 100;
const pass = (): Promise<unknown> => vi.advanceTimersByTimeAsync(quiet * 2);

/** An app in development after its first build; `done` lists later actions. */
const running = async (reload: () => Promise<void> = async () => {}) => {
  const done: string[] = [];
  const rounds = createRounds(
    {
      start: async () => void done.push('start'),
      reload: async () => {
        done.push('reload');
        await reload();
      },
      onFailure: ({ message }) => done.push(message),
    },
    quiet,
  );
  for (const part of parts) {
    expect(done).toEqual([]);
    rounds.succeeds(part);
    await pass();
  }
  expect(done.splice(0)).toEqual(['start']);
  const build = async (...changed: readonly string[]): Promise<void> => {
    for (const part of changed) rounds.begins(part);
    for (const part of changed) rounds.succeeds(part);
    await pass();
  };
  return { rounds, done, build };
};

it('a change of the renderer reloads the window', async () => {
  const { done, build } = await running();
  await build('renderer');
  expect(done).toEqual(['reload']);
});

it('any other change restarts the app, once for all parts that it rebuilds', async () => {
  const { done, build } = await running();
  await build('main');
  await build('preload');
  await build('main', 'preload', 'renderer');
  expect(done).toEqual(['start', 'start', 'start']);
});

it('nothing restarts during a build or after a failed one', async () => {
  const { rounds, done } = await running();
  rounds.begins('main');
  rounds.begins('renderer');
  rounds.succeeds('renderer');
  await pass();
  expect(done).toEqual([]);
  rounds.fails('main');
  await pass();
  expect(done).toEqual(['reload']);
  rounds.begins('main');
  rounds.fails('main');
  await pass();
  expect(done).toEqual(['reload']);
});

it('a build during a reload takes effect after it, even if the reload fails', async () => {
  let end = (): void => {};
  const { done, build } = await running(
    () => new Promise((_, fail) => (end = () => fail(new Error('no window')))),
  );
  await build('renderer');
  await build('main');
  expect(done).toEqual(['reload']);
  end();
  await pass();
  expect(done).toEqual(['reload', 'no window', 'start']);
});
