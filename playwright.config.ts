/**
 * End-to-end tests in a real Electron, two at a time, each worker with a keychain and a screen of its
 * own; a test that passes only when repeated has failed.
 */
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results/e2e',
  workers: 2,
  // Each test has an app of its own, so neither worker waits for the other's file to end.
  fullyParallel: true,
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  globalTimeout: 40 * 60_000,
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: { trace: 'retain-on-failure' },
});
