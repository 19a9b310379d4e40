import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';

/** Its tests change the timer of all requests of a process. */
const needsOwnProcess = 'test/integration/engine/silence.test.ts';

/** Timeouts for a busy computer; a longer test counts as hanging. */
const patience = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 30_000 } },
};

export default defineConfig({
  test: {
    maxWorkers: availableParallelism(),
    maxConcurrency: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...patience,
          name: 'unit',
          isolate: false,
          // The young generation's usual size is collected so often that it takes a tenth of the time.
          execArgv: ['--max-semi-space-size=64'],
          include: ['test/unit/**/*.test.{ts,tsx}'],
          setupFiles: ['test/patience.ts', 'test/own-modules.ts'],
        },
      },
      {
        test: {
          ...patience,
          name: 'integration',
          isolate: false,
          include: ['test/integration/**/*.test.ts'],
          exclude: [needsOwnProcess],
          globalSetup: ['test/integration/bundle.ts'],
          setupFiles: ['test/patience.ts'],
          pool: 'forks',
        },
      },
      {
        test: {
          ...patience,
          name: 'own-process',
          include: [needsOwnProcess],
          setupFiles: ['test/patience.ts'],
          pool: 'forks',
        },
      },
    ],
  },
});
