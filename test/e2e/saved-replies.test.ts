/** Saved replies are written, pinned and used. */
import type { Page } from '@playwright/test';
import type { SavedReplyID } from '../../contract/commands/saved-replies.ts';
import { expect, test } from './support/fixtures.ts';
import { look } from './support/look.ts';
import { invoke } from './support/invoke.ts';

test.use({ serviceOptions: ['--leads', '24', '--businesses', '2', '--list-negotiations'] });
test.describe.configure({ mode: 'default' });
test.use({ sharesApp: true });

/** Adds replies like those of the first test, if it left none. */
const addReplies = async (page: Page): Promise<void> => {
  const listed = await invoke(page, 'savedReplies.list', {});
  if (listed.ok && listed.value.replies.length > 0) return;
  const replies = [
    ['Ask for details', 'Hi {{customer.firstName}}, thanks for reaching out.'],
    ['Offer a visit', 'Hi {{customer.firstName}}, happy to help.'],
    ['Give a price', 'Hi {{customer.firstName}}, this starts at {{price}}. '],
  ] as const;
  for (const [name, text] of replies) {
    const reply = { savedReplyID: name as SavedReplyID, name, text, isPinned: true };
    await invoke(page, 'savedReplies.save', { ...reply, scope: { for: 'all' } });
  }
};

test('three starter replies can be added; replies are written with variables, sorted, deleted and restored', async ({
  connected,
}) => {
  const { page } = connected;
  await expect(page.locator('[data-lead-id]').first()).toBeVisible();
  await page.getByRole('button', { name: 'Saved replies', exact: true }).click();
  await connected.waitForScreen('savedReplies');
  await expect(page.getByText('No saved replies yet')).toBeVisible();
  await look(connected, 'saved-replies-empty');
  await page.getByRole('button', { name: 'Add three starter replies' }).click();
  const items = page.getByRole('list', { name: 'Saved replies' }).getByRole('listitem');
  await expect(items).toHaveCount(3);
  await look(connected, 'saved-replies-list');

  await page.getByRole('button', { name: 'New reply' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Give a price');
  const text = page.getByLabel('Text', { exact: true });
  await text.fill('Hi ');
  await page.getByRole('button', { name: 'First name', exact: true }).click();
  await text.pressSequentially(', in ');
  await page.getByRole('button', { name: 'City', exact: true }).click();
  await text.pressSequentially(' this starts at {{price}}. ');
  await page.getByRole('button', { name: 'Cursor', exact: true }).click();
  await expect(text).toHaveText('Hi first name or “there”, in city this starts at price. cursor');
  // One key removes a chip, one restores it.
  await page.keyboard.press('Backspace');
  await expect(text).toHaveText('Hi first name or “there”, in city this starts at price.');
  await page.keyboard.press('Control+z');
  await expect(text).toHaveText(/price\. cursor$/);
  await page.getByRole('switch', { name: 'Pin above the reply' }).check();
  await look(connected, 'saved-replies-editor');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(items).toHaveCount(4);
  await expect(page.getByText('Not saved')).toHaveCount(0);

  await page.getByRole('button', { name: 'Move up' }).click();
  await expect(items.nth(2)).toContainText('Give a price');
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(items).toHaveCount(3);
  await page.getByRole('button', { name: /^Undo/ }).first().click();
  await expect(items.nth(2)).toContainText('Give a price');
});

test('in the composer saved replies are chips, keys and results of a slash; a gap blocks sending', async ({
  connected,
}) => {
  const { page } = connected;
  await addReplies(page);
  await page.locator('[data-lead-id]').first().click();
  const composer = page.getByRole('textbox', { name: /^Reply to/ });
  await expect(page.getByRole('group', { name: 'Pinned replies' })).toBeVisible();
  await look(connected, 'composer-pinned');

  await composer.click();
  await page.keyboard.type('/');
  await expect(page.getByRole('listbox', { name: 'Saved replies' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await look(connected, 'composer-slash');
  await page.keyboard.type('vis');
  await page.keyboard.press('Enter');
  await expect(composer).toHaveValue(/^Hi \S+, happy to help\./);

  await page.keyboard.press('Control+z');
  await expect(composer).toHaveValue('/vis');
  await composer.fill('At nine ');
  await composer.press('End');
  await page.keyboard.type('/xy');
  await page.keyboard.press('Escape');
  await expect(composer).toHaveValue('At nine ');
  await page.keyboard.press('Control+z');
  await expect(composer).toHaveValue(/^At nine \/x?y?$/);
  await composer.fill('/');
  await expect(page.getByRole('button', { name: /^Send/ })).toBeDisabled();
  await composer.fill('');
  await page.keyboard.press('Alt+3');
  await expect(composer).toHaveValue(/starts at \{\{price\}\}\. $/);
  await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe('{{price}}');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Fill in “price” before sending')).toBeVisible();
  await look(connected, 'composer-gap');
  await composer.fill('Thank you, I can be there at four.');

  await page.getByRole('button', { name: 'Other ways to send' }).click();
  await expect(page.getByRole('menuitem', { name: /^Send and archive/ })).toBeVisible();
  await look(connected, 'composer-send-menu');
  await page.keyboard.press('Escape');
  await expect(composer).toBeFocused();

  // The composer's keys still work after an undo reopened it.
  await connected.setUndoSeconds(30);
  await page.keyboard.press('Control+Shift+Enter');
  await expect(page.getByText(/^Sends in \d+ s$/)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('z');
  await expect(composer).toHaveValue('Thank you, I can be there at four.');
  await expect(composer).toBeFocused();
  await connected.setUndoSeconds(5);
  await composer.fill('');
  await page.keyboard.type('/');
  await page.keyboard.press('Alt+2');
  await expect(composer).toHaveValue(/^Hi \S+, happy to help\./);
});

test('a reply for one business is offered on its leads only, above general ones', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  const [first, second] = service.ready.businesses;
  for (const [business, firstName] of [
    [first, 'Ann'],
    [second, 'Bob'],
  ] as const)
    await service.control('POST', '/leads', {
      businessID: business?.businessID,
      customer: { firstName, lastName: 'Rivera' },
    });
  await page.getByRole('button', { name: 'Saved replies', exact: true }).click();
  await page.getByRole('button', { name: 'New reply' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Our parking');
  await page
    .getByLabel('Text', { exact: true })
    .fill('Please park behind the house, {{customer.firstName}}.');
  await page.getByLabel('Use for', { exact: true }).selectOption({ label: first?.name ?? '' });
  await page.getByRole('switch', { name: 'Pin above the reply' }).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Not saved')).toHaveCount(0);
  await page.getByRole('button', { name: /^All leads/ }).click();

  const pinned = page.getByRole('group', { name: 'Pinned replies' }).getByRole('button');
  await connected.row('Ann Rivera').click();
  await expect(page.getByRole('textbox', { name: 'Reply to Ann' })).toBeVisible();
  await expect(pinned.filter({ hasText: 'Our parking' })).toBeVisible();
  await pinned.filter({ hasText: 'Our parking' }).click();
  await expect(page.getByRole('textbox', { name: 'Reply to Ann' })).toHaveValue(
    'Please park behind the house, Ann.',
  );
  await connected.row('Bob Rivera').click();
  await expect(page.getByRole('textbox', { name: 'Reply to Bob' })).toBeVisible();
  await expect(pinned.filter({ hasText: 'Our parking' })).toHaveCount(0);
});
