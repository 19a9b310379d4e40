/** A marketplace that replies to each new lead automatically: the lead still needs a reply. */
import { expect, test } from './support/fixtures.ts';
import { look } from './support/look.ts';

test.use({ serviceOptions: ['--leads', '0', '--businesses', '1', '--quick-replies'] });

test('leads with only an automatic reply need a reply and are labeled', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  for (const name of ['Ada', 'Ben']) await service.createLead(name);
  await page.getByRole('button', { name: /^Needs reply/ }).click();
  await expect(connected.row('Ada Rivera')).toHaveCount(1);
  await expect(connected.row('Ben Rivera')).toHaveCount(1);
  await connected.row('Ben Rivera').click();
  await expect(page.getByText('Sent automatically by the marketplace')).toBeVisible();
  await look(connected, 'quick-reply');
  await page.getByRole('button', { name: 'Insights' }).click();
  await connected.waitForScreen('insights');
  await expect(page.getByText(/in time/i).first()).toBeVisible();
  await look(connected, 'quick-reply-insights');
});
