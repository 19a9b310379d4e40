import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { childMemory } from '../../../main/shell/child-memory.ts';

const fork = vi.hoisted(() => vi.fn());
vi.mock('electron', () => ({ utilityProcess: { fork } }));

let folder = '';
let script = '';

/** The starter as it is in a runtime with this Node-API. */
const starterUnder = async (napi: string) => {
  vi.stubGlobal(
    'process',
    Object.create(process, { versions: { value: { ...process.versions, napi } } }),
  );
  vi.resetModules();
  return (await import('../../../main/shell/child.ts')).startChild;
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hearthline-child-'));
  script = join(folder, 'program.mjs');
  writeFileSync(script, 'process.send(process.execArgv); process.disconnect();');
  vi.stubEnv('HEARTHLINE_NODE', process.execPath);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

test('V8 is told to hold little', () => {
  expect(childMemory).toContain('--max-semi-space-size=4');
  expect(childMemory).toContain('--no-allocation-site-pretenuring');
});

test('A program under plain Node runs with what V8 is told about memory', async () => {
  const startChild = await starterUnder('9');
  const child = startChild(script, [], 'program');
  const told = new Promise((done) => child.onMessage(done));
  const ended = new Promise((done) => child.onExit(done));
  expect(await told).toEqual([...childMemory]);
  expect(await ended).toBe(0);
});

test('A program in a utility process is told the same by a switch', async () => {
  fork.mockReturnValue({ on: vi.fn(), once: vi.fn() });
  const startChild = await starterUnder('10');
  startChild(script, [], 'program');
  const [, , options] = fork.mock.calls[0] as [string, string[], { execArgv: string[] }];
  expect(options.execArgv).toEqual([`--js-flags=${childMemory.join(' ')}`]);
});
