/** Z undoes local actions of every kind, the latest first. */
import { expect, test } from './support/fixtures.ts';

test.use({ sharesApp: true });

test('each local action is undone by Z, and several in sequence', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  await service.newLead('Uma');
  await page.getByRole('button', { name: /^All leads/ }).click();
  const row = connected.row('Uma Rivera');
  await row.click();
  await expect(row).toHaveAttribute('data-unread', 'false');
  const waiting = page.getByRole('button', { name: /^Needs reply/ });
  await expect(waiting).toContainText('1');
  const log = page.getByRole('log', { name: /Uma/ });
  const list = page.getByRole('listbox', { name: 'Leads' });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const starred = row.getByText('Starred');
  await list.focus();

  await page.keyboard.press('s');
  await expect(starred).toBeAttached();
  await page.keyboard.press('z');
  await expect(starred).toHaveCount(0);

  await page.keyboard.press('u');
  await expect(row).toHaveAttribute('data-unread', 'true');
  await page.keyboard.press('z');
  await expect(row).toHaveAttribute('data-unread', 'false');

  await page.keyboard.press('d');
  await expect(waiting).not.toContainText('1');
  await page.keyboard.press('z');
  await expect(waiting).toContainText('1');

  await page.keyboard.press('c');
  const call = log.getByRole('group', { name: 'Call' });
  await expect(call).toBeVisible();
  await expect(waiting).not.toContainText('1');
  await list.focus();
  await page.keyboard.press('z');
  await expect(call).toHaveCount(0);
  await expect(waiting).toContainText('1');

  await page.keyboard.press('n');
  await expect(page.getByLabel(/^Note on Uma/)).toBeFocused();
  await page.keyboard.type('Two dogs at the gate');
  await page.keyboard.press('Control+Enter');
  const note = log.getByRole('group', { name: 'Note' });
  await expect(note).toContainText('Two dogs at the gate');
  await list.focus();
  await page.keyboard.press('z');
  await expect(note).toHaveCount(0);

  // Earlier actions need more presses.
  await page.keyboard.press('s');
  await expect(starred).toBeAttached();
  await page.keyboard.press('h');
  // Pressed before the menu opens, it neither chooses an item nor starts a reply.
  await page.keyboard.press('Enter');
  const hour = page.getByRole('menuitem', { name: /^In 1 hour/ });
  const snoozed = page.getByText(/^Snoozed Uma Rivera until .*\d:\d\d [AP]M$/).first();
  await expect(hour.or(snoozed).first()).toBeVisible();
  if (await hour.isVisible()) {
    await expect(hour).toBeFocused();
    await page.keyboard.press('Enter');
  }
  await expect(snoozed).toBeVisible();
  await expect(waiting).not.toContainText('1');
  await list.focus();
  await page.keyboard.press('z');
  await expect(waiting).toContainText('1');
  await expect(starred).toBeAttached();
  await page.keyboard.press('z');
  await expect(starred).toHaveCount(0);
  await expect(waiting).toContainText('1');
  await expect(button('Undo')).toHaveCount(0);
});
