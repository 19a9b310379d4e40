/**
 * Help while writing a reply: proposed times, forbidden content, length. Typed text stays text, however slow the
 * engine: it is frozen here while typing.
 */
import { expect, test } from './support/fixtures.ts';
import { look } from './support/look.ts';

test.describe.configure({ mode: 'default' });
test.use({ sharesApp: true });

test('a proposed time becomes text, forbidden content shows a warning without blocking, and too long a text is counted', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  const lead = await service.createLead('Uma');
  await connected.row('Uma Rivera').click();
  const composer = page.getByRole('textbox', { name: 'Reply to Uma' });
  const time = page
    .getByRole('article', { name: 'Request' })
    .getByTitle(/ works for me\.$/)
    .first();
  const words = (await time.getAttribute('title')) ?? '';
  expect(words).toMatch(/^Hi Uma, \w{3}, \w{3} \d+, .*[AP]M works for me\.$/);
  await time.click();
  await expect(composer).toHaveValue(words);
  await expect(composer).toBeFocused();
  // The customer writes in the language of the app.
  await expect(page.getByRole('button', { name: /^Reply language/ })).toHaveCount(0);

  await composer.fill('Call me at 512 555 0142, write to me@example.com or see www.example.com');
  await expect(
    page.getByText(
      'Contains a phone number, an email address, and a link. Marketplaces often forbid this in messages.',
    ),
  ).toBeVisible();
  const send = page.getByRole('button', { name: /^Send(?! later)/ });
  await expect(send).toBeEnabled();
  await look(connected, 'composer-warning');

  await composer.fill('a'.repeat(16_000));
  await expect(page.getByText('384 characters left')).toBeVisible();
  await composer.fill('a'.repeat(16_385));
  await expect(page.getByText('1 character too long')).toBeVisible();
  await expect(send).toBeDisabled();
  await look(connected, 'composer-too-long');
  await page.keyboard.press('Control+Enter');
  await composer.fill(`${words}.`);
  await page.keyboard.press('Control+Shift+Enter');
  await expect
    .poll(() => service.listTexts(lead, 'Business'), { timeout: 20_000 })
    .toEqual([`${words}.`]);
});

test('text typed after R, and after Undo from another lead, goes to the composer and triggers no action', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  await connected.setUndoSeconds(30);
  const sentence = 'Hi, see you at ten';
  const wilma = await service.createLead('Wilma');
  await service.createLead('Xaver');
  await expect(connected.row('Wilma')).toBeVisible();
  await expect(connected.row('Xaver')).toBeVisible();
  const getComposer = (name: string) => page.getByRole('textbox', { name: `Reply to ${name}` });

  await connected.row('Xaver').click();
  await expect(getComposer('Xaver')).toBeVisible();
  await page.getByRole('listbox').focus();
  await connected.runWhileEngineIsFrozen(async () => {
    await connected.row('Wilma').click();
    await page.keyboard.press('r');
    await page.keyboard.type(sentence);
  });
  await expect(getComposer('Wilma')).toHaveValue(sentence);
  await expect(getComposer('Wilma')).toBeFocused();
  await page.keyboard.type(' sharp.');
  await expect(getComposer('Wilma')).toHaveValue(`${sentence} sharp.`);

  await page.keyboard.press('Control+Shift+Enter');
  await expect(page.getByRole('button', { name: 'Undo' }).first()).toBeVisible();
  await connected.row('Xaver').click();
  await expect(getComposer('Xaver')).toBeVisible();
  await connected.runWhileEngineIsFrozen(async () => {
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await page.keyboard.type('Please leave the gate open.');
  });
  await expect(getComposer('Wilma')).toBeFocused();
  await expect(getComposer('Wilma')).toHaveValue(
    new RegExp(`^${sentence} sharp\\.\\s+Please leave the gate open\\.$`),
  );
  await look(connected, 'typed-meanwhile');

  await page.getByRole('button', { name: /^Archived/ }).click();
  await expect(page.getByText('Nothing archived')).toBeVisible();
  await page.getByRole('button', { name: /^Starred/ }).click();
  await expect(page.getByText('No starred leads')).toBeVisible();
  expect(await service.listTexts(wilma, 'Business')).toEqual([]);
});

test('a note can be saved by keyboard, once, before the engine has loaded its lead', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  await service.createLead('Yara');
  await service.createLead('Zeno');
  await expect(connected.row('Yara')).toBeVisible();
  await connected.row('Zeno').click();
  await expect(page.getByRole('textbox', { name: 'Reply to Zeno' })).toBeVisible();
  await connected.runWhileEngineIsFrozen(async () => {
    await connected.row('Yara').click();
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
