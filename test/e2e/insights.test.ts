/** Insights: figures of the professional's replies to customers. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chooseSavePath } from './support/desktop.ts';
import { expect, test } from './support/fixtures.ts';
import { usualSize, type Hearthline } from './support/hearthline.ts';
import { look } from './support/look.ts';
import { chooseInMenu, holdMenus } from './support/native-menu.ts';

const open = async (hearthline: Hearthline): Promise<void> => {
  await hearthline.waitForImport();
  await hearthline.page.getByRole('button', { name: 'Insights', exact: true }).click();
  await hearthline.waitForScreen('insights');
};

test.describe('with leads of many weeks', () => {
  test.describe.configure({ mode: 'default' });
  test.use({
    sharesApp: true,
    serviceOptions: ['--leads', '60', '--businesses', '3', '--list-negotiations'],
  });

  test('each figure has a chart that fits the window, and a table', async ({ connected }) => {
    const { page } = connected;
    await open(connected);
    await expect(
      page.getByRole('heading', { name: /^In time in the last 30 days: \d+%/ }),
    ).toBeVisible();
    await expect(page.getByRole('img', { name: /^Replied to in time: lowest/ })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Median first reply' })).toBeVisible();
    await expect(page.getByRole('img', { name: /^Hour of arrival: lowest/ })).toBeVisible();
    await look(connected, 'insights');
    const chart = page.getByRole('img', { name: /^First replies: lowest/ });
    await chart.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByText(/^\w+ \d+ \d+ first repl(y|ies)$/)).toBeVisible();
    await look(connected, 'insights-point');
    await chart.blur();
    const measureWidth = () => chart.evaluate((svg) => svg.getBoundingClientRect().width);
    const wide = await measureWidth();
    await connected.resize({ width: 1024, height: 700 }, 1);
    await expect.poll(async () => Number(await chart.getAttribute('width'))).toBeLessThan(wide);
    await expect
      .poll(async () =>
        Math.abs(Number(await chart.getAttribute('width')) - (await measureWidth())),
      )
      .toBeLessThan(0.5);
    await connected.resize(usualSize, 1);
    await page.getByLabel('Period').selectOption('year');
    await expect(page.getByText('By the month leads arrived').first()).toBeVisible();
    await look(connected, 'insights-year');
    const hours = page.getByRole('region', { name: 'Hour of arrival', exact: true });
    await hours.getByText('Show as table').click();
    await expect(hours.getByRole('row')).toHaveCount(25);
    await page.getByText('How this is counted').click();
    await look(connected, 'insights-tables');
  });

  test('Insights can be limited to a business and to chosen days', async ({ connected }) => {
    const { page } = connected;
    await open(connected);
    await page.getByLabel('Period').selectOption('year');
    await expect(page.getByText('By the month leads arrived').first()).toBeVisible();
    const leads = page.locator('dl').first().locator('dd strong').first();
    const all = Number(await leads.innerText());
    await page.getByRole('combobox', { name: 'Business' }).selectOption({ index: 1 });
    await expect.poll(async () => Number(await leads.innerText())).toBeLessThan(all);
    await page.getByLabel('Period').selectOption('own');
    await page.getByLabel('From').fill('2001-01-01');
    await page.getByLabel('To', { exact: true }).fill('2000-01-01');
    await expect(page.getByRole('alert')).toContainText('Choose a first day before the last');
    await page.getByLabel('From').fill('2000-01-01');
    await expect(page.getByRole('heading', { name: 'No leads in this period' })).toBeVisible();
    await look(connected, 'insights-empty');
    await page.getByRole('heading', { name: 'Insights', exact: true }).click();
    await page.keyboard.press('Escape');
    await connected.waitForScreen('inbox');
  });

  test('the visible figures are saved with their period, as CSV and as JSON', async ({
    connected,
    place,
  }) => {
    const { page, app } = connected;
    await open(connected);
    await page.getByLabel('Period').selectOption('year');
    await expect(page.getByText('By the month leads arrived').first()).toBeVisible();
    await holdMenus(app);
    for (const [format, words] of [
      ['csv', 'Spreadsheet (CSV)'],
      ['json', 'JSON'],
    ] as const) {
      const path = join(place, `insights.${format}`);
      await chooseSavePath(app, path);
      await page.getByRole('button', { name: 'Export' }).click();
      await chooseInMenu(app, words);
      await expect
        .poll(() => {
          try {
            return readFileSync(path, 'utf8');
          } catch {
            return '';
          }
        })
        .toContain('Hour of arrival');
      const text = readFileSync(path, 'utf8');
      expect(text).toContain(`${new Date().getFullYear()}-01-01`);
      expect(text).toContain('All businesses');
    }
  });
});

test('today’s line shows the first reply and opens Insights with one lead', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  await service.createLead('Ann', 'The water heater leaks.');
  await connected.row('Ann').click();
  await expect(page.getByRole('button', { name: 'Today: no first replies yet' })).toBeVisible();
  await connected.reply('Ann Rivera', 'I can come today.');
  await page.getByRole('button', { name: /^Needs reply/ }).click();
  const line = page.getByRole('button', { name: /^Today: 1 first reply, in / });
  await expect(line).toBeVisible();
  await look(connected, 'today-line');
  await line.click();
  await connected.waitForScreen('insights');
  await expect(page.getByText('1 replied to')).toBeVisible();
  await expect(
    page.getByRole('heading', { name: 'In time in the last 30 days: 1 of 1 lead' }),
  ).toBeVisible();
  await look(connected, 'insights-one');
});
