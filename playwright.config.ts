/**
 * End-to-end tests in a real Electron, each worker with a keychain, a screen and ports of its own; a
 * test that passes only when repeated has failed.
 */
import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';

/** Each look is many then, with a picture. */
const looksMore = process.env['HEARTHLINE_SCREENS'] !== undefined;

export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results/e2e',
  // A test waits for nearly half of its time, so there is one more than there are cores.
  workers: Math.min(4, availableParallelism() + 1),
  // A file whose tests share an app says so (support/fixtures.ts); the others wait for nobody.
  fullyParallel: true,
  retries: 0,
  // For a computer that something else keeps busy.
  timeout: looksMore ? 360_000 : 120_000,
  expect: { timeout: 15_000 },
  globalTimeout: 60 * 60_000,
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: { trace: 'retain-on-failure' },
});
