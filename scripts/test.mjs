/**
 * `npm test`: every check and every test, from a fresh clone, without anything else running. All
 * stages run even if one fails; the last line is `N passed, N failed`. `npm test -- unit e2e` runs
 * only the stages named.
 */
import { fileURLToPath } from 'node:url';
import { installPackages, missingPackages } from './debian-packages.mjs';
import { findElectron } from './electron-runtime.mjs';
import { openKeychain } from './keychain.mjs';
import { continueUnderNode24, isNewEnough } from './node24.mjs';
import { CannotContinue, installedNode, runScript } from './script.mjs';
import { ensurePackages } from './setup.mjs';
import { countLine, ofCheck, sum } from './test-counts.mjs';
import { allStages, chosenStages } from './test-stages.mjs';
import { startXvfb } from './xvfb.mjs';

const log = (line) => console.log(`hearthline: ${line}`);
const names = process.argv.slice(2);
const isLinux = process.platform === 'linux';

await runScript(async () => {
  await ensurePackages({ log });
  if (!isNewEnough()) return continueUnderNode24(fileURLToPath(import.meta.url), names);
  const stages = chosenStages(allStages(), names);
  if (stages === null) {
    const known = allStages().map((stage) => stage.name);
    throw new CannotContinue(`the stages are: ${known.join(' ')}`);
  }
  const runtime = await findElectron({ log });
  if (isLinux) {
    const needs = { electron: runtime.path, needsXvfb: true, needsKeychain: true };
    await installPackages(await missingPackages(needs), { log });
  }
  log(`tests run in ${runtime.reason}`);
  const keychain = isLinux ? await openKeychain() : null;
  const screen = isLinux ? await startXvfb('1920x1200x24') : null;
  const told = { HEARTHLINE_ELECTRON: runtime.path, HEARTHLINE_NODE: installedNode() };
  try {
    const env = { ...process.env, ...keychain?.env, ...screen?.env, ...told };
    return await runStages(stages, { env });
  } finally {
    screen?.close();
    await keychain?.close();
  }
});

async function runStages(stages, place) {
  const results = [];
  let built = true;
  for (const stage of stages) {
    process.stdout.write(`${stage.name} … `);
    const began = performance.now();
    const result =
      stage.needsBuild && !built
        ? { counts: ofCheck(1), output: 'cannot run: the build failed\n' }
        : await stage.run(place);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(`${countLine(result.counts)} (${seconds} s)`);
    for (const title of result.counts.skipped) console.log(`  skipped: ${title}`);
    if (result.counts.failed > 0) console.log(result.output.trimEnd());
    if (stage.name === 'build') built = result.counts.failed === 0;
    results.push(result.counts);
  }
  const total = sum(results);
  console.log(countLine(total));
  return total.failed === 0 ? 0 : 1;
}
