import { expect, it, onTestFinished, vi } from 'vitest';
import { startEngine } from './support/engine.ts';
import { temporaryFolder, testClock } from './support/store.ts';

it.each([
  ['an engine', false],
  ['an engine without the service', true],
])('%s follows the computer to another time zone when it wakes up', async (_which, isAlone) => {
  const { ask, wake, stop } = startEngine(temporaryFolder(), testClock(), isAlone);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    wake();
    await stop();
  });
  const openingIn = async (timeZone: string): Promise<number> => {
    vi.stubEnv('TZ', timeZone);
    wake();
    const opening = await ask('hours.nextOpening', {});
    return (opening.ok && opening.value.at) || 0;
  };
  const inNewYork = await openingIn('America/New_York');
  expect(await openingIn('America/Los_Angeles')).toBe(inNewYork + 3 * 60 * 60_000);
});
