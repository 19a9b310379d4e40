import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { childMemory } from '../../../main/shell/child.ts';
import { nodeStarter } from '../../../main/shell/node-child.ts';

let folder = '';

const start = nodeStarter({
  program: () => process.execPath,
  env: { PATH: process.env['PATH'], API_KEY: 'of somebody else' },
});
const startScript = (text: string, secrets?: Record<string, string>) => {
  const script = join(folder, 'program.mjs');
  writeFileSync(script, text);
  const child = start(script, [], 'program', secrets);
  const ended = new Promise((done) => child.onExit(done));
  return { child, ended };
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hearthline-child-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a program under plain Node runs with what V8 is told about memory', async () => {
  const { child, ended } = startScript('process.send(process.execArgv); process.disconnect();');
  const told = new Promise((done) => child.onMessage(done));
  expect(await told).toEqual([...childMemory]);
  expect(await ended).toBe(0);
});

test('it sees of the environment what it needs and its own secret, and nothing else', async () => {
  const { child, ended } = startScript(
    'process.send(Object.keys(process.env)); process.disconnect();',
    { SANDBOX_SECRET: 'x' },
  );
  const seen = await new Promise<unknown>((done) => child.onMessage(done));
  expect(seen).toEqual(expect.arrayContaining(['PATH', 'SANDBOX_SECRET']));
  expect(seen).not.toContain('API_KEY');
  await ended;
});

test('one that writes more than a pipe holds while nobody reads goes on', async () => {
  const { ended } = startScript(`
    for (const stream of [process.stdout, process.stderr]) stream.write('x'.repeat(1_000_000));
    process.disconnect();
  `);
  expect(await ended).toBe(0);
});

test('a Node that is not there is told as an end', async () => {
  const child = nodeStarter({ program: () => join(folder, 'node'), env: {} })(
    'a.js',
    [],
    'program',
  );
  expect(await new Promise((done) => child.onExit(done))).toBeNull();
});
