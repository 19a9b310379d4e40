/** A professional sets job statuses and tags leads. */
import { expect, test } from './support/fixtures.ts';
import { look } from './support/look.ts';

test.describe.configure({ mode: 'default' });
test.use({ sharesApp: true });

test('a job status is shown in the row, undone with Z, and gets a reason when the job was not won', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  await service.createLead('Wanda');
  await connected.row('Wanda').click();
  const status = page.getByLabel('Job status');
  await expect(status).toHaveValue('pending');
  await status.selectOption('Hired');
  await expect(connected.row('Wanda')).toContainText('Hired');
  await look(connected, 'job-hired');
  await page.getByRole('listbox', { name: 'Leads' }).focus();
  await page.keyboard.press('z');
  await expect(status).toHaveValue('pending');
  await expect(connected.row('Wanda')).not.toContainText('Hired');

  await status.selectOption('Not hired');
  await page.getByLabel("Why you weren't hired").selectOption('Other');
  await page.getByLabel('Other reason').fill('They moved to Ohio');
  await page.getByLabel('Other reason').press('Enter');
  await look(connected, 'job-not-hired');
  await page.reload();
  await connected.waitForScreen('inbox');
  // A lost job needs no reply.
  await page.getByRole('button', { name: /^All leads/ }).click();
  await connected.row('Wanda').click();
  await expect(page.getByLabel('Other reason')).toHaveValue('They moved to Ohio');
});

test('the marketplace gets the job status, and the reason of a refusal is shown', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  const lead = await service.createLead('Zoe');
  await connected.row('Zoe').click();
  const details = page.getByRole('complementary', { name: 'About this lead' });
  await expect(details.getByRole('heading', { name: 'Zoe Rivera' })).toBeVisible();
  await service.control('POST', '/faults', {
    match: { method: 'POST', path: `/v4/negotiations/${lead.negotiationID}/job-status` },
    times: 1,
    status: 400,
    body: { title: 'Bad Request', status: 400, detail: 'The job cannot be done yet.' },
  });
  await page.getByLabel('Job status').selectOption('Done');
  // Sent after ten seconds, so that an undone change is not sent.
  await expect(
    page.getByText("Couldn't tell the marketplace: The job cannot be done yet."),
  ).toBeVisible({ timeout: 30_000 });
  await look(connected, 'job-refused');

  const countReports = async (): Promise<number> => {
    const { requests } = await service.control<{
      requests: { byPath: Record<string, number> };
    }>('GET', '/stats');
    return Object.entries(requests.byPath).reduce(
      (sum, [path, times]) =>
        path.endsWith(`/${lead.negotiationID}/job-status`) ? sum + times : sum,
      0,
    );
  };
  expect(await countReports()).toBe(1);
  await page.getByLabel('Job status').selectOption('Hired');
  await expect.poll(countReports, { timeout: 30_000 }).toBe(2);
  await expect(page.getByText("Couldn't tell the marketplace")).toHaveCount(0);
  await expect(page.getByLabel('Job status')).toHaveValue('hired');
});

test('a lead is tagged with T and Enter, and the tag is suggested for the next one', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  await service.createLead('Xenia');
  await service.createLead('Yara');
  await connected.row('Xenia').click();
  const picker = page.getByRole('dialog', { name: 'Tags' });
  await page.keyboard.press('t');
  await look(connected, 'tags-none');
  for (const tag of ['VIP', 'Apartment building', 'Call after 5 PM']) {
    await page.keyboard.type(tag);
    await expect(picker.getByRole('option', { name: `Create “${tag}”` })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(picker.getByRole('option', { name: tag, exact: true })).toHaveAttribute(
      'aria-selected',
      'true',
    );
  }
  await look(connected, 'tags-picker');
  await page.keyboard.press('Escape');
  await expect(picker).toHaveCount(0);
  await expect(connected.row('Xenia')).toContainText('Apartment building');
  await expect(connected.row('Xenia')).toContainText('+1');
  await look(connected, 'tags');

  await connected.row('Yara').click();
  await page.keyboard.press('t');
  await page.keyboard.type('vip');
  await expect(picker.getByRole('option')).toHaveText(['VIP']);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(picker).toHaveCount(0);
  await expect(connected.row('Yara')).toContainText('VIP');
  await page.keyboard.press('z');
  await expect(connected.row('Yara')).not.toContainText('VIP');

  await connected.row('Xenia').click();
  await page.getByRole('button', { name: 'Remove the tag VIP' }).click();
  await expect(connected.row('Xenia')).not.toContainText('+1');
});
