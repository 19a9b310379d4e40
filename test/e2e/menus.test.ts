/** Native context menus, which the test reads and clicks instead of the system. */
import { expect, test } from './support/fixtures.ts';
import { chooseInMenu, holdMenus, menuLabels } from './support/native-menu.ts';

test('the right mouse button offers the possible actions, in the app’s language', async ({
  connected,
  service,
}) => {
  const { app, page } = connected;
  await service.newLead('Uma');
  await service.newLead('Viktor');
  await holdMenus(app);

  await connected.row('Uma').click({ button: 'right' });
  await chooseInMenu(app, 'Star');
  await expect(connected.row('Uma').getByText('Starred')).toBeAttached();

  await connected.row('Viktor').click({ button: 'right' });
  await chooseInMenu(app, 'Reply');
  const composer = page.getByRole('textbox', { name: 'Reply to Viktor' });
  await expect(composer).toBeFocused();
  await page.keyboard.type('On my way');
  await composer.click({ button: 'right' });
  await expect.poll(() => menuLabels(app)).toContain('Select all');

  await page.getByRole('link', { name: /^Call/ }).first().click({ button: 'right' });
  await expect.poll(() => menuLabels(app)).toEqual(['Call', 'Copy number']);
  await chooseInMenu(app, 'Copy number');
  await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toMatch(/^\+\d+$/);

  await page.evaluate(() => {
    const bridge = (
      globalThis as unknown as { hearthline: { invoke: (...call: unknown[]) => unknown } }
    ).hearthline;
    return bridge.invoke('settings.change', { language: 'es' });
  });
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await page.locator('#composer').click({ button: 'right' });
  await expect.poll(() => menuLabels(app)).toContain('Seleccionar todo');

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
  await expect.poll(() => menuLabels(app)).toContain('Agregar al diccionario');
  expect((await menuLabels(app)).slice(0, 2)).toEqual(['tomorrow', 'to morrow']);
  await chooseInMenu(app, 'tomorrow');
  const replaced = await app.evaluate(
    () => (globalThis as unknown as { replaced?: string }).replaced,
  );
  expect(replaced).toBe('tomorrow');
});
