/**
 * The stages of `npm test`, in their order: what each runs and how its result is counted. Tests run one
 * stage after another; what only reads the sources runs beside them, the longest first, in the time that
 * the tests leave over: an end-to-end test waits for nearly half of its time.
 */
import { cpSync, existsSync, lstatSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, constants } from 'node:os';
import path from 'node:path';
import { build } from './build.mjs';
import { commandOf, installedNode, root, run } from './script.mjs';
import { ofCheck, ofPlaywright, ofVitest } from './test-counts.mjs';

/**
 * @typedef {{ env: NodeJS.ProcessEnv, files: string[] }} Place the environment with keychain, runtime and a
 *   TMPDIR of this run's own; the test files to run, all when there are none
 * @typedef {{ counts: import('./test-counts.mjs').Counts, output: string }} Result
 * @typedef {object} Stage
 * @property {string} name
 * @property {true} [besideTests] only reads the sources, so it may run beside any other stage
 * @property {true} [needsBuild]
 * @property {true} [onlyByName] runs when it is named and not otherwise
 * @property {(place: Place) => Promise<Result>} run
 */

const ours = ['contract', 'main', 'preload', 'renderer', 'sandbox', 'scenarios', 'test'];
const secretsScan = path.join(root, 'test', 'secrets-scan.mjs');

/** @returns {Stage[]} */
export function allStages() {
  return [
    check('lint', () => tool('eslint', ['.', '--max-warnings', '0'])),
    check('types', () => tool('tsc', ['--project', 'tsconfig.json'], 'typescript')),
    check('format', () => tool('prettier', ['--check', '.', '--log-level=warn'])),
    check('imports', () => tool('depcruise', ours, 'dependency-cruiser')),
    check('dead-code', () => tool('knip', ['--no-progress'])),
    step('build', () => build({ log: () => {}, force: true })),
    vitest('unit'),
    // Half of its time it waits for other programs: one worker more than there are cores.
    vitest('integration', [`--maxWorkers=${availableParallelism() + 1}`]),
    endToEnd('e2e', {}),
    { ...endToEnd('screens', { HEARTHLINE_SCREENS: 'all' }), onlyByName: true },
    step('secrets', () => nodeRun([secretsScan])),
  ];
}

/**
 * The stages that a command line names, with the build that some need; without names all that need
 * not be named.
 * @param {Stage[]} stages
 * @param {string[]} names
 * @returns {Stage[] | null} null when a name is unknown
 */
export function chosenStages(stages, names) {
  if (names.length === 0) return stages.filter((stage) => !stage.onlyByName);
  if (!names.every((name) => stages.some((stage) => stage.name === name))) return null;
  const needsBuild = stages.some((stage) => stage.needsBuild && names.includes(stage.name));
  const wanted = needsBuild ? ['build', ...names] : names;
  return stages.filter((stage) => wanted.includes(stage.name));
}

/**
 * The stages in the two rows in which they run, one beside the other.
 * @template {{ besideTests?: true }} S
 * @param {readonly S[]} stages
 * @returns {{ checks: S[], tests: S[] }} `tests` run one after another, in their order
 */
export function rowsOf(stages) {
  return {
    checks: stages.filter((stage) => stage.besideTests),
    tests: stages.filter((stage) => !stage.besideTests),
  };
}

function step(name, work) {
  return {
    name,
    run: async () => {
      const { status, output } = await work();
      return { counts: ofCheck(status), output };
    },
  };
}

const check = (name, work) => ({ ...step(name, work), besideTests: true });

function vitest(project, more = []) {
  return {
    name: project,
    run: async ({ env, files }) => {
      const report = freshReport(project);
      const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
      const args = [
        commandOf('vitest'),
        'run',
        '--project',
        project,
        ...more,
        ...reporters,
        ...files,
      ];
      const { status, output } = await nodeRun(args, env);
      return { counts: ofVitest(status, readReport(report)), output };
    },
  };
}

function endToEnd(name, more) {
  return {
    name,
    needsBuild: true,
    run: async ({ env, files }) => {
      const report = freshReport('e2e');
      const data = path.join(env.TMPDIR, 'data');
      const told = { ...env, ...more, HEARTHLINE_TEST_DATA: data };
      const args = [commandOf('playwright', '@playwright/test'), 'test', ...files];
      const { status, output } = await nodeRun(args, told);
      keep(data);
      return { counts: ofPlaywright(status, readReport(report)), output };
    },
  };
}

/** What the apps of the tests wrote is put where the scan for secrets, and people, look for it. */
function keep(data) {
  const kept = path.join(root, 'test-results', 'data');
  rmSync(kept, { recursive: true, force: true });
  const holdsBytes = (entry) => lstatSync(entry).isFile() || lstatSync(entry).isDirectory();
  if (existsSync(data)) cpSync(data, kept, { recursive: true, filter: holdsBytes });
}

/** Runs a tool over the sources: what it takes of the processor is what nobody else wants. */
const tool = (name, args, packageName = name) =>
  run(installedNode(), [commandOf(name, packageName), ...args], {
    priority: constants.priority.PRIORITY_LOW,
  });
const nodeRun = (args, env = process.env) => run(installedNode(), args, { env });

/** Where a runner writes its report; an older run's is gone, so it cannot be taken for this one's. */
function freshReport(name) {
  const file = path.join(root, 'test-results', `${name}.json`);
  rmSync(file, { force: true });
  return file;
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}
