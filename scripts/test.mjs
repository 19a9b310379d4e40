/**
 * `npm test`: every check and every test, from a fresh clone. All stages run even if one fails; the last
 * line is `N passed, N failed`. `npm test -- unit e2e` runs the named stages, `npm test -- e2e
 * test/e2e/reviews.test.ts` one file of a stage, `npm run screens` the end-to-end tests with pictures of
 * every screen in every variant.
 */
import path from 'node:path';
import { findElectron } from './electron-runtime.mjs';
import { runWithPackages } from './node24.mjs';
import { CannotContinue, log } from './script.mjs';
import { onStopRequest } from './stop.mjs';
import { withTestPrograms } from './surroundings.mjs';
import { formatCounts, listFailures, countCheck, sum } from './test-counts.mjs';
import { createStages, chooseStages, createQueues } from './test-stages.mjs';
import { createTemporaryFolder } from './temporary-folder.mjs';

await runWithPackages(import.meta.url, log, async (args) => {
  const files = args.filter((name) => name.includes('/'));
  const names = args.filter((name) => !files.includes(name));
  const stages = chooseStages(createStages(), names);
  if (stages === null) {
    const known = createStages().map((stage) => stage.name);
    throw new CannotContinue(`the stages are: ${known.join(' ')}`);
  }
  const runtime = await findElectron({ log });
  return withTestPrograms(log, runtime, (programs) => {
    log(`tests run in ${runtime.reason}`);
    const folder = createTemporaryFolder('hearthline-test-');
    // Also after an interrupt: the folder may be in memory, where it would stay until a restart.
    process.once('exit', folder.remove);
    onStopRequest(() => process.exit(1));
    // TEMP is its name on Windows. With the cache, programs that many tests start are compiled once.
    const NODE_COMPILE_CACHE = path.join(folder.path, 'compiled');
    const folders = { TMPDIR: folder.path, TEMP: folder.path, NODE_COMPILE_CACHE };
    const env = { ...process.env, ...programs, ...folders };
    return runStages(stages, { env, files });
  });
});

async function runStages(stages, place) {
  const results = [];
  const failures = [];
  let built = true;
  const runQueue = async (queue) => {
    for (const stage of queue) {
      const began = performance.now();
      const result =
        stage.needsBuild && !built
          ? { counts: countCheck(1), output: 'cannot run: the build failed\n' }
          : await stage.run(place);
      printResult(stage, result, performance.now() - began);
      if (stage.name === 'build') built = result.counts.failed === 0;
      results.push(result.counts);
      failures.push(...listFailures(stage.name, result.counts));
    }
  };
  await Promise.all(createQueues(stages).map(runQueue));
  const total = sum(results);
  // Repeated here, because a person reads the end of the output first.
  for (const title of failures) console.log(`  failed: ${title}`);
  console.log(formatCounts(total));
  return total.failed === 0 ? 0 : 1;
}

function printResult({ name }, { counts, output }, milliseconds) {
  console.log(`${name}: ${formatCounts(counts)} (${(milliseconds / 1000).toFixed(1)} s)`);
  for (const title of counts.skipped) console.log(`  skipped: ${title}`);
  if (counts.failed > 0) console.log(output.trimEnd());
}
