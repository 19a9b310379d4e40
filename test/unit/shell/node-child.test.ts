import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { childMemory } from '../../../main/shell/child.ts';
import { createNodeStarter } from '../../../main/shell/node-child.ts';

let folder = '';

const start = createNodeStarter({
  locateProgram: () => process.execPath,
  env: { PATH: process.env['PATH'], API_KEY: 'unrelated' },
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

test('a program under plain Node runs with the memory options for V8', async () => {
  const { child, ended } = startScript('process.send(process.execArgv); process.disconnect();');
  const options = new Promise((done) => child.onMessage(done));
  expect(await options).toEqual([...childMemory]);
  expect(await ended).toBe(0);
});

test('it receives only the needed environment variables and its secret', async () => {
  const { child, ended } = startScript(
    'process.send(Object.keys(process.env)); process.disconnect();',
    { SANDBOX_SECRET: 'x' },
  );
  const seen = await new Promise<unknown>((done) => child.onMessage(done));
  expect(seen).toEqual(expect.arrayContaining(['PATH', 'SANDBOX_SECRET']));
  expect(seen).not.toContain('API_KEY');
  await ended;
});

test('it does not block when nobody reads its output', async () => {
  const { ended } = startScript(`
    for (const stream of [process.stdout, process.stderr]) stream.write('x'.repeat(1_000_000));
    process.disconnect();
  `);
  expect(await ended).toBe(0);
});

test('a missing Node is reported as an exit', async () => {
  const child = createNodeStarter({ locateProgram: () => join(folder, 'node'), env: {} })(
    'a.js',
    [],
    'program',
  );
  expect(await new Promise((done) => child.onExit(done))).toBeNull();
});
