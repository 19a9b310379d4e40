/** The first import of older leads. */
import { recordNotices, listNotices } from './support/desktop.ts';
import { expect, test } from './support/fixtures.ts';
import { look } from './support/look.ts';
import { invoke } from './support/invoke.ts';

test.use({ serviceOptions: ['--leads', '400', '--businesses', '1', '--list-negotiations'] });

test('an import can be paused and continued, counts no waiting lead too many, and sends no notification', async ({
  start,
  browser_,
  service,
}) => {
  const connected = await start();
  const { app, page } = connected;
  await recordNotices(app);
  const [business] = service.ready.businesses;
  // Slow enough to be paused.
  await service.control('POST', '/faults', {
    match: { method: 'GET', path: `/v4/businesses/${business?.businessID}/negotiations` },
    delayMs: 500,
    times: 50,
  });
  await connected.connect(browser_);
  await page.evaluate(() => {
    const counts: number[] = [];
    Object.assign(window, { counts });
    new MutationObserver(() => {
      const entry = [...document.querySelectorAll('nav button')].find((button) =>
        button.textContent.startsWith('Needs reply'),
      );
      counts.push(Number(/\d+/.exec(entry?.textContent ?? '')?.[0] ?? 0));
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await page.getByRole('button', { name: 'Pause import' }).dblclick();
  const paused = page.getByText(/^Import paused: \d+ leads? so far$/);
  await expect(paused).toBeVisible();
  const soFar = Number(/\d+/.exec((await paused.textContent()) ?? '')?.[0]);
  expect(soFar).toBeLessThan(400);
  await look(connected, 'import-paused');

  await service.createLead('Nora');
  // The list stays at the open lead; leads imported above it may be out of sight.
  await page.getByRole('listbox', { name: 'Leads' }).hover();
  await expect(async () => {
    await page.mouse.wheel(0, -100_000);
    await expect(connected.row('Nora')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.getByRole('button', { name: 'Connected' }).click();
  await connected.waitForScreen('connection');
  const row = page.locator('[data-row="backfill"]');
  // The page requested before the pause may have arrived.
  await expect(row).toContainText(/Import paused: \d+ leads? so far/);
  const here = Number(/\d+/.exec((await row.textContent()) ?? '')?.[0]);
  expect(here).toBeGreaterThanOrEqual(soFar);
  expect(here).toBeLessThan(400);
  await row.getByRole('button', { name: 'Resume import' }).click();
  await expect(row).toContainText('All imported', { timeout: 60_000 });
  await expect(row.getByRole('button')).toHaveCount(0);
  expect(await invoke(page, 'connection.report', {})).toMatchObject({
    value: { reports: [{ backfill: { leads: 401 } }] },
  });

  // Waiting leads are in Older; the sidebar never showed too high a number.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Older \(\d+\)$/ })).toBeVisible();
  const counts = await page.evaluate(() => (window as unknown as { counts: number[] }).counts);
  const last = counts.at(-1) ?? 0;
  expect(last).toBeGreaterThan(0);
  expect(Math.max(...counts)).toBe(last);
  await expect
    .poll(async () => (await listNotices(app)).map(({ title }) => title))
    .toEqual(['New lead · Nora Rivera']);
  expect(connected.complaints).toEqual([]);
});
