/**
 * `npm run check`: quick checks before a commit. It checks types and words of everything, and lint, format and
 * unit tests of the files that differ from HEAD, or from the commit that is its argument. `npm test` is the full
 * proof.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runWithPackages } from './node24.mjs';
import {
  CannotContinue,
  resolveCommand,
  getInstalledNode,
  isProgram,
  log,
  root,
  run,
} from './script.mjs';
import { tools } from './test-stages.mjs';

/** More test files than this take longer than a person waits before a commit. */
const maxTestFiles = 40;

const git = async (...args) => {
  const { status, output } = await run('git', args);
  if (status !== 0) throw new CannotContinue(output.trim());
  return output.split('\0').filter((file) => file !== '');
};

/** @returns {Promise<string[]>} existing files that differ from a commit, and files that git does not know */
const listChangedFiles = async (commit) => [
  ...(await git('diff', '--name-only', '--diff-filter=d', '-z', commit)),
  ...(await git('ls-files', '--others', '--exclude-standard', '-z')),
];

/** Returns the unit tests that changed or import a changed file; `read` returns a file's text. */
export function findRelatedTests(changed, testFiles, read) {
  const isChanged = new Set(changed);
  const importsChanged = (file) =>
    [...read(file).matchAll(/(?:from|import\(|mock\()\s*'(\.[^']*)'/g)].some(([, specifier]) =>
      isChanged.has(path.posix.join(path.posix.dirname(file), specifier)),
    );
  return testFiles
    .filter((file) => /\.test\.tsx?$/.test(file))
    .filter((file) => isChanged.has(file) || importsChanged(file));
}

async function runUnitTests(changed) {
  const testFiles = await git('ls-files', '-co', '--exclude-standard', '-z', 'test/unit');
  const existing = testFiles.filter((file) => existsSync(path.join(root, file)));
  const related = findRelatedTests(changed, existing, (file) =>
    readFileSync(path.join(root, file), 'utf8'),
  );
  const isTooMany = related.length > maxTestFiles;
  if (isTooMany) {
    console.log(`unit: ${related.length} test files are affected; npm test -- unit runs them all`);
  }
  const files = isTooMany ? related.filter((file) => changed.includes(file)) : related;
  if (files.length === 0) return { status: 0, output: '' };
  const args = [resolveCommand('vitest'), 'run', '--project', 'unit', '--reporter=dot', ...files];
  return run(getInstalledNode(), args);
}

async function runChecks([commit = 'HEAD']) {
  const changed = await listChangedFiles(commit);
  const code = changed.filter((file) => /\.(?:[cm]?js|tsx?)$/.test(file));
  const nothing = { status: 0, output: '' };
  const checks = {
    words: () => tools.words(),
    format: () => (changed.length === 0 ? nothing : tools.format({ files: changed })),
    lint: () => (code.length === 0 ? nothing : tools.lint({ files: code })),
    types: () => tools.types(),
    unit: () => runUnitTests(changed),
  };
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const began = performance.now();
      const { status, output } = await check();
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      console.log(`${name}: ${status === 0 ? 'passed' : 'failed'} (${seconds} s)`);
      if (status !== 0) console.log(output.trimEnd());
      return status;
    }),
  );
  return results.every((status) => status === 0) ? 0 : 1;
}

if (isProgram(import.meta.url)) await runWithPackages(import.meta.url, log, runChecks);
