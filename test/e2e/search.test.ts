/**
 * A search finds any text, opens it in its conversation, and returns to where it began. It can be saved as a
 * view, counted, renamed, moved, removed and restored.
 */
import { expect, test } from './support/fixtures.ts';
import { look } from './support/look.ts';
import { invoke } from './support/invoke.ts';

test.describe.configure({ mode: 'default' });
test.use({ sharesApp: true });

/** If the newest messages were loaded meanwhile, the button counts them. */
const toNewest = /^(Jump to the newest message|\d+ new messages?)$/;

test('a saved search is in the sidebar with its count and can be moved', async ({
  connected,
  service,
}) => {
  const { app, page } = connected;
  await service.createLead('Ann', 'The water heater leaks.');
  await service.createLead('Bob', 'Paint two bedrooms.');
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
  await service.createLead('Cleo', 'The water heater is cold.');
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

test('a search opens an old message of a long conversation, and Escape returns to where it began', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  const row = connected.row.bind(connected);
  const field = page.getByRole('combobox', { name: 'Search leads' });
  const log = page.getByRole('log');
  const mark = log.locator('mark');
  const bar = page.getByRole('group', { name: 'Matches in this conversation' });

  const long = await service.createLead('Uma');
  await service.customerWrites(long, 'The hornets came in through the garage.');
  await service.customerWritesMany(long, 1, 70);
  await service.customerWrites(long, 'More hornets today, 台所にも。');
  await service.customerWritesMany(long, 71, 130);
  await connected.waitForMessage('Uma', 'Message 130:');
  const short = await service.createLead('Viktor', 'A leaking shower.');
  await service.customerWrites(short, 'Call me at 512.555.0142, please.');
  await connected.waitForMessage('Viktor', '512.555.0142');
  await page.getByRole('button', { name: /^All leads/ }).click();
  await row('Viktor').click();
  await expect(page.getByRole('log', { name: /Viktor/ })).toBeVisible();
  await page.keyboard.press('e');
  await expect(row('Viktor')).toHaveCount(0);
  await row('Uma').click();
  await expect(page.getByRole('log', { name: /Uma/ })).toBeVisible();

  await page.keyboard.press('Control+f');
  await expect(field).toBeFocused();
  await field.fill('hornets');
  await expect(row('Uma')).toContainText('More hornets today');
  await expect(row('Uma').locator('mark')).toHaveText('hornets');
  await expect(row('Uma')).toHaveAttribute('aria-selected', 'true');
  await expect(log.getByText('More hornets today')).toBeInViewport();
  await expect(log.getByText('Message 69:')).toBeInViewport();
  await expect(log.getByText('Message 72:')).toBeInViewport();
  await expect(bar).toHaveText(/^Match 2 of 2/);
  await look(connected, 'search-found');

  await field.press('Enter');
  await expect(page.getByRole('listbox', { name: 'Leads' })).toBeFocused();
  await page.keyboard.press('F3');
  await expect(log.getByText('The hornets came in')).toBeInViewport();
  await expect(bar).toContainText('1 of 2');
  await page.keyboard.press('Shift+F3');
  await expect(log.getByText('More hornets today')).toBeInViewport();
  await service.customerWrites(long, 'One more arrival.');
  await connected.waitForMessage('Uma', 'One more arrival.');
  await expect(log.getByText('More hornets today')).toBeInViewport();
  await page.getByRole('button', { name: toNewest }).click();
  await expect(log.getByText('One more arrival.')).toBeInViewport();
  await log.hover();
  await expect(async () => {
    await page.mouse.wheel(0, -4_000);
    await expect(log.getByRole('article')).toBeInViewport({ timeout: 200 });
  }).toPass();

  await field.fill('(512) 555-0142');
  await expect(row('Viktor')).toBeVisible();
  await expect(mark.first()).toHaveText('512.555.0142');
  await expect(page.getByRole('log', { name: /Viktor/ })).toBeVisible();
  await page.getByRole('button', { name: 'All leads only' }).click();
  await expect(page.getByRole('heading', { name: 'No leads match' })).toBeVisible();
  await look(connected, 'search-nothing');
  await page
    .getByRole('main')
    .getByRole('button', { name: 'Search everywhere', exact: true })
    .click();
  await expect(row('Viktor')).toBeVisible();
  await field.fill('台所');
  await expect(row('Uma').locator('mark')).toHaveText('台所');
  await field.press('Escape');
  await expect(field).toHaveValue('');
  await expect(page.getByRole('log', { name: /Uma/ })).toBeVisible();
  await expect(row('Uma')).toHaveAttribute('aria-selected', 'true');
  await expect(row('Viktor')).toHaveCount(0);
});

test('an operator is completed by keyboard, and recent searches are offered', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  const row = connected.row.bind(connected);
  const field = page.getByRole('combobox', { name: 'Search leads' });
  const options = page.getByRole('listbox', { name: 'Search suggestions' }).getByRole('option');
  await service.createLead('Pilar', 'El baño pierde agua: la señora Peña.');
  await service.createLead('Quinn', 'A fence to paint.');
  await page.getByRole('button', { name: /^All leads/ }).click();
  await row('Quinn').click();
  await expect(page.getByRole('log', { name: /Quinn/ })).toBeVisible();
  await page.keyboard.press('s');

  await page.keyboard.press('/');
  await expect(field).toBeFocused();
  await expect(options).toHaveCount(0);
  await page.getByRole('button', { name: /^Search by/ }).click();
  await expect(options.first()).toBeVisible();
  await look(connected, 'search-operators');
  // At twice the size, list and conversation share the space.
  await field.focus();
  await page.keyboard.type('i');
  await page.keyboard.press('Tab');
  await expect(field).toHaveValue('is:');
  await page.keyboard.type('st');
  await expect(options).toHaveText([/is:starred/]);
  await page.keyboard.press('ArrowDown');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('is:starred ');
  await expect(row('Quinn')).toBeVisible();
  await expect(row('Pilar')).toHaveCount(0);

  await field.fill('pena');
  const views = page.getByRole('list', { name: 'Views' });
  await expect(views.locator('[aria-current]')).toHaveCount(0);
  await expect(row('Pilar').locator('mark')).toHaveText('Peña');
  await service.createLead('Ramona', 'Preguntar por Peña.');
  await expect(row('Ramona')).toBeVisible();
  await expect(row('Pilar')).toHaveAttribute('aria-selected', 'true');
  await field.press('Enter');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('log', { name: /Quinn/ })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.press('ArrowDown');
  await expect(options.first()).toHaveText('pena');
  await page.keyboard.press('Delete');
  await expect(options.filter({ hasText: 'pena' })).toHaveCount(0);
});

test('with more unread messages than a page, a conversation opens at the first of them', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  const row = connected.row.bind(connected);
  const log = page.getByRole('log');
  const line = log.getByText('New', { exact: true });
  const lead = await service.createLead('Wanda');
  await service.createLead('Xavier');
  await page.getByRole('button', { name: /^All leads/ }).click();
  await row('Wanda').click();
  await service.customerWritesMany(lead, 1, 5);
  // Asked of the engine, because a row is also read before the messages are in it.
  const readWanda = async (): Promise<unknown> => {
    const answer = await invoke(page, 'leads.list', { view: 'all', limit: 100 });
    const leads = answer.ok ? answer.value.leads : [];
    const { lastMessage, isUnread } =
      leads.find(({ customerName }) => customerName.includes('Wanda')) ?? {};
    return { text: lastMessage?.text, isUnread };
  };
  await expect
    .poll(readWanda)
    .toEqual({ text: expect.stringContaining('Message 5:'), isUnread: false });
  await row('Xavier').click();
  await expect(page.getByRole('log', { name: /Xavier/ })).toBeVisible();
  await service.customerWritesMany(lead, 6, 90);
  await connected.waitForMessage('Wanda', 'Message 90:');
  await row('Wanda').click();
  await expect(line).toBeInViewport();
  await expect(log.getByText('Message 6:')).toBeInViewport();
  await service.customerWritesMany(lead, 91, 92);
  await connected.waitForMessage('Wanda', 'Message 92:');
  await expect(line).toBeInViewport();
  await page.getByRole('button', { name: toNewest }).click();
  await expect(log.getByText('Message 92:')).toBeInViewport();
});
