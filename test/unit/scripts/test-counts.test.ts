import { describe, expect, it } from 'vitest';
import {
  formatCounts,
  listFailures,
  countCheck,
  countPlaywright,
  countVitest,
  sum,
} from '../../../scripts/test-counts.mjs';

const nothing = { passed: 0, failed: 0, skipped: [] };

/** The parsed part of vitest's JSON report. */
const buildReport = (statuses: readonly string[], fileStatus = 'passed') => ({
  testResults: [
    {
      status: fileStatus,
      assertionResults: statuses.map((status, i) => ({ status, fullName: `test ${i}` })),
    },
  ],
});

describe('counting what npm test ran', () => {
  it('counts a check as one test', () => {
    expect(countCheck(0)).toEqual({ passed: 1, failed: 0, skipped: [], failures: [] });
    expect(countCheck(2)).toEqual({ passed: 0, failed: 1, skipped: [], failures: [] });
  });

  it('counts vitest’s tests and lists the skipped and failed ones', () => {
    const report = buildReport(['passed', 'failed', 'passed', 'pending', 'todo']);
    expect(countVitest(1, report)).toEqual({
      passed: 2,
      failed: 1,
      skipped: ['test 3', 'test 4'],
      failures: ['test 1'],
    });
  });

  it('counts a test file that does not load as a failure', () => {
    expect(countVitest(1, buildReport([], 'failed')).failed).toBe(1);
  });

  it('counts a test file with a failed setup as a failure, even next to another one', () => {
    const [setup] = buildReport(['pending', 'pending'], 'failed').testResults;
    const [other] = buildReport(['failed'], 'failed').testResults;
    expect(countVitest(1, { testResults: [setup, other] }).failed).toBe(2);
  });

  it('counts Playwright’s tests at any depth, and one that passed only on a retry as failed', () => {
    const spec = (title: string, status: string) => ({ title, tests: [{ status }] });
    const report = {
      suites: [
        {
          specs: [spec('a', 'expected'), spec('b', 'skipped')],
          suites: [{ specs: [spec('c', 'flaky'), spec('d', 'unexpected'), spec('e', 'expected')] }],
        },
      ],
    };
    expect(countPlaywright(1, report)).toEqual({
      passed: 2,
      failed: 2,
      skipped: ['b'],
      failures: ['d', 'c'],
    });
  });

  it('fails a stage in which no test ran', () => {
    expect(countVitest(0, { testResults: [] }).failed).toBe(1);
    expect(countVitest(0, buildReport(['pending'])).failed).toBe(1);
    expect(countPlaywright(0, null).failed).toBe(1);
  });

  it('fails a stage whose runner failed although its tests passed', () => {
    expect(countVitest(1, buildReport(['passed']))).toEqual({
      passed: 1,
      failed: 1,
      skipped: [],
      failures: [],
    });
  });

  it('lists failed tests by title, and a failed stage without tests by its name', () => {
    expect(listFailures('e2e', { failed: 1, failures: ['d'] })).toEqual(['e2e: d']);
    expect(listFailures('lint', { failed: 1, failures: [] })).toEqual(['lint']);
    expect(listFailures('unit', { failed: 0, failures: [] })).toEqual([]);
  });

  it('sums all stages, and mentions skipped tests only if there are any', () => {
    const all = [
      { passed: 3, failed: 0, skipped: [] },
      { passed: 1, failed: 2, skipped: ['a'] },
    ];
    expect(formatCounts(sum(all))).toBe('4 passed, 2 failed, 1 skipped');
    expect(formatCounts(sum([all[0] ?? nothing]))).toBe('3 passed, 0 failed');
  });
});
