/** Typed text stays text, however slow the engine: it is frozen here while typing. */
import { expect, test } from './support/fixtures.ts';
import { look } from './support/look.ts';

test('text typed after R, and after Undo from another lead, goes to the composer and triggers no action', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  await connected.undoFor(30);
  const sentence = 'Hi, see you at ten';
  const uma = await service.newLead('Uma');
  await service.newLead('Viktor');
  await expect(connected.row('Uma')).toBeVisible();
  await expect(connected.row('Viktor')).toBeVisible();
  const composerOf = (name: string) => page.getByRole('textbox', { name: `Reply to ${name}` });

  await connected.row('Viktor').click();
  await expect(composerOf('Viktor')).toBeVisible();
  await page.getByRole('listbox').focus();
  await connected.whileEngineIsStill(async () => {
    await connected.row('Uma').click();
    await page.keyboard.press('r');
    await page.keyboard.type(sentence);
  });
  await expect(composerOf('Uma')).toHaveValue(sentence);
  await expect(composerOf('Uma')).toBeFocused();
  await page.keyboard.type(' sharp.');
  await expect(composerOf('Uma')).toHaveValue(`${sentence} sharp.`);

  await page.keyboard.press('Control+Shift+Enter');
  await expect(page.getByRole('button', { name: 'Undo' }).first()).toBeVisible();
  await connected.row('Viktor').click();
  await expect(composerOf('Viktor')).toBeVisible();
  await connected.whileEngineIsStill(async () => {
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await page.keyboard.type('Please leave the gate open.');
  });
  await expect(composerOf('Uma')).toBeFocused();
  await expect(composerOf('Uma')).toHaveValue(
    new RegExp(`^${sentence} sharp\\.\\s+Please leave the gate open\\.$`),
  );
  await look(connected, 'typed-meanwhile');

  await page.getByRole('button', { name: /^Archived/ }).click();
  await expect(page.getByText('Nothing archived')).toBeVisible();
  await page.getByRole('button', { name: /^Starred/ }).click();
  await expect(page.getByText('No starred leads')).toBeVisible();
  expect(await service.textsOf(uma, 'Business')).toEqual([]);
});

test('a note can be saved by keyboard, once, before the engine has loaded its lead', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  await service.newLead('Uma');
  await service.newLead('Viktor');
  await connected.row('Viktor').click();
  await expect(page.getByRole('textbox', { name: 'Reply to Viktor' })).toBeVisible();
  await connected.whileEngineIsStill(async () => {
    await connected.row('Uma').click();
    await page.keyboard.press('n');
    await page.keyboard.type('Two dogs at the gate');
    await page.keyboard.press('Control+Enter');
    await page.keyboard.press('Control+Enter');
  });
  await expect(page.getByRole('textbox', { name: /note/i })).toHaveCount(0);
  const notes = page.getByRole('log').getByRole('group', { name: 'Note' });
  await expect(notes).toHaveText(/Two dogs at the gate$/);
  await expect(page.getByRole('listbox')).toBeFocused();
});
