/** Many leads are selected by keyboard and mouse, changed at once, and restored by undo. */
import type { Locator } from '@playwright/test';
import { usualSize, type Hearthline } from './support/hearthline.ts';
import { expect, test } from './support/fixtures.ts';
import { look, takePicture } from './support/look.ts';

test.use({
  sharesApp: true,
  serviceOptions: ['--leads', '150', '--businesses', '2', '--list-negotiations'],
});

const getList = ({ page }: Hearthline): Locator => page.getByRole('listbox', { name: 'Leads' });
const getSelected = (app: Hearthline): Locator =>
  getList(app).getByRole('option', { selected: true });
const getBar = ({ page }: Hearthline): Locator =>
  page.getByRole('region', { name: 'Selected leads' });

/**
 * Opens the view of all leads, waits until all are imported, and returns how many they are: one more after the
 * test in which one arrives.
 */
const openAllLeads = async (app: Hearthline): Promise<number> => {
  await app.page.getByRole('button', { name: /^All leads/ }).click();
  const first = getList(app).getByRole('option').first();
  // Messages that are still imported would move the rows.
  await app.waitForImport();
  await expect(first).toHaveAttribute('aria-setsize', /^15[01]$/);
  return Number(await first.getAttribute('aria-setsize'));
};

test('a range by keyboard and one by mouse are archived at once, and one Z restores them', async ({
  connected,
}) => {
  const { page } = connected;
  await openAllLeads(connected);
  const rows = getList(connected).getByRole('option');
  await rows.nth(0).click();
  await page.keyboard.press('x');
  await expect(getBar(connected)).toContainText('1 selected');
  await look(connected, 'selection-one');
  await page.keyboard.press('Shift+J');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+K');
  await expect(getSelected(connected)).toHaveCount(3);
  await rows.nth(5).click({ modifiers: ['ControlOrMeta'] });
  await rows.nth(7).click({ modifiers: ['Shift'] });
  await expect(getBar(connected)).toContainText('6 selected');
  await expect(page.getByRole('heading', { name: '6 leads selected' })).toBeVisible();
  // The selection's actions are offered once.
  for (const name of ['Archive', 'Clear selection'])
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(1);
  await look(connected, 'selection-several');

  await connected.resize({ width: 1024, height: 700 });
  await takePicture(page, 'selection-several-1024');
  await connected.resize(usualSize);
  const first = (await rows.nth(0).getAttribute('data-lead-id')) ?? '';
  await page.keyboard.press('e');
  await expect(page.getByText('Archived 6 leads').first()).toBeVisible();
  await expect(getSelected(connected)).toHaveCount(0);
  await expect(rows.nth(0)).not.toHaveAttribute('data-lead-id', first);
  await page.keyboard.press('z');
  await expect(page.getByText('Put 6 leads back').first()).toBeVisible();
  await expect(rows.nth(0)).toHaveAttribute('data-lead-id', first);
});

test('Ctrl+A selects the loaded leads, a button all of the view, and Escape first ends the selection', async ({
  connected,
}) => {
  const { page } = connected;
  const count = await openAllLeads(connected);
  await getList(connected).getByRole('option').nth(2).hover();
  await page.keyboard.press('Control+a');
  await expect(getBar(connected)).toContainText(/\d+ selected/);
  await look(connected, 'selection-here');
  await page.getByRole('button', { name: `Select all ${count} in All leads` }).click();
  await expect(getBar(connected)).toContainText(`${count} selected`);
  await look(connected, 'selection-all');
  await getList(connected)
    .getByRole('option')
    .nth(1)
    .click({ modifiers: ['ControlOrMeta'] });
  await expect(getBar(connected)).toContainText(`${count - 1} selected`);
  await page.keyboard.press('s');
  await expect(page.getByText(`Starred ${count - 1} leads`).first()).toBeVisible();
  await page.getByRole('button', { name: /^Starred/ }).click();
  await expect(page.getByRole('region', { name: 'Selected leads' })).toHaveCount(0);
  await page.keyboard.press('z');
  await expect(page.getByRole('button', { name: 'Starred', exact: true })).toBeVisible();

  await openAllLeads(connected);
  await getList(connected).getByRole('option').first().click();
  await page.keyboard.press('Control+a');
  await expect(getBar(connected)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Selected leads' })).toHaveCount(0);
  await expect(page.getByRole('log')).toBeVisible();
});

test('snooze and tags apply to all selected leads, and not to leads that arrive meanwhile', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  await openAllLeads(connected);
  const rows = getList(connected).getByRole('option');
  await rows.nth(0).click();
  await page.keyboard.press('Shift+j');
  await page.keyboard.press('Shift+j');
  await service.createLead('Newcomer');
  await expect(connected.row('Newcomer')).toBeVisible();
  await expect(getBar(connected)).toContainText('3 selected');
  await page.keyboard.press('t');
  const picker = page.getByRole('dialog', { name: 'Tags' });
  await page.keyboard.type('Spring');
  await page.keyboard.press('Enter');
  await expect(picker.getByRole('option', { name: 'Spring' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await look(connected, 'selection-tags');
  await page.keyboard.press('Escape');
  await expect(picker).toHaveCount(0);
  await expect(getBar(connected)).toContainText('3 selected');
  await page.keyboard.press('h');
  await look(connected, 'selection-snooze');
  await page.getByRole('menuitem', { name: /In 1 hour/ }).click();
  await expect(page.getByText('Snoozed 3 leads').first()).toBeVisible();
  await page.keyboard.press('z');
  await page.keyboard.press('z');
  await expect(page.getByText('Put 3 leads back').first()).toBeVisible();
  await expect(getList(connected).getByText('Spring')).toHaveCount(0);
});

test('a batch interrupted by an engine crash is completed once, and one Z undoes all of it', async ({
  connected,
}) => {
  const { page } = connected;
  const count = await openAllLeads(connected);
  await getList(connected).getByRole('option').first().click();
  await page.keyboard.press('Control+a');
  await page
    .getByRole('button', { name: `Select all ${count} in All leads` })
    .first()
    .click();
  await expect(getBar(connected)).toContainText(`${count} selected`);
  await connected.runWhileEngineIsFrozen(async () => {
    await page.keyboard.press('e');
    await page.keyboard.press('e');
  }, true);
  await expect(page.getByText(`Archived ${count} leads`).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No leads yet' })).toBeVisible();
  await page.keyboard.press('z');
  await expect(page.getByText(`Put ${count} leads back`).first()).toBeVisible();
  await expect(getList(connected).getByRole('option').first()).toHaveAttribute(
    'aria-setsize',
    String(count),
  );
});
