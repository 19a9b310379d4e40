import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';

/** Tests that run the sandbox in their own process. */
const sandboxTests = 'test/integration/sandbox/!(process).test.ts';

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
          include: ['test/unit/**/*.test.{ts,tsx}'],
          setupFiles: ['test/patience.ts', 'test/own-modules.ts'],
        },
      },
      {
        test: {
          ...patience,
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          exclude: [sandboxTests],
          globalSetup: ['test/integration/bundle.ts'],
          setupFiles: ['test/patience.ts'],
          pool: 'forks',
        },
      },
      {
        test: {
          ...patience,
          name: 'sandbox',
          isolate: false,
          include: [sandboxTests],
          setupFiles: ['test/patience.ts'],
          pool: 'forks',
        },
      },
    ],
  },
});
