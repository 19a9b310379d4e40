/** Screens in both themes and at both usual sizes: accessible, and kept as pictures. */
import { expect, test } from './support/fixtures.ts';
import { look } from './support/look.ts';

test.describe('with a full inbox', () => {
  test.use({ serviceOptions: ['--leads', '24', '--list-negotiations'] });

  test('inbox, conversation, connection and settings are accessible', async ({ connected }) => {
    const { page } = connected;
    await expect(page.locator('[data-lead-id]').first()).toBeVisible();
    // The photo of the request has been drawn.
    await expect(page.locator('li[data-late] img')).not.toHaveCount(0);
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
    await connected.waitForScreen('connection');
    await look(connected, 'connection');
    await page.getByRole('button', { name: 'Settings' }).click();
    await connected.waitForScreen('settings');
    await look(connected, 'settings');
  });
});

test('--welcome opens the welcome screen, which offers sample leads first; it and the screen after it are accessible', async ({
  start,
}) => {
  const hearthline = await start(['--welcome']);
  const { page } = hearthline;
  await hearthline.waitForScreen('welcome');
  await expect(page.getByRole('heading', { name: 'Answer customers first' })).toBeVisible();
  // Next to a picture of the inbox, the option without an account is first.
  const choices = page.getByRole('main').getByRole('button');
  await expect(choices.first()).toHaveText('Try sample leads');
  await look(hearthline, 'welcome');
  await page.getByRole('button', { name: 'Connect an account' }).click();
  await hearthline.waitForScreen('connect');
  await look(hearthline, 'connect');
  expect(hearthline.complaints).toEqual([]);
});
