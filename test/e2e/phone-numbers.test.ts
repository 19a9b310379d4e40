/** Registered phone numbers of a business: the list, changes, and the import of many. */
import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import type { Hearthline } from './support/hearthline.ts';
import { look } from './support/look.ts';
import type { Service } from './support/service.ts';
import { invoke } from './support/invoke.ts';

test.describe.configure({ mode: 'default' });
test.use({ sharesApp: true });

/** Finds when the service's list was last read, UTC milliseconds. */
const findReadTime = async (page: Page): Promise<number> => {
  const owners = await invoke(page, 'phoneNumbers.owners', {});
  const times = (owners.ok ? owners.value.owners : []).map(async ({ accountID, businessID }) => {
    const list = await invoke(page, 'phoneNumbers.list', { accountID, businessID });
    return list.ok ? (list.value.readAt ?? 0) : 0;
  });
  return Math.max(0, ...(await Promise.all(times)));
};

const open = async (hearthline: Hearthline): Promise<Page> => {
  const { page } = hearthline;
  const before = await findReadTime(page);
  await page.getByRole('button', { name: 'Phone numbers' }).click();
  await hearthline.waitForScreen('phoneNumbers');
  // The page first shows what an earlier test read, perhaps just now, and then reads again.
  await expect.poll(() => findReadTime(page)).toBeGreaterThan(before);
  await expect(page.getByText('Updated just now')).toBeVisible();
  return page;
};

const row = (page: Page, e164: string) =>
  page.locator(`[data-number="${e164}"][data-deleted="false"]`);

const add = async (page: Page, number: string, name: string): Promise<void> => {
  await page.getByRole('button', { name: 'Add number' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Phone number').fill(number);
  await dialog.getByLabel('Name').fill(name);
  await page.keyboard.press('Enter');
};

/** Makes the service fail the next matching calls. */
const fail = (service: Service, fault: Record<string, unknown>): Promise<unknown> =>
  service.control('POST', '/faults', fault);

const buildNumbersPath = (service: Service): string =>
  `/api/v4/businesses/${service.ready.businesses[0]?.businessID}/associate-phone-numbers`;

test('a number is added in both formats, renamed, changed and deleted, and the last two can be undone', async ({
  connected,
}) => {
  const page = await open(connected);
  await add(page, '(512) 555-0142', 'Van');
  await expect(row(page, '+15125550142')).toContainText('(512) 555-0142');
  await expect(row(page, '+15125550142')).toContainText('+15125550142');
  await expect(row(page, '+15125550142')).toContainText('Not used yet');
  await expect(page.getByRole('status').filter({ hasText: 'Registered' })).toHaveCount(1);

  await page.getByRole('button', { name: 'Change (512) 555-0142' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Truck');
  await page.keyboard.press('Enter');
  await expect(row(page, '+15125550142')).toContainText('Truck');

  await page.getByRole('button', { name: 'Change (512) 555-0142' }).click();
  await page.getByRole('dialog').getByLabel('Phone number').fill('512.555.0143');
  await expect(page.getByText('Will be registered as +15125550143')).toBeVisible();
  await look(connected, 'phone-numbers-dialog');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(row(page, '+15125550143')).toContainText('Truck');
  await expect(row(page, '+15125550142')).toHaveCount(0);
  // Not the one of the change before.
  await expect(page.locator('[data-page-toast="changed"]')).toContainText('(512) 555-0143');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, '+15125550142')).toContainText('Truck');

  await page.getByRole('button', { name: 'Delete (512) 555-0142' }).click();
  await expect(row(page, '+15125550142')).toHaveCount(0);
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeFocused();
  await expect(page.locator('[data-page-toast="deleted"]')).toContainText('as a new registration');
  await page.keyboard.press('Enter');
  await expect(row(page, '+15125550142')).toContainText('Truck');
  await expect(page.locator('[data-page-toast="registeredAgain"]')).toBeVisible();

  await page.getByRole('button', { name: /^Show \d+ deleted numbers?$/ }).click();
  await expect(page.locator('[data-deleted="true"]').filter({ hasText: '0142' })).toContainText(
    'Registered again',
  );
  await page.getByText('What is a registered number for?').click();
  await look(connected, 'phone-numbers');
});

test('an invalid number and a number that is already registered are explained in the dialog', async ({
  connected,
}) => {
  const page = await open(connected);
  await add(page, '+44 20 7946 0958', 'London');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Only numbers that start with +1')).toBeVisible();
  await expect(dialog.getByLabel('Phone number')).toBeFocused();
  await dialog.getByLabel('Phone number').fill('512-555-0150');
  await page.keyboard.press('Enter');
  await expect(row(page, '+15125550150')).toBeVisible();

  await add(page, '+1 512 555 0150', 'Once more');
  await expect(dialog.getByText('This number is already registered.')).toBeVisible();
  await expect(dialog.getByText(/^Trace ID: /)).toBeVisible();
  await look(connected, 'phone-numbers-conflict');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add number' })).toBeFocused();
  await expect(row(page, '+15125550150')).toHaveCount(1);
});

test('a pasted list is previewed row by row, and each row shows its outcome; failed rows can be retried', async ({
  connected,
  service,
}) => {
  test.slow();
  const page = await open(connected);
  await add(page, '512-555-0160', 'Van');
  await expect(row(page, '+15125550160')).toBeVisible();
  await page.getByRole('button', { name: 'Add many' }).click();
  await expect(page.getByLabel('Numbers, one per line')).toBeFocused();
  await look(connected, 'phone-numbers-list');
  await page
    .getByLabel('Numbers, one per line')
    .fill(
      [
        'Name;Phone',
        '"Delgado; Maria";(512) 555-0161',
        'Office;512-555-0162',
        'Once more;+1 512 555 0161',
        'Van;5125550160',
        'London;+44 20 7946 0958',
        'New code;999-555-0100',
      ].join('\n'),
    );
  await page.getByRole('button', { name: 'Back to the numbers' }).click();
  await page.getByRole('button', { name: 'Add many' }).click();
  await expect(page.getByLabel('Numbers, one per line')).toBeFocused();
  await page.keyboard.press('Control+Enter');
  const line = (n: number) => page.locator(`tr[data-row="${n}"]`);
  await expect(line(2)).toContainText('Delgado; Maria');
  await expect(line(2)).toContainText('Will be registered');
  await expect(line(4)).toContainText('Same number as in row 2');
  await expect(line(5)).toContainText('Already registered as “Van”');
  await expect(line(6)).toContainText('Only numbers that start with +1');
  await expect(line(7)).toContainText("isn't known to be in use");
  await expect(page.getByText('3 numbers will be registered. 3 rows are left out.')).toBeFocused();
  await look(connected, 'phone-numbers-preview');

  // The bulk call and both smaller parts fail: the first row causes it.
  await fail(service, {
    match: { method: 'POST', path: buildNumbersPath(service) },
    times: 3,
    status: 409,
    body: { type: 'about:blank', title: 'Conflict', status: 409, traceID: 'trace-409' },
  });
  await page.getByRole('button', { name: 'Register 3 numbers' }).click();
  await expect(page.getByText('2 numbers were registered. 1 was not')).toBeVisible();
  await expect(line(2)).toContainText('Refused');
  await expect(line(2)).toContainText('This number is already registered.');
  await expect(line(3)).toContainText('Registered');
  await expect(line(4)).toContainText('Left out');
  await look(connected, 'phone-numbers-result');

  await fail(service, {
    match: { method: 'POST', path: buildNumbersPath(service) },
    delayMs: 6_000,
  });
  await page.getByRole('button', { name: 'Try 1 again' }).click();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await look(connected, 'phone-numbers-sending');
  await expect(line(2)).toContainText('Registered');
  await expect(page.getByText('3 numbers were registered.')).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: 'Add many' })).toBeFocused();
  await expect(row(page, '+15125550161')).toContainText('Delgado; Maria');
  await expect(row(page, '+15125550162')).toContainText('Office');
  await expect(row(page, '+19995550100')).toContainText('New code');
});

test('a CSV file in Latin-1 is read correctly', async ({ connected }) => {
  const page = await open(connected);
  await page.getByRole('button', { name: 'Add many' }).click();
  const text = 'Nombre;Teléfono\r\nMóvil de Íñigo;512 555 0170\r\n';
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') });
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await expect(page.locator('tr[data-row="2"]')).toContainText('Móvil de Íñigo');
  await page.getByRole('button', { name: 'Register 1 number' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(row(page, '+15125550170')).toContainText('Móvil de Íñigo');
});

test('a number whose registration lost its response is found at the service and listed once', async ({
  connected,
  service,
}) => {
  const page = await open(connected);
  await fail(service, {
    match: { method: 'POST', path: buildNumbersPath(service) },
    drop: 'after',
  });
  await add(page, '512-555-0180', 'Van');
  await expect(row(page, '+15125550180')).toHaveCount(1);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a sign-in without the permission leads to reconnecting', async ({ connected, service }) => {
  const page = await open(connected);
  await fail(service, {
    match: { path: buildNumbersPath(service) },
    status: 401,
    body: {
      type: 'about:blank',
      title: 'Unauthorized',
      status: 401,
      detail: 'missing scope supply::businesses/associate-phone-numbers.read',
      traceID: 'trace-401',
    },
  });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText("Your sign-in doesn't cover phone numbers.")).toBeVisible();
  await look(connected, 'phone-numbers-scope');
  await page.getByRole('button', { name: 'Reconnect' }).click();
  await connected.waitForScreen('connect');
});

test('the numbers stay readable while the service is down, and a failed change is reported', async ({
  connected,
  service,
}) => {
  const page = await open(connected);
  await add(page, '512-555-0190', 'Van');
  await expect(row(page, '+15125550190')).toBeVisible();
  await service.stop();
  await page.getByRole('button', { name: /^All leads/ }).click();
  await page.getByRole('button', { name: 'Phone numbers' }).click();
  await expect(row(page, '+15125550190')).toBeVisible();
  await expect(page.getByText("Can't reach the marketplace.")).toBeVisible();
  await look(connected, 'phone-numbers-offline');
  await page.getByRole('button', { name: 'Delete (512) 555-0190' }).click();
  await expect(page.locator('[data-page-toast="failed"]')).toContainText("wasn't changed");
  await expect(row(page, '+15125550190')).toBeVisible();

  await service.start();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('[data-error="offline"]')).toHaveCount(0);
  await expect(page.locator('[data-page-toast]')).toHaveCount(0);
});

test('without registered numbers the page explains their use', async ({ connected }) => {
  const page = await open(connected);
  for (;;) {
    const remove = page.getByRole('button', { name: /^Delete / });
    const left = await remove.count();
    if (left === 0) break;
    await remove.first().click();
    await expect(remove).toHaveCount(left - 1);
  }
  await expect(page.getByText('No registered numbers')).toBeVisible();
  await look(connected, 'phone-numbers-empty');
});

test.describe('with several businesses', () => {
  test.use({ serviceOptions: ['--leads', '0', '--businesses', '2'] });

  test('each business has its own numbers, and the chosen business is remembered', async ({
    connected,
    service,
  }) => {
    const page = await open(connected);
    const [first, second] = await page
      .getByLabel('Business', { exact: true })
      .locator('option')
      .allTextContents();
    expect([first, second].toSorted()).toEqual(
      service.ready.businesses.map(({ name }) => name).toSorted(),
    );
    await page.getByLabel('Business', { exact: true }).selectOption(second ?? '');
    await expect(page.getByText('Updated just now')).toBeVisible();
    await add(page, '512-555-0195', 'Second');
    await expect(row(page, '+15125550195')).toBeVisible();
    await page.getByRole('button', { name: /^All leads/ }).click();
    await page.getByRole('button', { name: 'Phone numbers' }).click();
    await expect(row(page, '+15125550195')).toBeVisible();
    await look(connected, 'phone-numbers-businesses');
    await page.getByLabel('Business', { exact: true }).selectOption(first ?? '');
    await expect(
      page.getByRole('table', { name: `Registered numbers of ${first ?? ''}` }),
    ).toBeVisible();
    await expect(row(page, '+15125550195')).toHaveCount(0);
  });
});
