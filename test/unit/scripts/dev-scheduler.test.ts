import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDevScheduler, parts } from '../../../scripts/dev-scheduler.mjs';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const quiet = 100;
const waitQuietly = (): Promise<unknown> => vi.advanceTimersByTimeAsync(quiet * 2);

/** An app in development after its first build; `done` lists later actions. */
const startApp = async (reload: () => Promise<void> = async () => {}) => {
  const done: string[] = [];
  const scheduler = createDevScheduler(
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
    scheduler.onBuildSuccess(part);
    await waitQuietly();
  }
  expect(done.splice(0)).toEqual(['start']);
  const build = async (...changed: readonly string[]): Promise<void> => {
    for (const part of changed) scheduler.onBuildStart(part);
    for (const part of changed) scheduler.onBuildSuccess(part);
    await waitQuietly();
  };
  return { scheduler, done, build };
};

it('a change of the renderer reloads the window', async () => {
  const { done, build } = await startApp();
  await build('renderer');
  expect(done).toEqual(['reload']);
});

it('any other change restarts the app, once for all parts that it rebuilds', async () => {
  const { done, build } = await startApp();
  await build('main');
  await build('preload');
  await build('main', 'preload', 'renderer');
  expect(done).toEqual(['start', 'start', 'start']);
});

it('nothing restarts during a build or after a failed one', async () => {
  const { scheduler, done } = await startApp();
  scheduler.onBuildStart('main');
  scheduler.onBuildStart('renderer');
  scheduler.onBuildSuccess('renderer');
  await waitQuietly();
  expect(done).toEqual([]);
  scheduler.onBuildFailure('main');
  await waitQuietly();
  expect(done).toEqual(['reload']);
  scheduler.onBuildStart('main');
  scheduler.onBuildFailure('main');
  await waitQuietly();
  expect(done).toEqual(['reload']);
});

it('a build during a reload takes effect after it, even if the reload fails', async () => {
  let end = (): void => {};
  const { done, build } = await startApp(
    () => new Promise((_, fail) => (end = () => fail(new Error('no window')))),
  );
  await build('renderer');
  await build('main');
  expect(done).toEqual(['reload']);
  end();
  await waitQuietly();
  expect(done).toEqual(['reload', 'no window', 'start']);
});
