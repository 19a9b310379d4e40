/** The import of older leads, as it is seen by whoever has just connected. */
import { expect, test } from './support/fixtures.ts';
import { look } from './support/look.ts';

test.use({ serviceOptions: ['--leads', '400', '--businesses', '1', '--list-negotiations'] });

test('the import rests when the professional says so, and goes on where it was', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  await page.getByRole('button', { name: 'Pause import' }).dblclick();
  const paused = page.getByText(/^Import paused: \d+ leads? so far$/);
  await expect(paused).toBeVisible();
  const soFar = Number(/\d+/.exec((await paused.textContent()) ?? '')?.[0]);
  expect(soFar).toBeLessThan(400);
  await look(connected, 'import-paused');

  await service.newLead('Nora');
  await expect(connected.row('Nora')).toBeVisible();
  await page.getByRole('button', { name: 'Connected' }).click();
  await connected.screen('connection');
  const row = page.locator('[data-row="backfill"]');
  // What was being asked for when it was paused has come in too.
  await expect(row).toContainText(/Import paused: \d+ leads so far/);
  const here = Number(/\d+/.exec((await row.textContent()) ?? '')?.[0]);
  expect(here).toBeGreaterThan(soFar);
  expect(here).toBeLessThan(400);
  await row.getByRole('button', { name: 'Resume import' }).click();
  await expect(row).toContainText('401 leads', { timeout: 60_000 });
  await expect(row.getByRole('button')).toHaveCount(0);
});
