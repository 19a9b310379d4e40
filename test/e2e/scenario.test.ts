/** `npm run scenario -- FILE --app`: a demonstration in a separate Hearthline that leaves no data. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openEntry } from '../../main/vault/keychain-key.ts';
import { isAlive, listDescendants } from '../processes.ts';
import { expect, test } from './support/fixtures.ts';
import { repo } from './support/hearthline.ts';

test('a scenario starts a separate Hearthline and waits until it connects; Ctrl+C ends both and removes data and key', async () => {
  // Chromium puts a socket there, whose path must be short.
  const temporary = mkdtempSync(join(tmpdir(), 's-'));
  const script = join(repo, 'scripts/scenario.mjs');
  const child = spawn(process.execPath, [script, 'scenarios/burst-pipe.json', '--app'], {
    cwd: repo,
    env: { ...process.env, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  await expect.poll(() => lines).toContain('hearthline: connect with it: the scenario starts then');
  const [folder = ''] = readdirSync(temporary).filter((name) =>
    name.startsWith('hearthline-scenario-'),
  );
  const data = join(temporary, folder, 'data');
  expect(lines).toContain(
    `hearthline: Hearthline stores its data in ${data}, which is deleted at the end`,
  );
  await expect.poll(() => existsSync(join(data, 'leads.db'))).toBe(true);
  const readKey = () => openEntry('Hearthline', data).getPassword();
  await expect.poll(readKey).toHaveLength(44);
  const pids = listDescendants(child.pid ?? 0).map(({ pid }) => pid);
  expect(pids.length).toBeGreaterThan(3);

  child.kill('SIGINT');
  expect(await ended).toEqual([0, null]);
  await expect.poll(() => pids.filter(isAlive)).toEqual([]);
  expect(existsSync(join(temporary, folder))).toBe(false);
  expect(await readKey()).toBeNull();
  expect(lines.filter((line) => line.includes('new lead'))).toEqual([]);
});
