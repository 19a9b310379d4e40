/** A support person previews test leads on staging with the real endpoints. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import type { Browser } from './support/browser.ts';
import { readClipboard } from './support/desktop.ts';
import { expect, test } from './support/fixtures.ts';
import { usualSize, type Hearthline } from './support/hearthline.ts';
import { look, takePicture } from './support/look.ts';
import type { Service } from './support/service.ts';

test.use({ serviceOptions: ['--leads', '0', '--businesses', '2'] });

type Start = (args?: readonly string[]) => Promise<Hearthline>;
type Fixtures = {
  readonly start: Start;
  readonly place: string;
  readonly browser_: Browser;
};

const open = async (hearthline: Hearthline): Promise<void> => {
  await hearthline.openAdvanced('Staging preview');
  await hearthline.waitForScreen('staging');
};

/** Starts the app, connects it with the test's profile, and opens the staging screen. */
const openWith = async (
  { start, place, browser_ }: Fixtures,
  profile: Record<string, unknown>,
  businessID?: string,
): Promise<Hearthline> => {
  const file = join(place, 'staging.json');
  writeFileSync(file, JSON.stringify(profile));
  const hearthline = await start([`--profile=${file}`]);
  await hearthline.connect(browser_, businessID);
  await open(hearthline);
  return hearthline;
};

const buildStagingProfile = (service: Service): Record<string, unknown> => ({
  ...service.buildProfile(),
  name: 'Staging marketplace',
  environment: 'staging',
  baseUrl: service.ready.stagingUrl,
});

const pane = ({ page }: Hearthline, name: 'call' | 'stored' | 'seen'): Locator =>
  page.locator(`[data-pane="${name}"]`);
const create = ({ page }: Hearthline): Promise<void> =>
  page.getByRole('button', { name: 'Create test lead' }).click();
const column = (hearthline: Hearthline, name: string): Locator =>
  pane(hearthline, 'stored').locator(`[data-column="${name}"]`);

type TestLead = {
  readonly leadID: string;
  readonly customer: { readonly name: string };
  readonly business: { readonly businessID: string; readonly name: string };
};

/** The visible test lead, as in the call's response. */
const readTestLead = async (hearthline: Hearthline): Promise<TestLead> => {
  const body = pane(hearthline, 'call').locator('pre').nth(1);
  await expect(body).toContainText('"leadID"');
  return JSON.parse((await body.textContent()) ?? '') as TestLead;
};

test.describe('in one app', () => {
  test.describe.configure({ mode: 'default' });
  test.use({ sharesApp: true, profileOf: async ({}, use) => use(buildStagingProfile) });

  test('a test lead without a business is created, stored, seen and answered, and then one with its business', async ({
    connected: hearthline,
    service,
  }) => {
    await open(hearthline);
    const { page } = hearthline;
    await expect(page.getByText('No test leads yet')).toBeVisible();
    await create(hearthline);
    const lead = await readTestLead(hearthline);

    const call = pane(hearthline, 'call');
    await expect(call).toContainText('POST /staging/v1/test/create-lead');
    await expect(call.locator('pre').first()).toHaveText('{}');
    await expect(call.getByText('200', { exact: true })).toBeVisible();

    const stored = pane(hearthline, 'stored');
    await expect(column(hearthline, 'negotiation_id')).toContainText(lead.leadID);
    await expect(column(hearthline, 'created_at')).toHaveAttribute('data-different', 'true');
    await expect(stored.locator('[data-kept="true"]').first()).toContainText('kept, not shown');

    const seen = pane(hearthline, 'seen');
    await expect(seen.getByRole('article', { name: 'Request' })).toBeVisible();
    await stored.locator('[data-kept="true"]').last().scrollIntoViewIfNeeded();
    await look(hearthline, 'staging-created');
    await hearthline.reply(lead.customer.name, 'I can come on Tuesday.');
    await expect(seen.locator('[data-message-state="sent"]')).toBeVisible({ timeout: 20_000 });
    await expect(stored.locator('[data-stage="seen"]')).toContainText('I can come on Tuesday.');
    expect(await service.listTexts({ negotiationID: lead.leadID })).toEqual([
      'I can come on Tuesday.',
    ]);
    await look(hearthline, 'staging-answered');

    await page
      .getByLabel('Business', { exact: true })
      .selectOption(`id:${lead.business.businessID}`);
    await create(hearthline);
    await expect(call.locator('pre').first()).toContainText(lead.business.businessID);
    const second = await readTestLead(hearthline);
    expect([second.business.businessID, second.leadID === lead.leadID]).toEqual([
      lead.business.businessID,
      false,
    ]);
    const strip = page.getByRole('navigation', { name: 'Test leads of this session' });
    await expect(strip.getByRole('button')).toHaveCount(2);
    await strip.getByRole('button').nth(1).click();
    await expect(seen).toContainText('I can come on Tuesday.');

    // The second one waits for a reply, but is not in Needs reply.
    await page.keyboard.press('Escape');
    await hearthline.waitForScreen('inbox');
    await page.getByRole('button', { name: /^All leads/ }).click();
    const rows = page.getByRole('listbox', { name: 'Leads' }).getByRole('option');
    await expect(rows).toHaveCount(2);
    await expect(rows.getByText('Test', { exact: true })).toHaveCount(2);
    await page.getByRole('button', { name: /^Needs reply/ }).click();
    await expect(rows).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Needs reply/ })).not.toContainText(/\d/);
    expect(hearthline.complaints).toEqual([]);
  });

  test('the facts of a test lead are behind a tab, or next to the conversation where there is room', async ({
    connected: hearthline,
  }) => {
    await open(hearthline);
    await look(hearthline, 'staging-unasked');
    await create(hearthline);
    const { customer } = await readTestLead(hearthline);
    const seen = pane(hearthline, 'seen');
    const facts = seen.getByRole('complementary');
    const request = seen.getByRole('article', { name: 'Request' });
    await expect(request).toBeVisible();
    await hearthline.resize({ width: 1920, height: 1080 });
    await expect(facts).toContainText(customer.name);
    await expect(facts).toBeVisible();
    await expect(request).toBeVisible();
    await hearthline.resize(usualSize);
    await expect(facts).toBeHidden();
    await seen.getByText('Details', { exact: true }).click();
    await expect(facts).toContainText(customer.name);
    await expect(request).toBeHidden();
    await look(hearthline, 'staging-facts');
  });

  test('a reply that is undone returns to the preview’s composer', async ({
    connected: hearthline,
  }) => {
    await open(hearthline);
    await create(hearthline);
    const { customer } = await readTestLead(hearthline);
    const field = hearthline.page.getByRole('textbox', { name: `Reply to ${customer.name}` });
    await hearthline.setUndoSeconds(30);
    await hearthline.reply(customer.name, 'Too soon');
    await pane(hearthline, 'seen').getByRole('button', { name: 'Undo' }).click();
    await expect(field).toHaveValue('Too soon');
    await expect(field).toBeFocused();
    await hearthline.waitForScreen('staging');
  });

  test('the call is copied as curl and its response unchanged, both without the test credentials', async ({
    connected: hearthline,
    service,
  }) => {
    await open(hearthline);
    const { page } = hearthline;
    await create(hearthline);
    const { leadID } = await readTestLead(hearthline);
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await expect.poll(() => readClipboard(hearthline.app)).toContain('/v1/test/create-lead');
    const curl = await readClipboard(hearthline.app);
    expect(curl).toContain('--user "$STAGING_USERNAME:$STAGING_PASSWORD"');
    await page.getByRole('button', { name: 'Copy response' }).click();
    await expect.poll(() => readClipboard(hearthline.app)).toContain(`"leadID":"${leadID}"`);
    const { username, password } = service.ready.staging;
    const shown = `${curl}${await readClipboard(hearthline.app)}${await page.content()}`;
    for (const secret of [password, btoa(`${username}:${password}`)])
      expect(shown).not.toContain(secret);
  });

  test('a typed business that staging does not have is explained, with its call visible', async ({
    connected: hearthline,
  }) => {
    await open(hearthline);
    const { page } = hearthline;
    await page.getByLabel('Business', { exact: true }).selectOption('Another business ID');
    await create(hearthline);
    const field = page.getByLabel('Business ID');
    await expect(field).toBeFocused();
    await expect(field).toHaveAccessibleDescription(/Enter the ID\./);
    await field.fill('1');
    await create(hearthline);
    await expect(page.getByRole('alert')).toContainText(
      "The staging service doesn't know this business or address.",
    );
    await expect(pane(hearthline, 'call').getByText('404', { exact: true })).toBeVisible();
    await expect(pane(hearthline, 'stored')).toContainText('Nothing stored');
    await look(hearthline, 'staging-unknown-business');
  });

  test('a test lead that the account cannot fetch yet is fetched on request', async ({
    connected: hearthline,
    service,
  }) => {
    await open(hearthline);
    const { page } = hearthline;
    await service.control('POST', '/faults', {
      match: { path: '/staging/api/v4/negotiations', method: 'GET' },
      status: 404,
    });
    await create(hearthline);
    await expect(pane(hearthline, 'stored').getByRole('alert')).toContainText(
      "doesn't have this test lead",
    );
    await look(hearthline, 'staging-not-fetched');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(column(hearthline, 'customer_name')).toBeVisible();
  });

  test('below 1100 pixels the panes are stacked', async ({ connected: hearthline }) => {
    await open(hearthline);
    await create(hearthline);
    await readTestLead(hearthline);
    await expect(pane(hearthline, 'seen').getByRole('article', { name: 'Request' })).toBeAttached();
    await hearthline.resize({ width: 900, height: 600 });
    const boxes = await Promise.all(
      (['call', 'stored', 'seen'] as const).map((name) => pane(hearthline, name).boundingBox()),
    );
    const tops = boxes.map((box) => box?.y ?? 0);
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));
    expect(new Set(tops).size).toBe(3);
    await takePicture(hearthline.page, 'staging-narrow-1');
    await pane(hearthline, 'seen').scrollIntoViewIfNeeded();
    await takePicture(hearthline.page, 'staging-narrow-2');
  });
});

test('wrong test credentials and a staging that is down are explained', async ({
  start,
  place,
  browser_,
  service,
}) => {
  const profile = {
    ...buildStagingProfile(service),
    staging: { username: service.ready.staging.username, password: 'wrong-password-of-the-test' },
  };
  const hearthline = await openWith({ start, place, browser_ }, profile);
  const { page } = hearthline;
  await create(hearthline);
  await expect(page.getByRole('alert')).toContainText(
    'The staging service refused the test credentials.',
  );
  await expect(pane(hearthline, 'call').getByText('401', { exact: true })).toBeVisible();
  await look(hearthline, 'staging-refused');
  await service.stop();
  await create(hearthline);
  await expect(page.getByRole('alert').first()).toContainText("Can't reach the staging service.");
  await expect(pane(hearthline, 'call').getByText('no answer')).toBeVisible();
  await look(hearthline, 'staging-offline');
});

test('a legacy test lead is stored unchanged, and its reply is sent to staging', async ({
  start,
  place,
  browser_,
  service,
}) => {
  const [business] = service.ready.businesses;
  const profile = {
    ...service.buildLegacyProfile(),
    name: 'Old staging',
    environment: 'staging',
    stagingUrl: service.ready.stagingUrl,
    staging: service.ready.staging,
  };
  const fixtures = { start, place, browser_ };
  const hearthline = await openWith(fixtures, profile, business?.businessID ?? '');
  await create(hearthline);
  const lead = await readTestLead(hearthline);
  await expect(column(hearthline, 'negotiation_id')).toContainText('leadID');
  await expect(column(hearthline, 'customer_name')).toContainText(lead.customer.name);
  await hearthline.reply(lead.customer.name, 'Good morning');
  await expect(pane(hearthline, 'seen').locator('[data-message-state="sent"]')).toBeVisible({
    timeout: 20_000,
  });
  expect(await service.listTexts({ negotiationID: lead.leadID })).toEqual(['Good morning']);
  await look(hearthline, 'staging-legacy');
});

test('an account with a profile for another environment sees which profile it needs', async ({
  connected,
}) => {
  await open(connected);
  await expect(connected.page.getByText("This profile doesn't work on staging")).toBeVisible();
  await look(connected, 'staging-elsewhere');
  await connected.page.getByRole('button', { name: 'Connect a staging account' }).click();
  await connected.waitForScreen('connect');
});

test('a production account is never offered, whatever its profile contains', async ({
  start,
  place,
  browser_,
  service,
}) => {
  const profile = { ...buildStagingProfile(service), environment: 'production' };
  const hearthline = await openWith({ start, place, browser_ }, profile);
  await expect(hearthline.page.getByText('No staging account')).toBeVisible();
  await expect(hearthline.page.getByRole('button', { name: 'Create test lead' })).toHaveCount(0);
  await look(hearthline, 'staging-none');
});
