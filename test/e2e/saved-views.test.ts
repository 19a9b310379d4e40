/** A search is saved as a view, counted, renamed, moved, removed and restored. */
import { expect, test } from './support/fixtures.ts';
import { look } from './support/look.ts';

test.use({ sharesApp: true });

test('a saved search is in the sidebar with its count and can be moved', async ({
  connected,
  service,
}) => {
  const { app, page } = connected;
  await service.newLead('Ann', 'The water heater leaks.');
  await service.newLead('Bob', 'Paint two bedrooms.');
  await expect(connected.row('Bob')).toBeVisible();
  await app.evaluate(({ Menu }) => {
    Menu.prototype.popup = function (options) {
      Object.assign(globalThis, { held: { menu: this, close: options?.callback } });
    };
  });
  const choose = async (wanted: RegExp): Promise<void> => {
    const chosen = await app.evaluate((_, source) => {
      const { held } = globalThis as unknown as {
        held?: { menu: { items: { label: string; click: () => void }[] }; close: () => void };
      };
      const item = held?.menu.items.find(({ label }) => new RegExp(source).test(label));
      item?.click();
      if (item !== undefined) {
        held?.close();
        Object.assign(globalThis, { held: undefined });
      }
      return item !== undefined;
    }, wanted.source);
    expect(chosen).toBe(true);
  };
  const views = page.getByRole('list', { name: 'Saved views' });
  const field = page.getByRole('textbox', { name: 'Name' });

  await page.locator('#lead-search').fill('heater');
  await expect(connected.row('Bob')).toHaveCount(0);
  await page.getByRole('button', { name: 'List options' }).click();
  await expect(async () => choose(/^Save this view/)).toPass();
  await expect(field).toHaveValue('heater');
  await look(connected, 'saved-view-name');
  await field.fill('Water heaters');
  await field.press('Enter');
  await expect(views.getByRole('button', { name: /^Water heaters/ })).toContainText('1');
  await expect(views.getByRole('button')).toHaveAttribute('aria-current', 'page');

  await page.getByRole('button', { name: /^Unread/ }).click();
  await page.getByRole('button', { name: 'List options' }).click();
  await expect(async () => choose(/^Save this view/)).toPass();
  await field.fill('To read');
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(views.getByRole('button')).toHaveText([/^Water heaters/, /^To read/]);
  await service.newLead('Cleo', 'The water heater is cold.');
  await expect(views.getByRole('button', { name: /^Water heaters/ })).toContainText('2');
  await look(connected, 'saved-views');

  await page.keyboard.press('Control+8');
  await expect(connected.row('Bob')).toHaveCount(0);
  await expect(connected.row('Cleo')).toBeVisible();
  await views.getByRole('button', { name: /^To read/ }).press('Alt+ArrowUp');
  await expect(views.getByRole('button')).toHaveText([/^To read/, /^Water heaters/]);
  await views.getByRole('button', { name: /^To read/ }).press('F2');
  await field.fill('Not read yet');
  await field.press('Enter');
  await expect(views.getByRole('button').first()).toContainText('Not read yet');
  await views.getByRole('button').first().click({ button: 'right' });
  await expect(async () => choose(/^Remove/)).toPass();
  await expect(views.getByRole('button')).toHaveText([/^Water heaters/]);
  await page.getByRole('listbox', { name: 'Leads' }).focus();
  await page.keyboard.press('z');
  await expect(views.getByRole('button')).toHaveText([/^Not read yet/, /^Water heaters/]);
});
