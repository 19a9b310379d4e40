/** A legacy account: connected, called by its service, answered, and after the end of its interface. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test as base } from './support/fixtures.ts';
import type { Hearthline } from './support/hearthline.ts';
import { look } from './support/look.ts';
import type { Service } from './support/service.ts';

/** The app with a legacy account, connected through the page's business dropdown. */
const test = base.extend<{ readonly legacy: Hearthline }>({
  legacy: async ({ place, service, start, browser_ }, use) => {
    const profile = join(place, 'legacy.json');
    writeFileSync(profile, JSON.stringify(service.buildLegacyProfile()));
    const hearthline = await start([`--profile=${profile}`]);
    await hearthline.connect(browser_, service.ready.businesses[1]?.businessID);
    await use(hearthline);
    expect(hearthline.complaints).toEqual([]);
  },
});

test.use({ serviceOptions: ['--leads', '0', '--businesses', '2'] });

const getValue = (page: Page, name: string) =>
  page
    .locator('[data-row="partner"] dt', { hasText: name })
    .locator('xpath=following-sibling::dd[1]');

/** Makes a password and configures the displayed values at the marketplace, like its operator. */
const setUpPartner = async (hearthline: Hearthline, service: Service): Promise<string> => {
  const { page } = hearthline;
  await page.getByRole('button', { name: 'Needs attention' }).click();
  await hearthline.waitForScreen('connection');
  await expect(page.getByText("The marketplace can't send new leads yet")).toBeVisible();
  await page.getByRole('button', { name: 'New password' }).click();
  const password = await page.getByRole('dialog').locator('code').innerText();
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: 'Discontinued' })).toBeVisible();
  await service.control('POST', '/partner', {
    baseUrl: await getValue(page, 'Address').locator('code').innerText(),
    username: await getValue(page, 'Username').locator('code').innerText(),
    password,
  });
  return password;
};

const createLead = (service: Service, firstName: string) =>
  service.control<{ negotiationID: string }>('POST', '/leads', {
    businessID: service.ready.businesses[1]?.businessID,
    customer: { firstName, lastName: 'Rivera' },
    description: 'The kitchen tap drips day and night.',
  });

test('a legacy lead arrives with its kind and schedule, is answered, and its price follows', async ({
  legacy,
  service,
}) => {
  const { page } = legacy;
  await setUpPartner(legacy, service);
  await page.getByRole('button', { name: /^All leads/ }).click();
  const { negotiationID } = await createLead(service, 'Nadia');
  await legacy.row('Nadia Rivera').click();
  const log = page.getByRole('log');
  const facts = page.getByRole('complementary', { name: 'About this lead' });
  await expect(log.getByText('The kitchen tap drips day and night.')).toBeVisible();
  await expect(facts.getByText('Lead type')).toBeVisible();
  const when = log.getByRole('article').locator('li', { hasText: 'When' }).locator('bdi');
  expect((await when.innerText()).split('\n').length).toBeGreaterThan(1);
  await expect(facts.getByText('Lead price')).toHaveCount(0);

  await service.control('POST', `/leads/${negotiationID}/messages`, {
    text: 'Can you come today?',
  });
  await expect(log.getByText('Can you come today?')).toBeVisible();
  await legacy.reply('Nadia Rivera', 'Yes, at four.');
  await expect
    .poll(() => service.listTexts({ negotiationID }))
    .toEqual(['Can you come today?', 'Yes, at four.']);
  await expect(page.locator('[data-message-state="sent"]')).toHaveCount(1);

  await service.control('POST', `/leads/${negotiationID}/price`, { leadPrice: '$31.50' });
  await expect(facts.getByText('$31.50')).toBeVisible();
  await expect(facts.getByText('Charged')).toBeVisible();
  await look(legacy, 'legacy-lead');
});

test('a legacy account reports the end of its interface and opens the move assistant', async ({
  legacy,
  service,
}) => {
  const { page } = legacy;
  const password = await setUpPartner(legacy, service);
  await expect(page.getByRole('article').getByText('Discontinued', { exact: true })).toBeVisible();
  await expect(
    page.getByText(/which the marketplace discontinued in the first quarter of 2026/),
  ).toBeVisible();
  await expect(page.locator('[data-row="polling"]')).toContainText(
    'the old interface only calls this computer',
  );
  await expect(page.locator('[data-row="calls"]')).toContainText('No calls yet.');
  await expect(getValue(page, 'Password')).toContainText("It can't be shown again.");
  await expect.poll(() => page.content()).not.toContain(password);
  await createLead(service, 'Omar');
  await expect(page.locator('[data-row="calls"]')).toContainText('Last call');
  await look(legacy, 'legacy-account');

  await page.getByRole('button', { name: 'New password' }).click();
  await expect(page.getByRole('dialog')).toContainText('calls are refused until');
  await page.getByRole('dialog').getByRole('button', { name: 'Create password' }).click();
  await expect(page.getByRole('dialog').locator('code')).not.toHaveText(password);
  await look(legacy, 'legacy-password');
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();

  await page.getByRole('button', { name: 'Move this account' }).click();
  await legacy.waitForScreen('move');
});

test('a legacy reply with a lost response is shown as possibly sent, and resent only by hand', async ({
  legacy,
  service,
}) => {
  const { page } = legacy;
  await setUpPartner(legacy, service);
  await page.getByRole('button', { name: /^All leads/ }).click();
  const { negotiationID } = await createLead(service, 'Priya');
  await legacy.row('Priya Rivera').click();
  await service.control('POST', '/faults', {
    match: { method: 'POST', path: '/v2/business' },
    drop: 'after',
  });
  await legacy.reply('Priya Rivera', 'I can come on Monday.');
  await expect(page.getByText("We don't know if the reply arrived.")).toBeVisible({
    timeout: 20_000,
  });
  await expect(legacy.row('Priya Rivera')).toContainText('Not confirmed');
  await look(legacy, 'legacy-may-have-arrived');
  expect(await service.listTexts({ negotiationID })).toEqual(['I can come on Monday.']);
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.getByRole('button', { name: 'Send anyway' }).click();
  await expect(page.locator('[data-message-state="sent"]')).toHaveCount(1);
  expect(await service.listTexts({ negotiationID })).toHaveLength(2);
});
