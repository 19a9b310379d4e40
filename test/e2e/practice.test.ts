/** Sample leads: never mixed with real ones, and removed with one button. */
import { expect, test } from './support/fixtures.ts';
import { look } from './support/look.ts';

test.use({ serviceOptions: ['--leads', '3', '--businesses', '1', '--list-negotiations'] });

test('the first start with sample leads opens a new one, which two key presses answer', async ({
  start,
}) => {
  const hearthline = await start(['--welcome']);
  const { page } = hearthline;
  await page.getByRole('button', { name: 'Try sample leads' }).click();
  await hearthline.waitForScreen('inbox');
  const composer = page.getByRole('textbox', { name: /^Reply to / });
  await expect(composer).toBeFocused();
  const keys = page.getByText('Try it: Alt+1, then Ctrl+Enter');
  await expect(keys).toBeVisible();
  await page.keyboard.press('Alt+1');
  await expect(composer).toHaveValue(/^Hi \w+, thanks for reaching out/);
  await page.keyboard.press('Control+Shift+Enter');
  await expect(page.locator('[data-message-state]').last()).toContainText(
    'thanks for reaching out',
  );
  await expect(keys).toHaveCount(0);
});

test('sample leads are hidden when a real account connects, and removed with one button', async ({
  start,
  browser_,
  profileFile,
}) => {
  const first = await start([]);
  await first.waitForScreen('inbox');
  await first.page.getByRole('button', { name: 'All leads', exact: true }).click();
  await expect(first.page.locator('[data-lead-id]').first()).toBeVisible();
  await first.close();

  const hearthline = await start([`--profile=${profileFile}`]);
  const { page } = hearthline;
  await page.locator('html[data-ready]').waitFor();
  if ((await page.locator('html').getAttribute('data-ready')) !== 'connect') {
    await page.getByRole('button', { name: 'Connect your account' }).click();
    await hearthline.waitForScreen('connect');
  }
  await hearthline.connect(browser_);
  await page.getByRole('button', { name: 'All leads', exact: true }).click();
  await expect(page.locator('[data-lead-id]')).toHaveCount(3, { timeout: 30_000 });
  await page.getByRole('button', { name: 'Connected' }).click();
  await hearthline.waitForScreen('connection');
  await look(hearthline, 'connection-with-practice');
  await page.getByRole('button', { name: 'Remove sample leads' }).click();
  await expect(page.getByRole('dialog')).toContainText(/This deletes \d+ leads/);
  await look(hearthline, 'remove-practice');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Remove sample leads' })).toHaveCount(0);
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Connection', exact: true })).toBeFocused();

  // Removing a real account disconnects it and removes its data.
  await page.getByRole('button', { name: 'Remove account and leads' }).click();
  await expect(page.getByRole('dialog')).toContainText('The account is disconnected first.');
  await look(hearthline, 'remove-account');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('No account is connected')).toBeVisible();
  await page.getByRole('button', { name: 'All leads', exact: true }).click();
  await expect(
    page.getByText('Connect your account, and your leads and conversations appear here.'),
  ).toBeVisible();
  await expect(page.locator('[data-lead-id]')).toHaveCount(0);
});
