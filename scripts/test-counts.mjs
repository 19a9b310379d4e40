/** Counts tests by the runners' reports. A stage without tests and a failed runner count as failures. */

/**
 * @typedef {{ passed: number, failed: number, skipped: string[], failures: string[] }} Counts
 *   `skipped` and `failures` contain titles, as far as the runner reported any
 */

/** Counts a check, which contains no tests, as one. @returns {Counts} */
export function countCheck(status) {
  return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: [], failures: [] };
}

/** @param {any} report output of vitest's json reporter @returns {Counts} */
export function countVitest(status, report) {
  const files = report?.testResults ?? [];
  const tests = files.flatMap((file) => file.assertionResults);
  const of = (...states) => tests.filter((test) => states.includes(test.status));
  // A file that does not load, or whose setup failed: vitest reports its tests as skipped.
  const unloadable = files.filter(
    (file) =>
      file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  return countRunnerFailure(status, {
    passed: of('passed').length,
    failed: of('failed').length + unloadable.length,
    skipped: of('skipped', 'pending', 'todo', 'disabled').map((test) => test.fullName),
    failures: [
      ...of('failed').map((test) => test.fullName),
      ...unloadable.map((file) => file.name),
    ],
  });
}

/** @param {any} report output of Playwright's json reporter @returns {Counts} */
export function countPlaywright(status, report) {
  const tests = (report?.suites ?? []).flatMap((suite) => listTests(suite));
  const of = (state) => tests.filter((test) => test.status === state);
  const failed = [...of('unexpected'), ...of('flaky')];
  return countRunnerFailure(status, {
    passed: of('expected').length,
    failed: failed.length,
    skipped: of('skipped').map((test) => test.title),
    failures: failed.map((test) => test.title),
  });
}

function listTests(suite) {
  const own = (suite.specs ?? []).flatMap((spec) =>
    spec.tests.map(({ status }) => ({ status, title: spec.title })),
  );
  return [...own, ...(suite.suites ?? []).flatMap((inner) => listTests(inner))];
}

function countRunnerFailure(status, counts) {
  const nothingRan = counts.passed + counts.failed === 0;
  const runnerFailed = status !== 0 && counts.failed === 0;
  return nothingRan || runnerFailed ? { ...counts, failed: counts.failed + 1 } : counts;
}

/** @param {Omit<Counts, 'failures'>[]} all @returns {Omit<Counts, 'failures'>} */
export function sum(all) {
  return {
    passed: all.reduce((total, { passed }) => total + passed, 0),
    failed: all.reduce((total, { failed }) => total + failed, 0),
    skipped: all.flatMap(({ skipped }) => skipped),
  };
}

/** Lists the titles of a stage's failures; its name if its runner failed or they have none. */
export function listFailures(stage, { failed, failures }) {
  const unnamed = failed > failures.length ? [stage] : [];
  return [...unnamed, ...failures.map((title) => `${stage}: ${title}`)];
}

/** Formats the last line of `npm test`. @param {Omit<Counts, 'failures'>} counts */
export function formatCounts({ passed, failed, skipped }) {
  const line = `${passed} passed, ${failed} failed`;
  return skipped.length > 0 ? `${line}, ${skipped.length} skipped` : line;
}
