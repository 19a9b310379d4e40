import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startEngine } from './support/engine.ts';
import { temporaryFolder, testClock } from './support/store.ts';

it.each([
  ['an engine', 'wakes up', false],
  ['an engine', 'stays awake', false],
  ['an engine without the service', 'wakes up', true],
  ['an engine without the service', 'stays awake', true],
])('%s follows the computer to another time zone when it %s', async (_which, how, isAlone) => {
  const clock = testClock();
  const folder = temporaryFolder();
  const { ask, wake, stop } = startEngine(folder, clock, isAlone);
  const db = new Database(join(folder, 'leads.db'), { readonly: true });
  /** The hours by which the deadlines of all waiting leads were computed. */
  const readHours = () =>
    db.prepare("SELECT value FROM settings WHERE name = 'replyTimes.hours'").pluck().get();
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    wake();
    await stop();
    db.close();
  });
  const openingIn = async (timeZone: string): Promise<number> => {
    vi.stubEnv('TZ', timeZone);
    if (how === 'wakes up') wake();
    else clock.advance(10_000);
    const opening = await ask('hours.nextOpening', {});
    return (opening.ok && opening.value.at) || 0;
  };
  const inNewYork = await openingIn('America/New_York');
  expect(await openingIn('America/Los_Angeles')).toBe(inNewYork + 3 * 60 * 60_000);
  await vi.waitFor(() => expect(readHours()).toContain('America/Los_Angeles'));
});
