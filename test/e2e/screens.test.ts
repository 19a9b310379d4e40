/** Screens in both themes and at both usual sizes: accessible, and kept as pictures. */
import { expect, test } from './support/fixtures.ts';
import { look } from './support/look.ts';

test.describe('with a full inbox', () => {
  test.use({ serviceOptions: ['--leads', '24', '--list-negotiations'] });

  test('inbox, conversation, connection and settings are accessible', async ({ connected }) => {
    const { page } = connected;
    await expect(page.locator('[data-lead-id]').first()).toBeVisible();
    await look(connected, 'inbox-start');
    await page.getByRole('button', { name: /^Older \(/ }).click();
    await expect(page.getByRole('heading', { name: 'Older' })).toBeAttached();
    await look(connected, 'inbox-older');
    await page
      .getByRole('region', { name: 'Leads' })
      .getByRole('button', { name: 'Needs reply' })
      .click();
    await page.locator('[data-lead-id]').first().click();
    await expect(page.getByRole('log')).toBeVisible();
    await look(connected, 'inbox');
    await page
      .getByRole('textbox', { name: /^Reply to/ })
      .fill('Thank you, I can be there at four.');
    await page.keyboard.press('Control+Shift+Enter');
    await expect(page.locator('[data-message-state="sent"]')).toHaveCount(1, { timeout: 20_000 });
    await look(connected, 'inbox-replied');
    await page.getByRole('button', { name: 'Connected' }).click();
    await connected.screen('connection');
    await look(connected, 'connection');
    await page.getByRole('button', { name: 'Settings' }).click();
    await connected.screen('settings');
    await look(connected, 'settings');
  });
});

test('welcome and connect are accessible', async ({ start }) => {
  const hearthline = await start(['--welcome']);
  await hearthline.screen('welcome');
  await look(hearthline, 'welcome');
  await hearthline.page.getByRole('button', { name: 'Connect an account' }).click();
  await hearthline.screen('connect');
  await look(hearthline, 'connect');
});

test('the empty inbox and the waiting connection are accessible', async ({ start, browser_ }) => {
  const hearthline = await start();
  const { page } = hearthline;
  await hearthline.screen('connect');
  await look(hearthline, 'connect-profile');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByText('Continue in your browser')).toBeVisible();
  await look(hearthline, 'connect-waiting');
  await browser_.agree();
  await hearthline.screen('inbox');
  await look(hearthline, 'inbox-empty');
});

test('a connected profile is replaced only after a question, and another account shows its user', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  await page.getByRole('button', { name: 'Connected' }).click();
  await page.getByRole('button', { name: 'Add another account' }).click();
  await connected.screen('connect');
  await expect(page.getByLabel('Email of the other account (optional)')).toBeVisible();
  await look(connected, 'connect-another');
  await page.getByRole('button', { name: 'Use another profile' }).click();
  await page.getByRole('button', { name: 'Paste its text instead' }).click();
  const profile = service.profile();
  const changed = { ...profile, clientSecret: 'another-secret', scopes: ['offline_access'] };
  await page.getByLabel('Text of the profile').fill(JSON.stringify(changed));
  await page.getByRole('button', { name: 'Use this text' }).click();
  await expect(page.getByRole('heading', { name: /^Replace the profile of / })).toBeVisible();
  await expect(page.getByText('Client secret')).toBeVisible();
  await look(connected, 'connect-replace');
  await page.getByRole('button', { name: 'Keep the current one' }).click();
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
});
