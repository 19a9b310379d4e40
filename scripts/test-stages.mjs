/** The stages of `npm test`, and the queues in which they run. */
import { cpSync, existsSync, lstatSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, constants } from 'node:os';
import path from 'node:path';
import { build } from './build.mjs';
import { resolveCommand, getInstalledNode, root, run } from './script.mjs';
import { countCheck, countPlaywright, countVitest } from './test-counts.mjs';

/**
 * @typedef {{ env: NodeJS.ProcessEnv, files: string[] }} Place the environment with keychain, runtime and
 *   the TMPDIR of this run; the test files to run, all if it is empty
 * @typedef {{ counts: import('./test-counts.mjs').Counts, output: string }} Result
 * @typedef {object} Stage
 * @property {string} name
 * @property {true} [isCheck] only reads the sources, so it may run during any other stage
 * @property {true} [needsBuild]
 * @property {true} [onlyByName] runs only when it is named
 * @property {(place: Place) => Promise<Result>} run
 */

const folders = ['contract', 'hub', 'main', 'preload', 'renderer', 'sandbox', 'scenarios', 'test'];
const secretsScan = path.join(root, 'test', 'secrets-scan.mjs');
const wordsCheck = path.join(root, 'scripts', 'words.mjs');
const typesCache = path.join('node_modules', '.cache', 'types.tsbuildinfo');
/** Threads that check types. Each computes shared types itself: tsc takes 36 s of processor time with four, not 22. */
const checkers = String(Math.min(4, Math.ceil(availableParallelism() / 2)));

/** @typedef {(options?: { files?: string[], priority?: number }) => ReturnType<typeof run>} Tool */

/** @type {Record<'types' | 'lint' | 'format' | 'words', Tool>} `files` is empty for all */
export const tools = {
  // TypeScript 6 remains as the library of dependency-cruiser and of a test.
  types: createTool(
    'tsc',
    ['-p', '.', '--incremental', '--tsBuildInfoFile', typesCache, '--checkers', checkers],
    'typescript-7',
  ),
  lint: createTool('oxlint', [], 'oxlint', { GOMAXPROCS: checkers }),
  format: createTool('oxfmt', ['--check', '--no-error-on-unmatched-pattern']),
  words: ({ priority } = {}) => runNode([wordsCheck], process.env, priority),
};

/** @returns {Stage[]} */
export function createStages() {
  return [
    createStep('build', () => build({ log: () => {}, force: true })),
    createVitestStage('unit'),
    // Its tests wait for other programs half of the time, so there is one worker more than there are cores.
    createVitestStage('integration', [
      '--project=own-process',
      `--maxWorkers=${availableParallelism() + 1}`,
    ]),
    createEndToEndStage('e2e', {}),
    { ...createEndToEndStage('screens', { HEARTHLINE_SCREENS: 'all' }), onlyByName: true },
    createStep('secrets', () => runNode([secretsScan])),
    createCheck('words', tools.words),
    createCheck('format', tools.format),
    createCheck('types', tools.types),
    createCheck('lint', tools.lint),
    createCheck('imports', createTool('depcruise', folders, 'dependency-cruiser')),
    createCheck('dead-code', createTool('knip', ['--no-progress'])),
  ];
}

/** Chooses the stages that a command line names, with the build if needed; null for an unknown name. */
export function chooseStages(stages, names) {
  if (names.length === 0) return stages.filter((stage) => !stage.onlyByName);
  if (!names.every((name) => stages.some((stage) => stage.name === name))) return null;
  const needsBuild = stages.some((stage) => stage.needsBuild && names.includes(stage.name));
  const wanted = needsBuild ? ['build', ...names] : names;
  return stages.filter((stage) => wanted.includes(stage.name));
}

/** Splits the stages into two queues that run at the same time, each in order. */
export function createQueues(stages) {
  // Of each pair, one waits for much of its time: unit and integration tests, end-to-end tests and checks.
  const isApart = ({ name, isCheck }) => name === 'integration' || isCheck;
  return [stages.filter((stage) => !isApart(stage)), stages.filter(isApart)];
}

function createStep(name, work) {
  return {
    name,
    run: async () => {
      const { status, output } = await work();
      return { counts: countCheck(status), output };
    },
  };
}

const createCheck = (name, work) => ({
  ...createStep(name, () => work({ priority: constants.priority.PRIORITY_LOW })),
  isCheck: true,
});

function createVitestStage(project, more = []) {
  return {
    name: project,
    run: async ({ env, files }) => {
      const report = prepareReport(project);
      const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
      const args = [resolveCommand('vitest'), 'run', '--project', project, ...more];
      const { status, output } = await runTests([...args, ...reporters, ...files], env);
      return { counts: countVitest(status, readReport(report)), output };
    },
  };
}

function createEndToEndStage(name, more) {
  return {
    name,
    needsBuild: true,
    run: async ({ env, files }) => {
      const report = prepareReport('e2e');
      const data = path.join(env.TMPDIR, 'data');
      const testEnv = { ...env, ...more, HEARTHLINE_TEST_DATA: data };
      const args = [resolveCommand('playwright', '@playwright/test'), 'test', ...files];
      const { status, output } = await runTests(args, testEnv);
      keepData(data);
      return { counts: countPlaywright(status, readReport(report)), output };
    },
  };
}

/** Copies the tested apps' data to `test-results`, for the scan for secrets and for people. */
function keepData(data) {
  const kept = path.join(root, 'test-results', 'data');
  rmSync(kept, { recursive: true, force: true });
  const isCopied = (entry) => lstatSync(entry).isFile() || lstatSync(entry).isDirectory();
  if (existsSync(data)) cpSync(data, kept, { recursive: true, filter: isCopied });
}

/** @returns {Tool} */
function createTool(name, args, packageName = name, more = {}) {
  return ({ files = [], priority } = {}) =>
    runNode(
      [resolveCommand(name, packageName), ...args, ...files],
      { ...process.env, ...more },
      priority,
    );
}

function runNode(args, env = process.env, priority) {
  return run(getInstalledNode(), args, { env, priority });
}

function runTests(args, env) {
  return run(getInstalledNode(), args, { env, startsPrograms: true });
}

/** Deletes the report of an earlier run, which could be mistaken for the new one, and returns its path. */
function prepareReport(name) {
  const file = path.join(root, 'test-results', `${name}.json`);
  rmSync(file, { force: true });
  return file;
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}
