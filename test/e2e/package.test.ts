/**
 * The shipped package: really packaged, its files and size checked, the fuses in its binary read (security
 * rule 17), and used right after unpacking.
 */
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { listPackage } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { expect, test } from './support/fixtures.ts';
import { repo } from './support/hearthline.ts';
import { isOfficial, makePackage, Packaged, findPackaged, unpack } from './support/packaged.ts';

// The binary's bytes for the states of a fuse.
const off = '0'.charCodeAt(0);
const on = '1'.charCodeAt(0);

const system = `${process.platform}-${process.arch}`;

/** All files that may be in the archive; a new one needs a decision. */
const allowed = [
  /^package\.json$/,
  /^out\/main\/(backup|checkpoint|engine|files|index|keychain|receiver|sandbox)\.js$/,
  /^out\/main\/chunks\/[\w.-]+\.js$/,
  /^out\/preload\/index\.cjs$/,
  /^out\/renderer\/index\.html$/,
  /^out\/renderer\/assets\/[\w.-]+\.(js|css|woff2|svg|png)$/,
  /^resources\/icon-window\.png$/,
  /^resources\/tray\/[\w@-]+\.png$/,
  /^resources\/photos\/[a-z-]+\.jpg$/,
  new RegExp(
    `^node_modules/better-sqlite3/(package\\.json|LICENSE|lib/[\\w./-]+\\.js|prebuilds/${system}\\.node)$`,
  ),
  /^node_modules\/@napi-rs\/keyring\/(package\.json|LICENSE|index\.js)$/,
  new RegExp(
    `^node_modules/@napi-rs/keyring-${system}(-\\w+)?/(package\\.json|LICENSE[\\w.-]*|[\\w.-]+\\.node)$`,
  ),
];

/** Maximum size of our own part in megabytes, besides Electron and the engine's Node. */
const budget = { archive: 3, unpacked: 13.5 };

const toMegabytes = (bytes: number): number => bytes / 1024 / 1024;

const measureSize = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);

/** A temporary gigabyte: on the disk, outside the tests' data folder. */
const dist = join(repo, 'test-results/package');
const made = findPackaged(dist);
let output = '';

test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  test.setTimeout(300_000);
  output = await makePackage(dist);
});

test.afterAll(() => rmSync(dist, { recursive: true, force: true }));

test('the package has a newer Node next to the app only without the official Electron, and reports it', () => {
  if (isOfficial()) {
    expect(output).not.toContain('newer Node');
    expect(readdirSync(made.resources).filter((name) => /^node/.test(name))).toEqual([]);
    return;
  }
  expect(output).toContain('the engine needs a newer Node than this Electron brings');
  expect(output).toContain('one to ship is built where the official Electron can be reached');
  expect(readdirSync(made.resources).toSorted()).toEqual([
    'LICENSE',
    'THIRD-PARTY-NOTICES.md',
    'app.asar',
    'app.asar.unpacked',
    'node',
  ]);
});

test('a packaged app cannot be turned into Node, inspected, or made to load other code', async () => {
  const fuses = await getCurrentFuseWire(made.program);
  expect({
    RunAsNode: fuses[FuseV1Options.RunAsNode],
    EnableCookieEncryption: fuses[FuseV1Options.EnableCookieEncryption],
    EnableNodeOptions: fuses[FuseV1Options.EnableNodeOptionsEnvironmentVariable],
    EnableNodeCliInspect: fuses[FuseV1Options.EnableNodeCliInspectArguments],
    AsarIntegrity: fuses[FuseV1Options.EnableEmbeddedAsarIntegrityValidation],
    OnlyLoadAppFromAsar: fuses[FuseV1Options.OnlyLoadAppFromAsar],
    FileProtocolPrivileges: fuses[FuseV1Options.GrantFileProtocolExtraPrivileges],
  }).toEqual({
    RunAsNode: off,
    EnableCookieEncryption: on,
    EnableNodeOptions: off,
    EnableNodeCliInspect: off,
    AsarIntegrity: on,
    OnlyLoadAppFromAsar: on,
    FileProtocolPrivileges: off,
  });
});

test('only necessary files are shipped, within the size limit', () => {
  const archive = join(made.resources, 'app.asar');
  const entries = listPackage(archive, { isPack: false }).map((name) =>
    name.replaceAll('\\', '/').slice(1),
  );
  const files = entries.filter((name) => !entries.some((other) => other.startsWith(`${name}/`)));
  expect(files.filter((name) => !allowed.some((pattern) => pattern.test(name)))).toEqual([]);
  for (const pattern of allowed) {
    expect(
      files.some((name) => pattern.test(name)),
      `nothing matches ${String(pattern)}`,
    ).toBe(true);
  }
  expect(toMegabytes(statSync(archive).size)).toBeLessThan(budget.archive);
  expect(toMegabytes(measureSize(`${archive}.unpacked`))).toBeLessThan(budget.unpacked);
});

test('unpacked into an empty home it starts, and a sample lead can be answered', async ({
  place,
}) => {
  test.setTimeout(180_000);
  const archive = readdirSync(dist).find((name) => name.endsWith('.tar.gz'));
  const program = archive
    ? await unpack(join(dist, archive), join(dist, 'unpacked'))
    : made.program;
  const app = await Packaged.start(program, join(place, 'home'));
  const { page } = app;
  await expect(page.locator('html')).toHaveAttribute('data-ready', 'welcome');
  await page.getByRole('button', { name: 'Try sample leads' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-ready', 'inbox');
  const composer = page.getByRole('textbox', { name: /^Reply to / });
  await composer.fill('We can come on Tuesday morning.');
  await page.keyboard.press('ControlOrMeta+Shift+Enter');
  const own = page.locator('[data-message-state]').filter({ hasText: 'We can come on Tuesday' });
  await expect(own).toHaveAttribute('data-message-state', 'sent', { timeout: 30_000 });
  expect(await app.stop()).toBe(0);
});
