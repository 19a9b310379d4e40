/** Leads that need a reply: order, deadlines, and the empty view. */
import { expect, test } from './support/fixtures.ts';
import { look } from './support/look.ts';

test.describe.configure({ mode: 'default' });
test.use({ sharesApp: true });

test('new leads are above conversations, D removes one from the view, and at the end all are answered', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  const row = connected.row.bind(connected);
  const list = page.getByRole('listbox', { name: 'Leads' });
  const ann = await service.createLead('Ann', 'The water heater leaks.\nIt stands in the garage.');
  await service.createLead('Bob', 'Paint two bedrooms.');
  await expect(row('Ann')).toContainText('The water heater leaks. It stands in the garage.');
  await expect(row('Bob')).toContainText('Paint two bedrooms.');
  await expect(list.getByText('New · 2')).toBeVisible();

  await row('Ann').click();
  await expect(page.locator('header').getByText(/^Reply by /)).toBeVisible();
  await connected.reply('Ann Rivera', 'I can come today.');
  await expect(page.locator('[data-message-state="sent"]')).toHaveCount(1);
  await service.customerWrites(ann, 'Great, when?');
  await expect(list.getByText('New · 1')).toBeVisible();
  await expect(list.getByText('Conversations · 1')).toBeVisible();
  await look(connected, 'needs-reply');

  await row('Bob').click();
  await expect(page.getByRole('log', { name: /Bob/ })).toBeVisible();
  await list.focus();
  await page.keyboard.press('d');
  await expect(row('Bob')).toHaveCount(0);
  await expect(page.getByRole('log', { name: /Ann/ })).toBeVisible();
  await page.getByRole('textbox', { name: 'Reply to Ann Rivera' }).fill('At four.');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { name: 'No one else is waiting' })).toBeVisible();
  await expect(page.getByRole('button', { name: '1 on its way' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Everyone has a reply' })).toBeVisible();
  await expect(
    page.getByRole('button', { name: /^\d+ (s|min) ?Your first reply today$/ }),
  ).toBeVisible();
  await look(connected, 'everyone-replied');

  // The next lead opens automatically, but not while typing.
  await service.createLead('Cora');
  await expect(page.getByRole('log', { name: /Cora/ })).toBeVisible();
  await list.focus();
  await page.keyboard.press('d');
  await expect(page.getByRole('heading', { name: 'Everyone has a reply' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Search leads' }).focus();
  await service.createLead('Dean');
  await expect(row('Dean')).toHaveAttribute('aria-selected', 'false');
  await expect(page.getByRole('log')).toHaveCount(0);
  await list.focus();
  await row('Dean').click();
  await page.getByRole('log', { name: /Dean/ }).press('d');
});

test('reply deadlines follow the business hours, and there are none without hours', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  await service.createLead('Cleo');
  await page.getByRole('button', { name: /^All leads/ }).click();
  await connected.row('Cleo').click();
  const due = page.locator('header').getByText(/^Reply by /);
  await expect(due).toBeVisible();

  await page.getByRole('button', { name: 'Settings' }).click();
  await connected.waitForScreen('settings');
  const monday = page.getByRole('group', { name: 'Monday' });
  await monday.getByLabel('Monday, closes').fill('7 am');
  await page.keyboard.press('Enter');
  await expect(monday.getByText('Closing time must be after opening time.')).toBeVisible();
  await monday.getByLabel('Monday, closes').fill('12');
  await page.keyboard.press('Enter');
  await expect(monday.getByLabel('Monday, closes')).toHaveValue('12:00 PM');
  await monday.getByRole('button', { name: 'Copy to weekdays' }).click();
  await expect(page.getByLabel('Friday, closes')).toHaveValue('12:00 PM');
  await monday.getByRole('button', { name: 'Add hours on Monday' }).click();
  await page.getByRole('button', { name: 'Add US holidays' }).click();
  await look(connected, 'settings-hours');

  const remove = page.getByRole('button', { name: /^Remove these hours on / });
  for (let left = await remove.count(); left > 0; left -= 1) {
    await expect(remove).toHaveCount(left);
    await remove.first().click();
  }
  await expect(page.getByText('Closed', { exact: true })).toHaveCount(7);
  await page.getByRole('button', { name: /^All leads/ }).click();
  await expect(page.getByRole('log', { name: /Cleo/ })).toBeVisible();
  await expect(due).toHaveCount(0);
});

test('a snoozed lead is hidden until its customer writes, or Z restores it', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  const row = connected.row.bind(connected);
  const dora = await service.createLead('Dora');
  await row('Dora').click();
  await expect(page.getByRole('log', { name: /Dora/ })).toBeVisible();
  await page.getByRole('listbox', { name: 'Leads' }).focus();
  await page.keyboard.press('h');
  await expect(page.getByRole('menuitem', { name: /^In 1 hour/ })).toBeFocused();
  await look(connected, 'snooze');
  await page.keyboard.press('Enter');
  await expect(row('Dora')).toHaveCount(0);
  await page.keyboard.press('z');
  await expect(row('Dora')).toHaveCount(1);

  await expect(page.getByRole('log', { name: /Dora/ })).toBeVisible();
  await page.getByRole('button', { name: 'Snooze', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Pick a date and time' }).click();
  const picking = page.getByRole('dialog', { name: 'Snooze until' });
  await picking.getByLabel('Pick a date and time').fill('2020-01-01T08:00');
  await picking.getByRole('button', { name: 'Snooze' }).click();
  await expect(picking.getByRole('alert')).toBeVisible();
  await look(connected, 'snooze-pick');
  await picking.getByLabel('Pick a date and time').fill('2099-01-01T08:00');
  await picking.getByRole('button', { name: 'Snooze' }).click();
  await expect(row('Dora')).toHaveCount(0);
  await page.getByRole('button', { name: 'Snoozed' }).click();
  await row('Dora').click();
  await expect(page.locator('header').getByText(/^Snoozed until /)).toBeVisible();
  await look(connected, 'snoozed');
  await service.customerWrites(dora, 'Are you still there?');
  await expect(page.locator('header').getByText(/^Snoozed until /)).toHaveCount(0);
  await page.getByRole('button', { name: 'Needs reply' }).click();
  await expect(row('Dora')).toContainText('Wrote again');
});

test('arrows and Enter open a reply from anywhere in the inbox, and Escape returns from a page', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  await service.createLead('Gus');
  await page.getByRole('button', { name: /^All leads/ }).click();
  await expect(connected.row('Gus')).toBeVisible();
  await page.getByRole('button', { name: /^All leads/ }).focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  const selected = page.locator('[data-lead-id][aria-selected="true"]');
  await expect(selected).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: /^Reply to / })).toBeFocused();

  for (const key of ['Escape', 'Alt+ArrowLeft']) {
    await page.getByRole('button', { name: 'Reviews' }).click();
    await connected.waitForScreen('reviews');
    await page.keyboard.press(key);
    await connected.waitForScreen('inbox');
    await expect(page.getByRole('listbox', { name: 'Leads' })).toBeFocused();
  }
});

test('the first arrow from the search field selects its first hit, and Escape clears the search', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  await service.createLead('Quincy', 'A wasp nest under the roof.');
  await page.getByRole('button', { name: /^All leads/ }).click();
  await expect(connected.row('Quincy')).toBeVisible();
  await page.getByRole('combobox', { name: 'Search leads' }).fill('wasp');
  await page.keyboard.press('ArrowDown');
  await expect(connected.row('Quincy')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('log', { name: /Quincy/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('combobox', { name: 'Search leads' })).toHaveValue('');
});

test('an emergency is first and labeled, new leads can change their order, and a lost job is removed', async ({
  connected,
  service,
}) => {
  const { app, page } = connected;
  const row = connected.row.bind(connected);
  const list = page.getByRole('listbox', { name: 'Leads' });
  const names = ['Nora', 'Otis', 'Gwen', 'Rupert', 'Seth', 'Theo', 'Ulrich', 'Zoe'];
  /** Customers of the requests without an urgent word, from the top; urgent ones must be above. */
  const readOrder = async (): Promise<readonly string[]> => {
    const rows = await list
      .getByRole('option')
      .evaluateAll((all) =>
        all
          .toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
          .map((each) => each.textContent),
      );
    const isUrgent = (text: string) => /Emergency|Booked/.test(text);
    const urgent = rows.filter(isUrgent).length;
    expect(rows.slice(0, urgent).every(isUrgent)).toBe(true);
    expect(rows.slice(0, urgent).join()).toContain('Pia');
    return rows.slice(urgent).flatMap((text) => names.filter((name) => text.includes(name)));
  };
  for (const name of names) {
    await service.createLead(name);
    await expect(row(name)).toBeVisible();
  }
  const customer = { firstName: 'Pia', lastName: 'Rivera' };
  await service.control('POST', '/leads', { customer, category: 'Plumbing Emergency' });
  await expect(row('Pia').getByText('Emergency', { exact: true })).toBeVisible();
  await expect(list.getByText('Due first')).toBeVisible();
  const dueFirst = await readOrder();
  expect(dueFirst.length).toBeGreaterThan(1);
  expect(dueFirst).toEqual(names.filter((name) => dueFirst.includes(name)));

  await app.evaluate(({ Menu }) => {
    Menu.prototype.popup = function (options) {
      this.items.find(({ label }) => label === 'Newest first')?.click();
      options?.callback?.();
    };
  });
  await page.getByRole('button', { name: 'List options' }).click();
  await expect(list.getByText('Newest first')).toBeVisible();
  await expect(async () => expect(await readOrder()).toEqual(dueFirst.toReversed())).toPass();

  const [lost = '', other = ''] = dueFirst;
  await row(lost).click();
  await expect(page.getByRole('log', { name: new RegExp(lost) })).toBeVisible();
  await page.getByLabel('Job status').selectOption('Not hired');
  await page.getByRole('button', { name: 'All leads' }).click();
  await page.getByRole('button', { name: 'Needs reply' }).click();
  await row(other).click();
  await expect(row(lost)).toHaveCount(0);
});
