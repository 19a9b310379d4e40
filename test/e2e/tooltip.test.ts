/** Tooltips in a real window: beside their buttons and inside the window. */
import type { Locator } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';

const measureBox = async (shown: Locator) => {
  const box = await shown.boundingBox();
  if (box === null) throw new Error('it is not shown');
  const { x, y, width, height } = box;
  return { left: x, right: x + width, top: y, bottom: y + height, middle: x + width / 2 };
};

test('tooltips are beside their buttons and inside the window, also at its edges', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  await service.createLead('Uma');
  await connected.row('Uma Rivera').click();
  const tooltip = page.getByRole('tooltip');
  const hover = async (button: Locator, words: RegExp) => {
    await button.hover();
    await expect(tooltip).toHaveText(words);
    const [own, shown] = [await measureBox(button), await measureBox(tooltip)];
    const [width = 0, height = 0] = await page.evaluate(() => [innerWidth, innerHeight]);
    expect(shown.left).toBeGreaterThanOrEqual(0);
    expect(shown.right).toBeLessThanOrEqual(width);
    expect(shown.bottom).toBeLessThanOrEqual(height);
    return { own, shown };
  };
  const star = await hover(page.getByRole('button', { name: 'Star', exact: true }), /^Star \(S\)$/);
  expect(star.shown.top - star.own.bottom).toBeLessThan(10);
  expect(Math.abs(star.shown.middle - star.own.middle)).toBeLessThan(2);
  const copy = page.getByRole('button', { name: 'Copy the phone number' }).first();
  const { own, shown } = await hover(copy, /^Copy the phone number$/);
  expect(shown.top - own.bottom).toBeLessThan(10);

  await page.getByRole('button', { name: 'Collapse the sidebar' }).click();
  const settings = await hover(page.getByRole('button', { name: 'Settings' }), /^Settings/);
  expect(settings.shown.left - settings.own.right).toBeLessThan(10);
  await page.keyboard.press('Escape');
  await expect(tooltip).toHaveCount(0);
});
