/** The details of a lead: its address on a map, its times in the calendar, its customer’s other requests. Tooltips. */
import type { Locator } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { expect, test } from './support/fixtures.ts';
import { look } from './support/look.ts';

test.describe.configure({ mode: 'default' });
test.use({ sharesApp: true });

const measureBox = async (shown: Locator) => {
  const box = await shown.boundingBox();
  if (box === null) throw new Error('it is not shown');
  const { x, y, width, height } = box;
  return { left: x, right: x + width, top: y, bottom: y + height, middle: x + width / 2 };
};

test('an address opens a map, and a proposed time opens the calendar', async ({
  connected,
  service,
  browser_,
}) => {
  const { app, page } = connected;
  await service.createLead('Uma');
  await connected.row('Uma').click();
  const details = page.getByRole('complementary', { name: 'About this lead' });
  await expect(details.getByText(/^Calling from another phone\? Use code \d+$/)).toBeVisible();
  const measureWidth = (part: Locator) =>
    part.evaluate((element) => element.getBoundingClientRect().width);
  await connected.resize({ width: 1280, height: 800 });
  expect(await measureWidth(page.getByRole('article', { name: 'Request' }))).toBeGreaterThanOrEqual(
    440,
  );
  await look(connected, 'details');

  const request = page.getByRole('article', { name: 'Request' });
  await request.getByRole('button', { name: 'Open map' }).click();
  expect(await browser_.takeAddress()).toMatch(
    /^https:\/\/www\.google\.com\/maps\/search\/\?api=1&query=\S+/,
  );

  await app.evaluate(({ Menu }) => {
    Menu.prototype.popup = function (options) {
      this.items[0]?.click();
      options?.callback?.();
    };
  });
  await request.getByRole('button', { name: 'Add to calendar' }).click();
  const file = readFileSync(await browser_.takeAddress(), 'utf8');
  expect(file).toMatch(/^BEGIN:VCALENDAR\r\n/);
  expect(file).toMatch(/\r\nDTSTART:\d{8}T\d{6}Z\r\n/);
  expect(file).toContain('Uma Rivera');
  expect(file).toContain('The kitchen tap drips.');
});

test('a collapsed sidebar and a focused list are accessible, with right-to-left names', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  await service.createLead(
    'محمد عبد الرحمن بن عبد العزيز الأنصاري القرطبي البغدادي',
    'السلام عليكم، لدي تسرب كبير في مطبخي منذ يومين والماء يصل إلى الأرضية وأحتاج إلى سباك في أقرب وقت ممكن من فضلكم.',
  );
  for (const name of ['Una', 'Viktor', 'Wilma']) await service.createLead(name);
  await expect(connected.row('Wilma')).toBeVisible();
  await connected.row('Una').click();
  await page.getByRole('listbox').focus();
  await page.keyboard.press('ArrowDown');
  await look(connected, 'list-focused');
  await page
    .getByRole('button', { name: /sidebar/i })
    .first()
    .click();
  await look(connected, 'sidebar-folded');

  await connected.row('محمد').click();
  await expect(page.getByRole('log', { name: /محمد/ })).toBeVisible();
  await page.keyboard.press('s');
  await page.keyboard.press('r');
  await page.keyboard.insertText('أهلاً محمد، أستطيع الحضور غدًا.');
  await expect(page.getByText('Starred \u2068محمد')).not.toHaveCount(0);
  await look(connected, 'right-to-left');
});

test('an earlier request of the customer is listed next to the new one, and can be opened', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  const first = await service.createLead('Wanda');
  await expect(connected.row('Wanda')).toHaveCount(1);
  await connected.row('Wanda').click();
  await page.getByLabel('Reply to Wanda').fill('I can come on Tuesday.');
  await page.keyboard.press('Control+Shift+Enter');
  await expect
    .poll(() => service.listTexts(first, 'Business'), { timeout: 20_000 })
    .toEqual(['I can come on Tuesday.']);
  const categories = ['Tree service', 'Gutter cleaning', 'Painting', 'Roofing', 'Flooring'];
  for (const category of [...categories, 'Window cleaning'])
    await service.createRequest(first, category);
  await page.getByRole('button', { name: 'All leads', exact: true }).click();
  await expect(connected.row('Wanda')).toHaveCount(7);

  await connected.row('Wanda').filter({ hasText: 'Window cleaning' }).click();
  const earlier = page
    .getByRole('complementary', { name: 'About this lead' })
    .locator('section', { hasText: 'Earlier requests' });
  await expect(earlier.getByRole('listitem')).toHaveCount(5);
  await earlier.scrollIntoViewIfNeeded();
  await look(connected, 'earlier');
  await earlier.getByRole('button', { name: 'Show all (6)' }).click();
  await expect(earlier.getByRole('listitem')).toHaveCount(6);
  const answered = earlier.getByRole('button', { name: /· Answered|Answered/ }).last();
  await expect(answered).toContainText('Answered');
  await answered.click();
  await expect(page.getByRole('log', { name: /Wanda/ })).toContainText('I can come on Tuesday.');
  await expect(page.getByRole('heading', { name: 'Later requests' })).toBeVisible();
});

test('tooltips are beside their buttons and inside the window, also at its edges', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  await service.createLead('Tess');
  await connected.row('Tess Rivera').click();
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
