/** A professional writes notes and logs calls. */
import type { SavedReplyID } from '../../contract/commands/saved-replies.ts';
import { expect, test } from './support/fixtures.ts';
import { usualSize } from './support/hearthline.ts';
import { invoke } from './support/invoke.ts';
import { look } from './support/look.ts';

test('notes and calls are in the conversation, can be undone and found, and survive a restart', async ({
  connected,
  service,
  start,
}) => {
  const { page } = connected;
  const uma = await service.createLead('Uma');
  await service.customerWrites(uma, 'The tap still drips. Can you come today?');
  await expect(connected.row('Uma')).toContainText('Wrote again');
  await connected.row('Uma').click();
  const log = page.getByRole('log', { name: /Uma/ });
  await expect(log).toContainText('Can you come today?');

  await page.keyboard.press('n');
  const field = page.getByLabel(/^Note on Uma/);
  await expect(field).toBeFocused();
  await look(connected, 'note-empty');
  // In the smallest window there is room for a long note, and a long reply with a warning.
  const composer = page.getByRole('textbox', { name: 'Reply to Uma Rivera' });
  const lines = 'Call me at 614-555-0199.\n'.repeat(12);
  await connected.resize({ width: 900, height: 600 });
  await composer.fill(lines);
  await field.fill(lines);
  const send = page.getByRole('button', { name: /^Send(?! later)/ });
  await expect(send).toBeInViewport({ ratio: 1 });
  // With larger text even below three rows of pinned replies.
  await connected.app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.setMinimumSize(600, 400);
  });
  await connected.resize({ width: 600, height: 400 });
  await composer.fill('Yes.\n'.repeat(12));
  for (const nth of [1, 2, 3, 4, 5]) {
    const name = `Offer a first visit within a week (${nth})`;
    const reply = { savedReplyID: name as SavedReplyID, name, text: 'Yes.', isPinned: true };
    await invoke(page, 'savedReplies.save', { ...reply, scope: { for: 'all' } });
  }
  await expect(page.getByRole('button', { name: /Offer.*5/ })).toBeVisible();
  await expect(send).toBeInViewport({ ratio: 1 });
  // The wheel scrolls the note.
  await field.evaluate((element) => (element.scrollTop = 0));
  await field.hover();
  await page.mouse.wheel(0, 500);
  await expect.poll(() => field.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
  await connected.resize(usualSize);
  await composer.fill('');
  await field.fill('');
  await page.keyboard.type('Gate code 4411. Beware of the dog.');
  await look(connected, 'note-written');
  await page.keyboard.press('Control+Enter');
  const note = log.getByRole('group', { name: 'Note' });
  await expect(note).toContainText('Gate code 4411. Beware of the dog.');
  await expect(note).toBeInViewport();
  await expect(field).toHaveCount(0);

  await service.customerWrites(uma, 'Tuesday is fine as well.');
  await expect(log).toContainText('Tuesday is fine as well.');
  await page.keyboard.press('c');
  const call = log.getByRole('group', { name: 'Call' });
  await expect(call).toContainText('Called');
  await expect(page.getByRole('button', { name: 'Needs reply' })).not.toContainText(/\d/);
  await look(connected, 'note-called');
  await call.getByRole('button', { name: 'Add details' }).click();
  await expect(page.getByLabel(/^What you said on the phone with Uma/)).toBeFocused();
  await page.keyboard.type('Tuesday at 9. Quoted $180.');
  await page.keyboard.press('Control+Enter');
  await expect(call).toContainText('Quoted $180.');

  await note.hover();
  await note.getByRole('button', { name: 'Edit the note' }).click();
  await look(connected, 'note-edited');
  await page.keyboard.type(' Ring twice.');
  await page.keyboard.press('Control+Enter');
  await expect(note).toContainText('Ring twice.');
  await note.getByRole('button', { name: 'Delete the note' }).click();
  await expect(note).toHaveCount(0);
  await page.getByRole('listbox', { name: 'Leads' }).focus();
  await page.keyboard.press('z');
  await expect(note).toContainText('Ring twice.');
  await look(connected, 'notes');

  await page.getByRole('button', { name: 'All leads', exact: true }).click();
  await page.locator('#lead-search').fill('quoted gates');
  await expect(connected.row('Uma')).toHaveCount(0);
  await page.locator('#lead-search').fill('quoted gate');
  await expect(connected.row('Uma')).toBeVisible();

  await connected.close();
  const again = await start();
  await again.waitForScreen('inbox');
  await again.page.getByRole('button', { name: 'All leads', exact: true }).click();
  await again.row('Uma').click();
  await expect(again.page.getByRole('log', { name: /Uma/ })).toContainText('Ring twice.');
});
