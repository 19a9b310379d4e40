/** Files and links that the system opens with the app, and --remove-data. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openEntry } from '../../main/vault/keychain-key.ts';
import { expect, test } from './support/fixtures.ts';
import { Hearthline, repo, getElectronPath } from './support/hearthline.ts';

/** Starts a second copy, like a file manager or browser; returns its output and status. */
const startAgain = async (
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ status: number | null; output: string }> => {
  const own = ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  const child = spawn(getElectronPath(), [...own, repo, ...args], {
    env: { ...process.env, ...env },
  });
  let output = '';
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  const [status] = (await once(child, 'exit')) as [number | null];
  return { status, output };
};

test('a profile that is opened as a file appears in the running app, replaces another, and can be connected', async ({
  place,
  service,
  start,
  browser_,
}) => {
  const hearthline = await start(['--welcome']);
  const { page } = hearthline;
  await hearthline.waitForScreen('welcome');
  const file = join(place, 'Acme Painting.hearthline');
  writeFileSync(file, '{ "name": "half a');
  const dataFolder = `--user-data-dir=${join(place, 'app')}`;
  await startAgain([dataFolder, file]);
  await hearthline.waitForScreen('connect');
  await expect(page.getByRole('alert')).toBeVisible();

  writeFileSync(file, JSON.stringify({ ...service.buildProfile(), name: 'Acme Painting' }));
  await startAgain([dataFolder, file]);
  await expect(page.getByRole('region', { name: 'Acme Painting' })).toBeVisible();
  await hearthline.connect(browser_);
  await startAgain([dataFolder, '--', 'hearthline:']);
  await hearthline.waitForScreen('inbox');
});

test('a start with a profile’s file opens that profile', async ({ place, service, start }) => {
  const file = join(place, 'acme.hearthline');
  writeFileSync(file, JSON.stringify({ ...service.buildProfile(), name: 'Acme Painting' }));
  const hearthline = await start(['--welcome', file]);
  await hearthline.waitForScreen('connect');
  await expect(hearthline.page.getByRole('region', { name: 'Acme Painting' })).toBeVisible();
});

test('--remove-data removes all data of the app, and refuses while the app runs', async ({
  place,
}) => {
  const home = join(place, 'config');
  const ours = join(home, 'Hearthline');
  const entry = join(home, 'autostart/hearthline.desktop');
  mkdirSync(join(home, 'autostart'), { recursive: true });
  writeFileSync(entry, '[Desktop Entry]\nType=Application\nExec=hearthline --hidden\n');
  const downloaded = join(place, 'cache/hearthline-updater');
  mkdirSync(downloaded, { recursive: true });
  writeFileSync(join(downloaded, 'update.exe'), 'half of it');
  const env = { XDG_CONFIG_HOME: home, XDG_CACHE_HOME: join(place, 'cache') };
  const hearthline = await Hearthline.start({ dataFolder: ours, args: ['--welcome'], env });
  await hearthline.waitForScreen('welcome');
  const refused = await startAgain(['--remove-data'], env);
  expect(refused).toMatchObject({ status: 1 });
  expect(refused.output).toContain('Hearthline is running: quit it');
  await expect.poll(() => existsSync(join(ours, 'leads.db'))).toBe(true);
  await hearthline.close();
  const key = openEntry('Hearthline', ours);
  await key.setPassword('the key of the sign-ins');

  const named = await startAgain(['--remove-data', `--user-data-dir=${ours}`], env);
  expect(named).toMatchObject({ status: 1 });
  expect(existsSync(join(ours, 'leads.db'))).toBe(true);

  const removed = await startAgain(['--remove-data'], env);
  expect(removed).toMatchObject({ status: 0 });
  expect(removed.output).toContain(`removed ${ours}`);
  expect(existsSync(ours)).toBe(false);
  expect(await key.getPassword()).toBeNull();
  expect(existsSync(entry)).toBe(false);
  expect(existsSync(downloaded)).toBe(false);
});
