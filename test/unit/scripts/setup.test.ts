import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { build } from '../../../scripts/build.mjs';
import { withLock } from '../../../scripts/lock.mjs';
import { installedNode, npm } from '../../../scripts/script.mjs';
import { ensurePackages } from '../../../scripts/setup.mjs';

let repo: string;
let env: { XDG_CACHE_HOME: string; PATH: string };
let ran: string[];
/** The npm setting for install scripts of packages. */
let scripts: string[];
let nodeVersion: string;

const write = (name: string, text: string) => {
  mkdirSync(path.dirname(path.join(repo, name)), { recursive: true });
  writeFileSync(path.join(repo, name), text);
};

/** Stands for npm and the newer Node: writes what they would write. */
const runCommand = async (command: string, args: readonly string[]) => {
  if (args[0] === '-v') return { status: 0, output: `${nodeVersion}\n` };
  scripts.push(...args.filter((word) => word.startsWith('--ignore-scripts')));
  ran.push([path.basename(command), ...args.filter((word) => !word.startsWith('--'))].join(' '));
  if (args[0] === 'ci') rmSync(path.join(repo, 'node_modules'), { recursive: true, force: true });
  write('node_modules/node/package.json', '{"version":"24.0.0"}');
  if (args[0] === 'rebuild') write('node_modules/.bin/node', '');
  return { status: 0, output: '' };
};
const setUp = (machine = {}) =>
  ensurePackages({ log: () => {}, repo, env, runCommand, ...machine });

beforeEach(() => {
  repo = mkdtempSync(path.join(os.tmpdir(), 'clone-'));
  env = { XDG_CACHE_HOME: path.join(repo, 'cache'), PATH: '' };
  ran = [];
  scripts = [];
  nodeVersion = 'v24.0.0';
  write('package-lock.json', '{}');
});

it('installs a fresh clone’s packages and the newer Node, and the second time nothing', async () => {
  await setUp();
  await setUp();
  expect(ran).toEqual(['npm ci', 'npm rebuild node']);
});

it('lets no package run an install script, except the newer Node', async () => {
  await setUp();
  expect(scripts).toEqual(['--ignore-scripts', '--ignore-scripts=false']);
});

it('installs again after package-lock.json changed', async () => {
  await setUp();
  write('package-lock.json', '{"changed":true}');
  await setUp();
  expect(ran).toHaveLength(4);
});

it('says what to run on Windows, where the Node that runs cannot be removed', async () => {
  await setUp();
  write('package-lock.json', '{"changed":true}');
  const program = installedNode(repo);
  await expect(setUp({ platform: 'win32', program })).rejects.toThrow('run npm ci');
  expect(ran).toHaveLength(2);
  await setUp({ platform: 'win32', program: '/elsewhere/node' });
  expect(ran.slice(2)).toEqual(['npm ci']);
});

it('removes the Node that runs where it can', async () => {
  await setUp();
  write('package-lock.json', '{"changed":true}');
  await setUp({ platform: 'linux', program: installedNode(repo) });
  expect(ran).toHaveLength(4);
});

it('keeps what a person installed by hand with npm', async () => {
  write('node_modules/.package-lock.json', '{}');
  write('node_modules/node/package.json', '{"version":"24.0.0"}');
  write('node_modules/.bin/node', '');
  await setUp();
  expect(ran).toEqual([]);
});

it('installs when what lies there is older than package-lock.json', async () => {
  write('node_modules/.package-lock.json', '{}');
  utimesSync(path.join(repo, 'node_modules/.package-lock.json'), 1, 1);
  await setUp();
  expect(ran).toEqual(['npm ci', 'npm rebuild node']);
});

it('does not count as done when the newer Node does not run', async () => {
  nodeVersion = 'v20.0.0';
  await expect(setUp()).rejects.toThrow('does not run');
  nodeVersion = 'v24.0.0';
  await setUp();
  expect(ran.filter((command) => command === 'npm rebuild node')).not.toHaveLength(0);
});

it('installs once when two set-ups are started together', async () => {
  await Promise.all([setUp(), setUp()]);
  expect(ran).toEqual(['npm ci', 'npm rebuild node']);
});

it.each([
  ['win32', true],
  ['linux', false],
])('runs npm through a shell on %s: %s', async (platform, throughShell) => {
  const commands: unknown[] = [];
  const runCommand = async (...all: readonly unknown[]) => {
    commands.push(all);
    return { status: 0, output: '' };
  };
  await npm(['ci'], { platform, runCommand });
  expect(commands).toEqual([['npm', ['ci'], { shell: throughShell }]]);
});

it('takes over the lock of a process that died', async () => {
  const lock = path.join(repo, 'lock');
  const noSuchProcess = 2 ** 30;
  writeFileSync(lock, String(noSuchProcess));
  expect(await withLock(lock, async () => readFileSync(lock, 'utf8'))).toBe(String(process.pid));
});

it('builds only when a source changed, and again when the last build failed', async () => {
  write('main/index.ts', 'one');
  write('node_modules/electron-vite/package.json', '{"bin":"cli.js"}');
  mkdirSync(path.join(repo, 'out'));
  let builds = 0;
  let status = 0;
  const builder = async () => ({ status, output: String((builds += 1)) });
  const buildNow = () => build({ log: () => {}, repo, env, runCommand: builder });

  await buildNow();
  await buildNow();
  expect(builds).toBe(1);
  write('main/index.ts', 'two');
  status = 1;
  await buildNow();
  status = 0;
  await buildNow();
  await buildNow();
  expect(builds).toBe(3);
});
