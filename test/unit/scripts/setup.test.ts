import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { build } from '../../../scripts/build.mjs';
import { withLock } from '../../../scripts/lock.mjs';
import { getInstalledNode, npm } from '../../../scripts/script.mjs';
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

/** A fake npm and Node that write the same files. */
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

it('setup installs packages and Node in a fresh clone, and nothing the second time', async () => {
  await setUp();
  await setUp();
  expect(ran).toEqual(['npm ci', 'npm rebuild node']);
});

it('setup runs no install script except that of Node', async () => {
  await setUp();
  expect(scripts).toEqual(['--ignore-scripts', '--ignore-scripts=false']);
});

it('setup installs again after package-lock.json changed', async () => {
  await setUp();
  write('package-lock.json', '{"changed":true}');
  await setUp();
  expect(ran).toHaveLength(4);
});

it('setup on Windows asks for npm ci when its own Node would be replaced', async () => {
  await setUp();
  write('package-lock.json', '{"changed":true}');
  const program = getInstalledNode(repo);
  await expect(setUp({ platform: 'win32', program })).rejects.toThrow('run npm ci');
  expect(ran).toHaveLength(2);
  await setUp({ platform: 'win32', program: '/elsewhere/node' });
  expect(ran.slice(2)).toEqual(['npm ci']);
});

it('setup on Linux replaces its own Node', async () => {
  await setUp();
  write('package-lock.json', '{"changed":true}');
  await setUp({ platform: 'linux', program: getInstalledNode(repo) });
  expect(ran).toHaveLength(4);
});

it('setup keeps packages that a person installed with npm', async () => {
  write('node_modules/.package-lock.json', '{}');
  write('node_modules/node/package.json', '{"version":"24.0.0"}');
  write('node_modules/.bin/node', '');
  await setUp();
  expect(ran).toEqual([]);
});

it('setup installs when the packages are older than package-lock.json', async () => {
  write('node_modules/.package-lock.json', '{}');
  utimesSync(path.join(repo, 'node_modules/.package-lock.json'), 1, 1);
  await setUp();
  expect(ran).toEqual(['npm ci', 'npm rebuild node']);
});

it('setup fails when Node does not run, and can be repeated', async () => {
  nodeVersion = 'v20.0.0';
  await expect(setUp()).rejects.toThrow('does not run');
  nodeVersion = 'v24.0.0';
  await setUp();
  expect(ran.filter((command) => command === 'npm rebuild node')).not.toHaveLength(0);
});

it('two simultaneous setups install once', async () => {
  await Promise.all([setUp(), setUp()]);
  expect(ran).toEqual(['npm ci', 'npm rebuild node']);
});

it.each([
  ['win32', true],
  ['linux', false],
])('npm runs through a shell on %s: %s', async (platform, throughShell) => {
  const commands: unknown[] = [];
  const runCommand = async (...all: readonly unknown[]) => {
    commands.push(all);
    return { status: 0, output: '' };
  };
  await npm(['ci'], { platform, runCommand });
  expect(commands).toEqual([['npm', ['ci'], { shell: throughShell }]]);
});

it('the lock of a dead process is taken over', async () => {
  const lock = path.join(repo, 'lock');
  const noSuchProcess = 2 ** 30;
  writeFileSync(lock, String(noSuchProcess));
  expect(await withLock(lock, async () => readFileSync(lock, 'utf8'))).toBe(String(process.pid));
});

it('the lock of a process that died before it wrote its number is taken over', async () => {
  const lock = path.join(repo, 'lock');
  writeFileSync(lock, '');
  utimesSync(lock, 1, 1);
  expect(await withLock(lock, async () => readFileSync(lock, 'utf8'))).toBe(String(process.pid));
});

it('the build runs only after a source changed or the last build failed', async () => {
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
