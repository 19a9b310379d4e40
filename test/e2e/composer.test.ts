/** Help while writing a reply: proposed times, forbidden content, length. */
import { expect, test } from './support/fixtures.ts';
import { look } from './support/look.ts';

test.use({ sharesApp: true });

test('a proposed time becomes text, forbidden content shows a warning without blocking, and too long a text is counted', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  const lead = await service.newLead('Uma');
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
    .poll(() => service.textsOf(lead, 'Business'), { timeout: 20_000 })
    .toEqual([`${words}.`]);
});
