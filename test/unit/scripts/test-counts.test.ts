import { describe, expect, it } from 'vitest';
import {
  countLine,
  failuresIn,
  ofCheck,
  ofPlaywright,
  ofVitest,
  sum,
} from '../../../scripts/test-counts.mjs';

const nothing = { passed: 0, failed: 0, skipped: [] };

/** The parsed part of vitest's JSON report. */
const vitestReport = (statuses: readonly string[], fileStatus = 'passed') => ({
  testResults: [
    {
      status: fileStatus,
      assertionResults: statuses.map((status, i) => ({ status, fullName: `test ${i}` })),
    },
  ],
});

describe('counting what npm test ran', () => {
  it('counts a check as one test', () => {
    expect(ofCheck(0)).toEqual({ passed: 1, failed: 0, skipped: [], failures: [] });
    expect(ofCheck(2)).toEqual({ passed: 0, failed: 1, skipped: [], failures: [] });
  });

  it('counts vitest’s tests and lists the skipped and failed ones', () => {
    const report = vitestReport(['passed', 'failed', 'passed', 'pending', 'todo']);
    expect(ofVitest(1, report)).toEqual({
      passed: 2,
      failed: 1,
      skipped: ['test 3', 'test 4'],
      failures: ['test 1'],
    });
  });

  it('counts a test file that does not load as a failure', () => {
    expect(ofVitest(1, vitestReport([], 'failed')).failed).toBe(1);
  });

  it('counts a test file with a failed setup as a failure, even next to another one', () => {
    const [setup] = vitestReport(['pending', 'pending'], 'failed').testResults;
    const [other] = vitestReport(['failed'], 'failed').testResults;
    expect(ofVitest(1, { testResults: [setup, other] }).failed).toBe(2);
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
    expect(ofPlaywright(1, report)).toEqual({
      passed: 2,
      failed: 2,
      skipped: ['b'],
      failures: ['d', 'c'],
    });
  });

  it('fails a stage in which no test ran', () => {
    expect(ofVitest(0, { testResults: [] }).failed).toBe(1);
    expect(ofVitest(0, vitestReport(['pending'])).failed).toBe(1);
    expect(ofPlaywright(0, null).failed).toBe(1);
  });

  it('fails a stage whose runner failed although its tests passed', () => {
    expect(ofVitest(1, vitestReport(['passed']))).toEqual({
      passed: 1,
      failed: 1,
      skipped: [],
      failures: [],
    });
  });

  it('lists failed tests by title, and a failed stage without tests by its name', () => {
    expect(failuresIn('e2e', { failed: 1, failures: ['d'] })).toEqual(['e2e: d']);
    expect(failuresIn('lint', { failed: 1, failures: [] })).toEqual(['lint']);
    expect(failuresIn('unit', { failed: 0, failures: [] })).toEqual([]);
  });

  it('sums all stages, and mentions skipped tests only if there are any', () => {
    const all = [
      { passed: 3, failed: 0, skipped: [] },
      { passed: 1, failed: 2, skipped: ['a'] },
    ];
    expect(countLine(sum(all))).toBe('4 passed, 2 failed, 1 skipped');
    expect(countLine(sum([all[0] ?? nothing]))).toBe('3 passed, 0 failed');
  });
});
