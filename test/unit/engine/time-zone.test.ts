import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startEngine } from './support/engine.ts';
import { temporaryFolder, testClock } from './support/store.ts';

/** Starts an engine. @returns it, and a connection to its database */
const start = (isAlone: boolean) => {
  const clock = testClock();
  const folder = temporaryFolder();
  const engine = startEngine(folder, clock, isAlone);
  const db = new Database(join(folder, 'leads.db'));
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    engine.wake();
    await engine.stop();
    db.close();
  });
  /** The hours by which the deadlines of all waiting leads were computed. */
  const readHours = () =>
    db.prepare("SELECT value FROM settings WHERE name = 'replyTimes.hours'").pluck().get();
  return { ...engine, clock, db, readHours };
};

it.each([
  ['an engine', 'wakes up', false],
  ['an engine', 'stays awake', false],
  ['an engine without the service', 'wakes up', true],
  ['an engine without the service', 'stays awake', true],
])('%s follows the computer to another time zone when it %s', async (_which, how, isAlone) => {
  const { ask, wake, clock, readHours } = start(isAlone);
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

it('an engine follows the computer also if another program locks the database then', async () => {
  const { clock, db, readHours } = start(false);
  vi.stubEnv('TZ', 'America/New_York');
  clock.advance(10_000);
  await vi.waitFor(() => expect(readHours()).toContain('America/New_York'));
  vi.stubEnv('TZ', 'America/Los_Angeles');
  db.exec('BEGIN IMMEDIATE');
  clock.advance(10_000);
  db.exec('ROLLBACK');
  await vi.waitFor(() => {
    clock.advance(10_000);
    expect(readHours()).toContain('America/Los_Angeles');
  });
});
