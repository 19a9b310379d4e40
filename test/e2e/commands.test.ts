/**
 * Every action is in the command palette, in the list of shortcuts, and in the native menu. The test reads and
 * clicks native context menus instead of the system.
 */
import type { Page } from '@playwright/test';
import { readClipboard } from './support/desktop.ts';
import { expect, test } from './support/fixtures.ts';
import { usualSize } from './support/hearthline.ts';
import { look } from './support/look.ts';
import { chooseInMenu, holdMenus, readMenuLabels } from './support/native-menu.ts';
import { invoke } from './support/invoke.ts';

test.use({ sharesApp: true });
test.describe.configure({ mode: 'serial' });

const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' });
const chosen = (page: Page) => palette(page).getByRole('option', { selected: true });
const view = (page: Page) => page.getByRole('navigation').locator('[aria-current="page"]').first();

test('the palette opens from the composer, finds actions, leads and pages, and returns the focus', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  await service.createLead('Uma');
  await service.createLead('Viktor');
  await connected.row('Uma').click();
  await page.keyboard.press('r');
  const composer = page.getByRole('textbox', { name: 'Reply to Uma' });
  await expect(composer).toBeFocused();
  await page.keyboard.type('On my ');

  await page.keyboard.press('Control+k');
  // Text typed before the palette is loaded belongs to it.
  await page.keyboard.type('star');
  await expect(chosen(page)).toContainText('Star');
  await look(connected, 'palette-found');
  await page.keyboard.press('Enter');
  await expect(palette(page)).toBeHidden();
  await expect(connected.row('Uma').getByText('Starred')).toBeAttached();
  await expect(composer).toBeFocused();
  await page.keyboard.type('way');
  await expect(composer).toHaveValue('On my way');

  await page.keyboard.press('Control+k');
  await expect(palette(page).getByText('Recent')).toBeVisible();
  await expect(chosen(page)).toContainText('Remove the star');
  await look(connected, 'palette');
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();
  await expect(composer).toBeFocused();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('vikt');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Reply to Viktor' })).toBeVisible();
  await expect(palette(page)).toBeHidden();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('zzzz');
  await expect(palette(page).getByText('Nothing found')).toBeVisible();
  await look(connected, 'palette-nothing');
  await page.keyboard.press('Control+k');
  await expect(palette(page)).toBeHidden();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('phone num');
  await palette(page).getByRole('option', { name: 'Phone numbers' }).click();
  await connected.waitForScreen('phoneNumbers');
  await page.keyboard.press('Control+k');
  await expect(chosen(page)).toBeVisible();
  await expect(palette(page).getByRole('option', { name: 'Archive', exact: true })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();
  // Escape closed only the palette, not the page.
  await expect(page.getByRole('heading', { name: 'Phone numbers' })).toBeVisible();
});

test('Ctrl with a digit opens a view, and G with a letter opens a page, except while typing a reply', async ({
  connected,
}) => {
  const { page } = connected;
  await page.keyboard.press('Control+4');
  await expect(view(page)).toContainText('Starred');
  await page.keyboard.press('g');
  await page.keyboard.press('m');
  await connected.waitForScreen('savedReplies');
  await page.keyboard.press('Control+,');
  await connected.waitForScreen('settings');

  // The sidebar scrolls to the entry.
  await connected.resize({ width: 1280, height: 600 });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('staging');
  await expect(chosen(page)).toContainText('Staging preview');
  await page.keyboard.press('Enter');
  await connected.waitForScreen('staging');
  await expect(view(page)).toContainText('Staging preview');
  await expect(view(page)).toBeInViewport({ ratio: 1 });
  await connected.resize(usualSize);
  await page.keyboard.press('Control+3');
  await connected.waitForScreen('inbox');
  await expect(view(page)).toContainText('All leads');

  const hint = page.getByRole('status').filter({ hasText: 'Go to' });
  await page.keyboard.down('g');
  await page.keyboard.down('g');
  await page.keyboard.up('g');
  await expect(hint).toBeVisible();
  await look(connected, 'go-hint');
  await page.keyboard.press('Escape');
  await expect(hint).toBeHidden();
  await expect(view(page)).toContainText('All leads');

  await connected.row('Viktor').click();
  await page.keyboard.press('r');
  const composer = page.getByRole('textbox', { name: 'Reply to Viktor' });
  await expect(composer).toBeFocused();
  await composer.fill('');
  await page.keyboard.type('ga? gi? see you');
  await expect(composer).toHaveValue('ga? gi? see you');
  await expect(view(page)).toContainText('All leads');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Control+1');
  await expect(view(page)).toContainText('Needs reply');
  await expect(composer).not.toBeFocused();
});

test('? opens the shortcuts by group, and finds them by name or by key', async ({ connected }) => {
  const { page } = connected;
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet.getByRole('heading', { name: 'While writing a reply' })).toBeVisible();
  await look(connected, 'shortcuts');
  // The smallest window, with larger text.
  await connected.app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.setMinimumSize(600, 400);
  });
  await connected.resize({ width: 600, height: 400 });
  await expect(sheet).toBeInViewport({ ratio: 1 });
  await connected.resize(usualSize);
  await page.keyboard.type('snooz');
  await expect(sheet.locator('dt')).toHaveText(['Snooze', 'Snoozed']);
  await sheet.getByRole('textbox').fill('ctrl+k');
  await expect(sheet.locator('dt')).toHaveText(['Command palette']);
  await page.keyboard.press('Control+k');
  await expect(palette(page)).toBeVisible();
  await expect(sheet).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the native menu offers the actions that are possible now, in the app’s language, and runs them', async ({
  connected,
}) => {
  const { app, page } = connected;
  const readItem = (id: string) =>
    app.evaluate(({ Menu }, wanted) => {
      const item = Menu.getApplicationMenu()?.getMenuItemById(wanted);
      return item && { label: item.label, enabled: item.enabled, key: item.accelerator ?? '' };
    }, id);
  const choose = (id: string) =>
    app.evaluate(({ Menu }, wanted) => {
      Menu.getApplicationMenu()?.getMenuItemById(wanted)?.click();
    }, id);
  const menus = () =>
    app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items.map(({ label }) => label));

  await connected.row('Viktor').click();
  await expect
    .poll(() => readItem('mark.starred'))
    .toEqual({
      label: 'Star',
      enabled: true,
      key: 'S',
    });
  expect(await menus()).toEqual(['File', 'Edit', 'View', 'Lead', 'Go', 'Window', 'Help']);
  await choose('mark.starred');
  await expect(connected.row('Viktor').getByText('Starred')).toBeAttached();
  await expect.poll(async () => (await readItem('mark.starred'))?.label).toBe('Remove the star');

  await choose('reply');
  const composer = page.getByRole('textbox', { name: 'Reply to Viktor' });
  await expect(composer).toBeFocused();
  // Letter shortcuts of its items still type letters in a text field.
  await composer.fill('');
  await page.keyboard.type('sedur');
  await expect(composer).toHaveValue('sedur');

  await choose('page.reviews');
  await connected.waitForScreen('reviews');
  await expect.poll(async () => (await readItem('mark.starred'))?.enabled).toBe(false);
  await choose('mark.starred');
  await choose('view.starred');
  await connected.waitForScreen('inbox');
  await expect(connected.row('Viktor')).toBeVisible();
  await choose('keys');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');

  await invoke(page, 'settings.change', { language: 'es' });
  await expect.poll(menus).toContain('Ayuda');
  await expect.poll(async () => (await readItem('reply'))?.label).toBe('Responder');
});

test('the right mouse button offers the possible actions, in the app’s language', async ({
  connected,
  service,
}) => {
  const { app, page } = connected;
  await service.createLead('Mona');
  await service.createLead('Milo');
  await holdMenus(app);

  await connected.row('Mona').click({ button: 'right' });
  await chooseInMenu(app, 'Star');
  await expect(connected.row('Mona').getByText('Starred')).toBeAttached();

  await connected.row('Milo').click({ button: 'right' });
  await chooseInMenu(app, 'Reply');
  const composer = page.getByRole('textbox', { name: 'Reply to Milo' });
  await expect(composer).toBeFocused();
  await page.keyboard.type('On my way');
  await composer.click({ button: 'right' });
  await expect.poll(() => readMenuLabels(app)).toContain('Select all');

  await page.getByRole('link', { name: /^Call/ }).first().click({ button: 'right' });
  await expect.poll(() => readMenuLabels(app)).toEqual(['Call', 'Copy number']);
  await chooseInMenu(app, 'Copy number');
  await expect.poll(() => readClipboard(app)).toMatch(/^\+\d+$/);

  await invoke(page, 'settings.change', { language: 'es' });
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  // Main may follow the settings later than the page.
  await expect
    .poll(() =>
      app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items.map(({ label }) => label)),
    )
    .toContain('Ayuda');
  await page.locator('#composer').click({ button: 'right' });
  await expect.poll(() => readMenuLabels(app)).toContain('Seleccionar todo');

  // Spelling suggestions come first. The test supplies them, because the dictionary is downloaded.
  await app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    const editFlags = { canUndo: true, canRedo: false, canCut: true, canCopy: true };
    Object.assign(contents as object, {
      replaceMisspelling: (word: string) => Object.assign(globalThis, { replaced: word }),
    });
    contents?.emit(
      'context-menu',
      {},
      {
        ...{ isEditable: true, selectionText: '', linkURL: '' },
        ...{ misspelledWord: 'tomorow', dictionarySuggestions: ['tomorrow', 'to morrow'] },
        editFlags: { ...editFlags, canPaste: true, canSelectAll: true },
      },
    );
  });
  await expect.poll(() => readMenuLabels(app)).toContain('Agregar al diccionario');
  expect((await readMenuLabels(app)).slice(0, 2)).toEqual(['tomorrow', 'to morrow']);
  await chooseInMenu(app, 'tomorrow');
  const replaced = await app.evaluate(
    () => (globalThis as unknown as { replaced?: string }).replaced,
  );
  expect(replaced).toBe('tomorrow');
});
