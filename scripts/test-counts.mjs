/**
 * Turns what the test runners write into one kind of result, and results into the last line of
 * `npm test`. A stage that ran nothing, or a runner that failed beside its tests, counts as a failure.
 */

/**
 * @typedef {{ passed: number, failed: number, skipped: string[] }} Counts
 *   `skipped` holds the titles
 */

/** A check has no tests inside: it counts as one. @returns {Counts} */
export function ofCheck(status) {
  return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: [] };
}

/** @param {any} report what vitest's json reporter writes @returns {Counts} */
export function ofVitest(status, report) {
  const files = report?.testResults ?? [];
  const tests = files.flatMap((file) => file.assertionResults);
  const of = (...states) => tests.filter((test) => states.includes(test.status));
  const unloadable = files.filter(
    (file) => file.status === 'failed' && !file.assertionResults.length,
  );
  return complete(status, {
    passed: of('passed').length,
    failed: of('failed').length + unloadable.length,
    skipped: of('skipped', 'pending', 'todo', 'disabled').map((test) => test.fullName),
  });
}

/** @param {any} report what Playwright's json reporter writes @returns {Counts} */
export function ofPlaywright(status, report) {
  const tests = (report?.suites ?? []).flatMap((suite) => testsIn(suite));
  const of = (state) => tests.filter((test) => test.status === state);
  return complete(status, {
    passed: of('expected').length,
    failed: of('unexpected').length + of('flaky').length,
    skipped: of('skipped').map((test) => test.title),
  });
}

function testsIn(suite) {
  const own = (suite.specs ?? []).flatMap((spec) =>
    spec.tests.map(({ status }) => ({ status, title: spec.title })),
  );
  return [...own, ...(suite.suites ?? []).flatMap((inner) => testsIn(inner))];
}

function complete(status, counts) {
  const nothingRan = counts.passed + counts.failed === 0;
  const failedOtherwise = status !== 0 && counts.failed === 0;
  return nothingRan || failedOtherwise ? { ...counts, failed: counts.failed + 1 } : counts;
}

/** @param {Counts[]} all @returns {Counts} */
export function sum(all) {
  return {
    passed: all.reduce((total, { passed }) => total + passed, 0),
    failed: all.reduce((total, { failed }) => total + failed, 0),
    skipped: all.flatMap(({ skipped }) => skipped),
  };
}

/** The last line of `npm test`. @param {Counts} counts */
export function countLine({ passed, failed, skipped }) {
  const line = `${passed} passed, ${failed} failed`;
  return skipped.length > 0 ? `${line}, ${skipped.length} skipped` : line;
}
