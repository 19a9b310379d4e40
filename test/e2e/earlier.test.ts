/** A professional sees earlier requests of the same customer. */
import { expect, test } from './support/fixtures.ts';
import { look } from './support/look.ts';

test('an earlier request of the customer is listed next to the new one, and can be opened', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  const first = await service.newLead('Vera');
  await expect(connected.row('Vera')).toHaveCount(1);
  await connected.row('Vera').click();
  await page.getByLabel('Reply to Vera').fill('I can come on Tuesday.');
  await page.keyboard.press('Control+Shift+Enter');
  await expect
    .poll(() => service.textsOf(first, 'Business'), { timeout: 20_000 })
    .toEqual(['I can come on Tuesday.']);
  const categories = ['Tree service', 'Gutter cleaning', 'Painting', 'Roofing', 'Flooring'];
  for (const category of [...categories, 'Window cleaning'])
    await service.newRequestOf(first, category);
  await page.getByRole('button', { name: 'All leads', exact: true }).click();
  await expect(connected.row('Vera')).toHaveCount(7);

  await connected.row('Vera').first().click();
  const earlier = page
    .getByRole('complementary', { name: 'About this lead' })
    .locator('section', { hasText: 'Earlier requests' });
  await expect(earlier.getByRole('listitem')).toHaveCount(5);
  await earlier.scrollIntoViewIfNeeded();
  await look(connected, 'earlier');
  await earlier.getByRole('button', { name: 'Show all (6)' }).click();
  await expect(earlier.getByRole('listitem')).toHaveCount(6);
  const answered = earlier.getByRole('button', { name: /· Answered|Answered/ }).last();
  await expect(answered).toContainText('Answered');
  await answered.click();
  await expect(page.getByRole('log', { name: /Vera/ })).toContainText('I can come on Tuesday.');
  await expect(page.getByRole('heading', { name: 'Later requests' })).toBeVisible();
});
