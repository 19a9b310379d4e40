/**
 * The stages of `npm test`, in their order: what each runs and how its result is counted.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build } from './build.mjs';
import { commandOf, installedNode, root, run } from './script.mjs';
import { ofCheck, ofPlaywright, ofVitest } from './test-counts.mjs';

/**
 * @typedef {{ env: NodeJS.ProcessEnv }} Place the environment with keychain, screen and runtime
 * @typedef {{ counts: import('./test-counts.mjs').Counts, output: string }} Result
 * @typedef {{ name: string, needsBuild?: true, run: (place: Place) => Promise<Result> }} Stage
 */

const ours = ['contract', 'main', 'preload', 'renderer', 'sandbox', 'test'];
const secretsScan = path.join(root, 'test', 'secrets-scan.mjs');

/** @returns {Stage[]} */
export function allStages() {
  return [
    check('format', () => tool('prettier', ['--check', '.', '--log-level=warn'])),
    check('lint', () => tool('eslint', ['.', '--max-warnings', '0'])),
    check('imports', () => tool('depcruise', ours, 'dependency-cruiser')),
    check('dead-code', () => tool('knip', ['--no-progress'])),
    check('types', () => tool('tsc', ['--project', 'tsconfig.json'], 'typescript')),
    check('build', () => build({ log: () => {}, force: true })),
    vitest('unit'),
    vitest('integration'),
    endToEnd,
    ...(existsSync(secretsScan) ? [check('secrets', () => nodeRun([secretsScan]))] : []),
  ];
}

/**
 * The stages that a command line names, with the build that some need; all without names.
 * @param {Stage[]} stages
 * @param {string[]} names
 * @returns {Stage[] | null} null when a name is unknown
 */
export function chosenStages(stages, names) {
  if (names.length === 0) return stages;
  if (!names.every((name) => stages.some((stage) => stage.name === name))) return null;
  const needsBuild = stages.some((stage) => stage.needsBuild && names.includes(stage.name));
  const wanted = needsBuild ? ['build', ...names] : names;
  return stages.filter((stage) => wanted.includes(stage.name));
}

function check(name, work) {
  return {
    name,
    run: async (place) => {
      const { status, output } = await work(place);
      return { counts: ofCheck(status), output };
    },
  };
}

function vitest(project) {
  return {
    name: project,
    run: async ({ env }) => {
      const report = freshReport(project);
      const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
      const args = [commandOf('vitest'), 'run', '--project', project, ...reporters];
      const { status, output } = await nodeRun(args, env);
      return { counts: ofVitest(status, readReport(report)), output };
    },
  };
}

const endToEnd = {
  name: 'e2e',
  needsBuild: true,
  run: async ({ env }) => {
    const report = freshReport('e2e');
    const args = [commandOf('playwright', '@playwright/test'), 'test'];
    const { status, output } = await nodeRun(args, env);
    return { counts: ofPlaywright(status, readReport(report)), output };
  },
};

const tool = (name, args, packageName = name) => nodeRun([commandOf(name, packageName), ...args]);
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
