/** Local data can be exported, backed up and restored, and diagnostics contain no customer data. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { chooseSavePath } from './support/desktop.ts';
import { expect, test } from './support/fixtures.ts';
import { Hearthline, usualSize } from './support/hearthline.ts';
import { look } from './support/look.ts';

const chooseFileToOpen = (app: ElectronApplication, filePath: string): Promise<void> =>
  app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [path] });
  }, filePath);

/** Writes a note on a customer's lead, then opens the settings. */
const writeNote = async (hearthline: Hearthline, name: string, text: string): Promise<void> => {
  const { page } = hearthline;
  await hearthline.row(name).click();
  await page.keyboard.press('n');
  const field = page.getByRole('textbox', { name: /note/i });
  await field.fill(text);
  await page.keyboard.press('Control+Enter');
  await expect(field).toHaveCount(0);
  await expect(page.getByText(text).last()).toBeVisible();
  await page.getByRole('button', { name: 'Settings' }).click();
};

/** Backs up to a file from the settings. */
const backUp = async ({ page, app }: Hearthline, file: string): Promise<void> => {
  await chooseSavePath(app, file);
  await page.getByRole('button', { name: 'Back up…' }).click();
  await expect(page.locator('[data-bar="file"]')).toContainText('Backed up');
};

test('leads are exported, backed up, and restored into a new installation', async ({
  connected,
  service,
  place,
}) => {
  const { page, app } = connected;
  await service.createLead('Uma');
  await writeNote(connected, 'Uma', 'Two dogs at the gate');

  const csv = join(place, 'leads.csv');
  await chooseSavePath(app, csv);
  await page.getByRole('button', { name: 'Leads (CSV)' }).click();
  const bar = page.locator('[data-bar="file"]');
  await expect(bar).toContainText('leads.csv');
  await expect(bar).toHaveAttribute('data-file', 'done');
  expect(readFileSync(csv, 'utf8')).toContain('Uma');
  await page.getByRole('button', { name: 'Back up…' }).scrollIntoViewIfNeeded();
  await look(connected, 'settings-data');

  const backup = join(place, 'mine.hearthline-backup');
  await backUp(connected, backup);
  await bar.getByRole('button', { name: 'Close' }).click();
  await expect(bar).toBeHidden();

  await page.getByRole('button', { name: 'Preview…' }).click();
  const preview = page.getByRole('dialog', { name: 'Diagnostics file' });
  const text = preview.getByRole('textbox');
  await expect(text).toHaveValue(/"leads": 1/);
  for (const secret of ['Uma', 'Two dogs']) expect(await text.inputValue()).not.toContain(secret);
  await look(connected, 'settings-diagnostics');
  await preview.getByRole('button', { name: 'Cancel' }).click();

  // A new installation with sample leads: they are removed, and restored leads are readable without a sign-in.
  const fresh = { dataFolder: join(place, 'other'), size: usualSize };
  const other = await Hearthline.start(fresh);
  await other.waitForScreen('inbox');
  await chooseFileToOpen(other.app, backup);
  await other.page.getByRole('button', { name: 'Settings' }).click();
  await other.page.getByRole('button', { name: 'Choose a backup…' }).click();
  const question = other.page.getByRole('dialog', { name: 'Restore this backup?' });
  await question.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(other.page.locator('[data-bar="file"]')).toContainText('Restored');
  await other.page.keyboard.press('Escape');
  await other.row('Uma').click();
  await expect(other.page.getByText('Two dogs at the gate').last()).toBeVisible();
  await other.close();
});

test('on a new computer a backup can be restored from the first screen, and its account reconnected or removed', async ({
  connected,
  service,
  place,
  profileFile,
}) => {
  await service.createLead('Wilma');
  await writeNote(connected, 'Wilma', 'Gate code on the fridge');
  const backup = join(place, 'mine.hearthline-backup');
  await backUp(connected, backup);

  const other = await Hearthline.start({
    dataFolder: join(place, 'new'),
    args: ['--welcome'],
    size: usualSize,
  });
  await other.waitForScreen('welcome');
  await look(other, 'welcome-restore');
  await chooseFileToOpen(other.app, profileFile);
  await other.page.getByRole('button', { name: 'Restore a backup' }).click();
  await expect(other.page.locator('[data-error="backup_foreign"]')).toBeVisible();
  await look(other, 'welcome-restore-refused');
  await chooseFileToOpen(other.app, backup);
  await other.page.getByRole('button', { name: 'Restore a backup' }).click();
  const question = other.page.getByRole('dialog', { name: 'Restore this backup?' });
  await expect(question).toContainText('Leads: 1');
  await look(other, 'welcome-restore-preview');
  await question.getByRole('button', { name: 'Restore', exact: true }).click();
  await other.waitForScreen('inbox');
  await expect(other.page.locator('[data-bar="file"]')).toContainText('Restored');
  await other.row('Wilma').click();
  await expect(other.page.getByText('Gate code on the fridge').last()).toBeVisible();
  await look(other, 'inbox-restored');

  await other.page.getByRole('button', { name: 'Not connected' }).click();
  await other.waitForScreen('connection');
  const card = other.page.getByRole('article');
  await expect(card).toContainText('Sign in again to get new ones and reply.');
  await look(other, 'connection-restored');
  await card.getByRole('button', { name: 'Remove account and leads' }).click();
  const removal = other.page.getByRole('dialog');
  await expect(removal).toContainText('This deletes 1 lead');
  await removal.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(other.page.getByText('No account is connected')).toBeVisible();
  await other.close();
});

test('a backup is previewed before it is restored, and an invalid file is rejected', async ({
  connected,
  service,
  place,
  profileFile,
}) => {
  const { page, app } = connected;
  await service.createLead('Vera');
  await expect(connected.row('Vera')).toBeVisible();
  await page.getByRole('button', { name: 'Settings' }).click();
  const backup = join(place, 'mine.hearthline-backup');
  await backUp(connected, backup);
  const bar = page.locator('[data-bar="file"]');

  await chooseFileToOpen(app, profileFile);
  await page.getByRole('button', { name: 'Choose a backup…' }).click();
  await expect(page.locator('[data-error="backup_foreign"]')).toBeVisible();
  await look(connected, 'settings-restore-refused');

  await chooseFileToOpen(app, backup);
  await page.getByRole('button', { name: 'Choose a backup…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore this backup?' });
  await expect(dialog).toContainText('Leads: 1');
  await look(connected, 'settings-restore');
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(bar).toContainText('Restored');
  await page.keyboard.press('Escape');
  await expect(connected.row('Vera')).toBeVisible();
});

test('an export matches the list and cannot run formulas in a spreadsheet; a canceled export leaves no file', async ({
  connected,
  service,
  place,
}) => {
  const { page, app } = connected;
  await service.createLead('Wanda', '=HYPERLINK("http://example.com";"Click")');
  await service.createLead('Xavier');
  await expect(connected.row('Xavier')).toBeVisible();
  await connected.row('Wanda').click();
  await expect(page.getByRole('log', { name: /Wanda/ })).toBeVisible();
  await page.keyboard.press('s');
  await page.getByRole('button', { name: /^Starred/ }).click();
  await expect(connected.row('Xavier')).toHaveCount(0);
  await expect(connected.row('Wanda')).toBeVisible();
  await page.getByRole('button', { name: 'Settings', exact: true }).click();

  const bar = page.locator('[data-bar="file"]');
  const csv = join(place, 'starred.csv');
  await chooseSavePath(app, csv);
  await page.getByRole('button', { name: 'Leads (CSV)' }).click();
  await expect(bar).toHaveAttribute('data-file', 'done');
  await expect(bar).toContainText('Exported to starred.csv · Leads: 1');
  const written = readFileSync(csv, 'utf8');
  expect(written).toContain('Wanda');
  expect(written).not.toContain('Xavier');
  expect(written).toContain(`"'=HYPERLINK(""http://example.com"";""Click"")"`);
  const json = join(place, 'starred.json');
  await chooseSavePath(app, json);
  await page.getByRole('button', { name: 'Everything (JSON)' }).click();
  await expect(bar).toContainText('Exported to starred.json');
  expect(JSON.stringify(JSON.parse(readFileSync(json, 'utf8')))).not.toContain('Xavier');
  await bar.getByRole('button', { name: 'Close' }).click();

  // A files process that never finishes.
  const slow = join(place, 'node');
  const node = process.env['HEARTHLINE_NODE'] ?? 'node';
  const never = 'setInterval(() => {}, 1e6); process.on("disconnect", process.exit)';
  writeFileSync(
    slow,
    `#!/bin/sh\ncase "$*" in *files.js*) exec "${node}" -e '${never}';; esac\nexec "${node}" "$@"\n`,
    { mode: 0o700 },
  );
  const setNode = (program: string): Promise<void> =>
    app.evaluate((_, path) => void (process.env['HEARTHLINE_NODE'] = path), program);
  await setNode(slow);
  for (const [button, file] of [
    ['Messages (CSV)', 'messages.csv'],
    ['Back up…', 'mine.hearthline-backup'],
  ] as const) {
    await chooseSavePath(app, join(place, file));
    await page.getByRole('button', { name: button }).click();
    await expect(bar).toHaveAttribute('data-file', 'running');
    await look(connected, `file-${file.split('.')[0]}`);
    await bar.getByRole('button', { name: 'Cancel' }).click();
    await expect(bar).toBeHidden();
    expect(readdirSync(place).filter((name) => name.includes(file))).toEqual([]);
  }
  await setNode(node);
  await page.getByRole('button', { name: 'Back up…' }).click();
  await expect(bar).toContainText('Backed up to mine.hearthline-backup');
  expect(existsSync(join(place, 'mine.hearthline-backup'))).toBe(true);
});
