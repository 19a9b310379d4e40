/** `npm start` for a newcomer: no account, no display, an inbox with customers. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from './support/fixtures.ts';
import { isAlive, listDescendants } from '../processes.ts';
import { Hearthline, kill, repo } from './support/hearthline.ts';
import { invoke } from './support/invoke.ts';

type Ready = {
  readonly args?: readonly string[];
  readonly isReady?: (lines: readonly string[]) => boolean;
};

/** Runs `npm start` until it is ready. */
const startByNpm = async (
  dataFolder: string,
  env: NodeJS.ProcessEnv = process.env,
  {
    args = [],
    isReady = (lines) => lines.at(-1)?.startsWith('hearthline ready:') === true,
  }: Ready = {},
): Promise<{ child: ChildProcess; lines: string[] }> => {
  const script = join(repo, 'scripts/start.mjs');
  const child = spawn(process.execPath, [script, `--user-data-dir=${dataFolder}`, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (isReady(lines)) return { child, lines };
  }
  throw new Error(`it ended without being ready:\n${lines.join('\n')}`);
};

const end = async (child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> => {
  const ended = once(child, 'exit');
  child.kill(signal);
  const [status] = (await ended) as [number | null];
  return status;
};

test('npm start opens practice customers, reports it, and exits without leftovers', async ({
  place,
}) => {
  const { child, lines } = await startByNpm(join(place, 'app'));
  expect(lines.join('\n')).toMatch(/hearthline: .*Electron \d+/);
  expect(lines.join('\n')).toMatch(/practice service at http:\/\/127\.0\.0\.1:\d+/);
  expect(lines.join('\n')).toContain(`data in ${join(place, 'app')}`);
  expect(lines.at(-1)).toMatch(/^hearthline ready: (2[4-9]|3\d) leads, \d+ needs? a reply$/);
  const pids = listDescendants(child.pid as number).map(({ pid }) => pid);
  expect(pids.length).toBeGreaterThan(3);
  expect(await end(child, 'SIGTERM')).toBe(0);
  await expect.poll(() => pids.filter(isAlive)).toEqual([]);
});

test('it ends by a signal although its page has not requested its script', async ({ place }) => {
  test.skip(process.platform === 'win32', 'Windows has no such signals');
  const isReady = (lines: readonly string[]) => lines.some((line) => line.includes('data in'));
  const { child } = await startByNpm(join(place, 'app'), process.env, { isReady });
  const listBelow = () => listDescendants(child.pid as number);
  const main = listBelow().find(({ command }) => /user-data-dir/.test(command)) as { pid: number };
  const findPage = () =>
    listBelow().find(({ command }) => command.includes('--type=renderer'))?.pid;
  await expect.poll(findPage, { intervals: [1] }).toBeDefined();
  const page = findPage() as number;
  process.kill(page, 'SIGSTOP');
  const ended = end(child, 'SIGTERM');
  // After ten seconds the script would kill it.
  await expect.poll(() => isAlive(main.pid), { timeout: 9_000 }).toBe(false);
  kill(page);
  expect(await ended).toBe(0);
});

test('without a keychain it starts too, with the same practice account each time', async ({
  place,
}) => {
  const env = { ...process.env };
  delete env['DBUS_SESSION_BUS_ADDRESS'];
  const first = await startByNpm(join(place, 'app'), env);
  expect(await end(first.child, 'SIGINT')).toBe(0);
  const again = await startByNpm(join(place, 'app'), env);
  expect(await end(again.child, 'SIGINT')).toBe(0);
  const leads = (line = '') => Number(/ready: (\d+)/.exec(line)?.[1]);
  expect(leads(again.lines.at(-1)) - leads(first.lines.at(-1))).toBeLessThan(10);
});

test('npm start -- --team opens the windows of two people and a hub, and exits without leftovers', async ({
  place,
}) => {
  const windows = (lines: readonly string[]) => lines.filter((line) => line.includes('data in'));
  const { child, lines } = await startByNpm(join(place, 'team'), process.env, {
    args: ['--team'],
    isReady: (all) => windows(all).length === 2,
  });
  expect(windows(lines).map((line) => line.split('/').at(-1))).toEqual(
    expect.arrayContaining(['ana', 'ben']),
  );
  expect(lines.join('\n')).toMatch(/paste http:\/\/127\.0\.0\.1:\d+\/join#\S{60,}/);
  const pids = listDescendants(child.pid as number).map(({ pid }) => pid);
  expect(await end(child, 'SIGTERM')).toBe(0);
  await expect.poll(() => pids.filter(isAlive)).toEqual([]);
});

test('practice can be ended and started again', async ({ place }) => {
  const hearthline = await Hearthline.start({ dataFolder: join(place, 'app') });
  const { page } = hearthline;
  await page.getByRole('button', { name: 'Connected' }).click();
  await hearthline.waitForScreen('connection');
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByText('Disconnected. You can still read your leads here.')).toBeVisible();
  expect(await invoke(page, 'connect.practice', {})).toMatchObject({ ok: true });
  await expect(page.getByRole('button', { name: 'Connected' })).toBeVisible();
  await hearthline.close();
});
