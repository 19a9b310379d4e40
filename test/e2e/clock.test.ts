/** Times on the screen under a clock that the test advances: ages, reply deadlines, midnight. */
import { expect, test } from './support/fixtures.ts';
import { look } from './support/look.ts';
import { invoke } from './support/invoke.ts';

const minute = 60_000;
const hour = 60 * minute;

test('ages grow by the minute, a reply deadline shows when it is close and when it has passed, and days change at midnight', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  // Open at every hour, so that four business hours are four hours.
  const whole = [{ from: 0, to: 1_440 }];
  await invoke(page, 'settings.change', {
    businessHours: { timeZone: null, week: Array(7).fill(whole), holidays: [] },
  });
  await page.clock.install();
  await page.reload();
  await connected.waitForScreen('inbox');
  const sentAt = Date.now();
  const lead = await service.createLead('Uma');
  const row = connected.row('Uma Rivera');
  await row.click();
  const log = page.getByRole('log', { name: /Uma/ });
  await service.customerWrites(lead, 'Is anybody there?');
  await expect(log).toContainText('Is anybody there?');
  const header = page.locator('header');
  await expect(row).toContainText('now');
  await expect(row).not.toContainText(/left|late/);
  await expect(header.getByText(/^Reply by (\S+ )?\S+ [AP]M$/)).toBeVisible();
  const day = log.getByText(/^(Today|Yesterday)$/);
  await expect(day).toHaveText(['Today']);

  await page.clock.fastForward(minute + 1_000);
  await expect(row).toContainText('1 min');
  await page.clock.fastForward(minute);
  await expect(row).toContainText('2 min');

  await page.clock.fastForward(3 * hour + 8 * minute);
  await expect(row.locator('[data-urgency="soon"]')).toHaveText(/^(49|50) min left$/);
  await expect(header.locator('[data-urgency="soon"]')).toHaveText(
    /^Reply by .+ · (49|50) min left$/,
  );
  await look(connected, 'reply-soon');
  await page.clock.fastForward(3 * hour);
  await expect(row.locator('[data-urgency="late"]')).toHaveText('2 h late');
  await expect(header.locator('[data-urgency="late"]')).toContainText('2 h late');
  await look(connected, 'reply-late');

  // The computer slept until the next morning; a clock late in the evening is already there.
  const untilMorning = await page.evaluate(
    (at) => Math.max(0, new Date(at).setHours(24, 0, 1, 0) - Date.now()),
    sentAt,
  );
  await page.clock.fastForward(untilMorning);
  await expect(day).toHaveText(['Yesterday']);
  await expect(row).toContainText(/Yesterday|\d+ h/);
});
