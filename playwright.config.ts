/**
 * End-to-end tests in a real Electron. Each worker has its own keychain, screen and ports. A test that
 * passes only on a retry has failed. Traces are not recorded: they take a quarter of the processor time.
 */
import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';

/** With it, each test checks and photographs many variants of a screen. */
const takesScreens = process.env['HEARTHLINE_SCREENS'] !== undefined;

/** One worker runs each of these files, because its tests share apps. Started last, they would run alone. */
const startedFirst = ['**/team-leads.test.ts', '**/team.test.ts'];

export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results/e2e',
  // A test spends half of its time waiting, hence two more workers than cores.
  workers: Math.min(4, availableParallelism() + 2),
  // Files whose tests share an app opt out (support/fixtures.ts).
  fullyParallel: true,
  retries: 0,
  // Long enough for a busy computer.
  timeout: takesScreens ? 360_000 : 240_000,
  expect: { timeout: 30_000 },
  globalTimeout: 60 * 60_000,
  forbidOnly: true,
  projects: [
    { name: 'first', testMatch: startedFirst },
    { name: 'others', testIgnore: startedFirst },
  ],
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
});
