/** Several accounts, or no keychain: the sidebar shows the worst state. */
import { join } from 'node:path';
import { expect, test } from './support/fixtures.ts';
import { Hearthline, usualSize } from './support/hearthline.ts';
import { look } from './support/look.ts';

test.use({ serviceOptions: ['--leads', '0', '--businesses', '2'] });

type Users = { readonly data: readonly { readonly userID: string; readonly email: string }[] };

test('with two accounts the sidebar shows the worse state, and the other account keeps working', async ({
  connected,
  service,
  browser_,
}) => {
  const { page } = connected;
  const { data: users } = await service.control<Users>('GET', '/users');
  const other = users[1];
  await page.getByRole('button', { name: 'Connected' }).click();
  await page.getByRole('button', { name: 'Add another account' }).click();
  await connected.waitForScreen('connect');
  await page.getByLabel('Email of the other account (optional)').fill(other?.email ?? '');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await browser_.agree();
  await connected.waitForScreen('inbox');
  // A request that still runs would be refused first, and the account's button would change.
  await connected.waitForWebhooks();
  await page.getByRole('button', { name: 'Connected' }).click();
  await connected.waitForScreen('connection');
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(2);

  await service.control('POST', '/tokens/revoke', { userID: other?.userID });
  await cards
    .filter({ hasText: other?.email ?? '' })
    .getByRole('button', { name: 'Check now' })
    .click();
  await expect(page.locator('[data-bar="reconnect"]')).toBeVisible({ timeout: 60_000 });
  const inSidebar = page.getByRole('button', { name: 'Needs attention' });
  await expect(inSidebar).toBeVisible();
  // The marketplace refused the sign-in, so it is reachable.
  await expect(cards.getByText('The marketplace no longer accepts this sign-in.')).toBeVisible();
  await expect(cards.getByText("Can't reach it")).toHaveCount(0);
  await look(connected, 'connection-two-accounts');
  await page.getByRole('button', { name: /^All leads/ }).click();
  await service.createLead('Ann');
  await expect(connected.row('Ann Rivera')).toBeVisible();
  await expect(inSidebar).toBeVisible();

  await page.locator('[data-bar="reconnect"]').getByRole('button', { name: 'Reconnect' }).click();
  await browser_.agree();
  await expect(page.getByRole('button', { name: 'Connected', exact: true })).toBeVisible();
  await expect(page.locator('[data-bar="reconnect"]')).toHaveCount(0);
});

test('without a keychain the connection shows a warning instead of a green tick', async ({
  place,
  profileFile,
  browser_,
}) => {
  const hearthline = await Hearthline.start({
    dataFolder: join(place, 'app'),
    args: [`--profile=${profileFile}`],
    path: browser_.path,
    env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nobody/is/here' },
    size: usualSize,
  });
  const { page } = hearthline;
  await hearthline.connect(browser_);
  await page.getByRole('button', { name: 'Connected' }).click();
  await hearthline.waitForScreen('connection');
  const row = page.locator('[data-row="sign-in"]');
  await expect(row).toHaveAttribute('data-tone', 'mild');
  await expect(row).toContainText('Signed in until you quit: no keychain here');
  await look(hearthline, 'connection-no-keychain');
  await hearthline.close();
});
