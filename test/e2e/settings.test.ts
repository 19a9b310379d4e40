/** Settings are found by their words and kept, even those that the next start needs first. */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { Hearthline } from './support/hearthline.ts';
import { expect, test } from './support/fixtures.ts';
import { look, takePicture } from './support/look.ts';

const openSettings = async (hearthline: Hearthline): Promise<Page> => {
  const { page } = hearthline;
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await hearthline.waitForScreen('settings');
  return page;
};

/** Zoom factor of the window. */
const readZoom = ({ app }: Hearthline): Promise<number> =>
  app.evaluate(({ BrowserWindow }) => {
    const factor = BrowserWindow.getAllWindows()[0]?.webContents.getZoomFactor() ?? 0;
    return Math.round(factor * 100);
  });

test('a setting is found by common words, and the result opens its section', async ({
  connected,
}) => {
  const page = await openSettings(connected);
  const sections = page.getByRole('navigation', { name: 'Sections' });
  const read = sections.locator('[aria-current]');
  await expect(read).toHaveText('Appearance');
  await takePicture(page, 'settings-sections');
  await sections.getByRole('button', { name: 'Data' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Data' })).toBeFocused();
  await expect(read).toHaveText('Data');
  await sections.getByRole('button', { name: 'About' }).click();
  await expect(page.getByRole('heading', { name: 'About' })).toBeInViewport();
  await expect(read).toHaveText('About');
  await look(connected, 'settings-sections-read');
  await page.getByRole('main').evaluate((main) => main.scrollTo(0, 0));
  await expect(read).toHaveText('Appearance');
  await page.keyboard.press('Control+f');
  const search = page.getByRole('textbox', { name: 'Search settings' });
  await expect(search).toBeFocused();

  await search.fill('dark');
  await expect(page.getByRole('radiogroup')).toHaveCount(1);
  await expect(page.getByRole('radiogroup', { name: 'Theme' })).toBeVisible();
  await expect(sections.getByRole('button')).toHaveText(['Appearance']);
  await search.fill('repl');
  await expect(page.locator('mark').first()).toHaveText('Repl');
  await look(connected, 'settings-found');
  await search.fill('xyzzy');
  await expect(page.getByText('No setting matches “xyzzy”')).toBeVisible();
  await look(connected, 'settings-not-found');
  await page.keyboard.press('Escape');
  await expect(search).toHaveValue('');
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(8);
  await search.fill('templates');
  await page.getByRole('button', { name: 'Manage saved replies' }).click();
  await connected.waitForScreen('savedReplies');

  await openSettings(connected);
  await page.keyboard.press('Control+f');
  await page.keyboard.press('Escape');
  await connected.waitForScreen('inbox');
});

test('text size and contrast apply to the whole window and survive a restart', async ({
  start,
  place,
}) => {
  const first = await start(['--welcome']);
  await first.waitForScreen('welcome');
  const width = await first.page.evaluate(() => innerWidth);
  await first.page.keyboard.press('Control+=');
  await expect.poll(() => readZoom(first)).toBe(110);
  await first.page.keyboard.press('Control+-');
  await first.page.keyboard.press('Control+-');
  await expect.poll(() => readZoom(first)).toBe(90);
  await first.page.keyboard.press('Control+0');
  await expect.poll(() => readZoom(first)).toBe(100);
  await first.page.getByRole('button', { name: 'Try sample leads' }).click();
  await first.waitForScreen('inbox');

  await openSettings(first);
  const sizes = first.page.getByRole('radiogroup', { name: 'Text size' });
  await sizes.getByText('125%').click();
  await expect.poll(() => first.page.evaluate(() => innerWidth)).toBe(Math.round(width / 1.25));
  const html = (hearthline: Hearthline) => hearthline.page.locator('html');
  await expect(html(first)).toHaveAttribute('data-contrast', 'usual');
  await first.page.getByRole('radiogroup', { name: 'Contrast' }).getByText('More').click();
  await expect(html(first)).toHaveAttribute('data-contrast', 'more');
  await takePicture(first.page, 'settings-larger');
  // Shown before it is stored; this change is stored after it.
  await first.changeSettings({});
  await first.close();

  // A zoomed page has less room than the test's window size.
  const again = await Hearthline.start({ dataFolder: join(place, 'app') });
  await expect(html(again)).toHaveAttribute('data-contrast', 'more');
  await expect.poll(() => readZoom(again)).toBe(125);
  await again.waitForScreen('inbox');
  await again.waitForPaint();
  await again.page.keyboard.press('Control+0');
  await expect.poll(() => readZoom(again)).toBe(100);
  await again.close();
});
