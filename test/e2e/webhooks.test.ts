/** Webhooks and deliveries, in the app and at the service. */
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import type { Hearthline } from './support/hearthline.ts';
import { look } from './support/look.ts';
import type { Service } from './support/service.ts';

type StoredWebhook = {
  readonly webhookID: string;
  readonly webhookURL: string;
  readonly enabled: boolean;
  readonly auth: { readonly username: string; readonly password: string } | null;
  readonly businessID?: string;
};

/** Webhooks in the service's state file, which is up to a second old. */
const readWebhooks = (place: string): readonly StoredWebhook[] => {
  const path = join(place, 'service.json');
  if (!existsSync(path)) return [];
  const file = readFileSync(path, 'utf8');
  return (JSON.parse(file) as { state: { webhooks: StoredWebhook[] } }).state.webhooks;
};

/** Returns a token of another program of the same professional. */
const requestOtherToken = async ({ ready }: Service): Promise<string> => {
  const { v4 } = ready;
  const [redirect] = v4.redirectUris;
  const query = new URLSearchParams({
    client_id: v4.clientId,
    redirect_uri: redirect ?? '',
    response_type: 'code',
    scope: v4.scopes.join(' '),
    state: 'another-program',
    audience: v4.audience,
  });
  const allowed = await fetch(`${v4.authorizeUrl}?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'decision=allow',
    redirect: 'manual',
  });
  const code = new URL(allowed.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const tokens = await fetch(v4.tokenUrl, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${v4.clientId}:${v4.clientSecret}`)}` },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirect ?? '',
    }),
  });
  return ((await tokens.json()) as { access_token: string }).access_token;
};

/** Starts another program of the professional, which receives deliveries. */
const startProgram = async (): Promise<{ url: string; got: string[]; close: () => void }> => {
  const got: string[] = [];
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      got.push(request.headers.authorization ?? 'nobody');
      response.writeHead(204).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hear`, got, close: () => server.close() };
};

const openPage = async (hearthline: Hearthline): Promise<Page> => {
  const { page } = hearthline;
  await hearthline.openAdvanced('Webhooks');
  await hearthline.waitForScreen('webhooks');
  return page;
};

const business = (page: Page): Locator => page.locator('[data-owner]:not([data-owner="user"])');
const ours = (page: Page): Locator => business(page).locator('[data-ours="true"]');
const others = (page: Page): Locator => page.locator('[data-ours="false"]');

/** Waits until the app's own webhook is active. */
const waitUntilActive = (page: Page): Promise<void> =>
  expect(business(page).locator('[data-webhook="active"]')).toHaveCount(1, { timeout: 20_000 });

const openRow = async (row: Locator): Promise<void> =>
  row.getByRole('button', { name: /^Change the webhook/ }).click();

test.describe('in one app', () => {
  test.describe.configure({ mode: 'default' });
  test.use({ sharesApp: true });

  test('the webhooks of business and user are listed, with the app’s own marked and without secrets', async ({
    connected,
    place,
  }) => {
    const page = await openPage(connected);
    await waitUntilActive(page);
    await expect(page.locator('[data-owner]')).toHaveCount(2);
    await expect(ours(page)).toHaveCount(1);
    await expect(ours(page)).toContainText('Hearthline');
    await expect(ours(page)).toContainText('New lead');
    await expect(page.locator('[data-owner="user"]')).toContainText('No webhooks here.');
    const findOurs = () =>
      readWebhooks(place).find(({ webhookURL }) => webhookURL.includes('/hook/'));
    await expect.poll(findOurs).toBeDefined();
    const own = findOurs();
    const shown = await page.locator('main').innerText();
    expect(shown).not.toContain(new URL(own?.webhookURL ?? '').pathname);
    expect(shown).not.toContain(own?.auth?.username ?? '');
    await look(connected, 'webhooks');
  });

  test('a webhook is added with credentials, disabled and enabled, gets and loses credentials, and is deleted', async ({
    connected,
    service,
    place,
  }) => {
    const { url, got, close } = await startProgram();
    const page = await openPage(connected);
    await waitUntilActive(page);
    await page
      .getByRole('button', { name: /^Add webhook to/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Address').fill('ftp://nowhere');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect(dialog.getByText("This address can't be used.")).toBeVisible();
    await dialog.getByLabel('Address').fill(url);
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect(dialog.getByText('Choose at least one event.')).toBeVisible();
    await dialog.getByLabel('New lead', { exact: true }).check();
    await dialog.getByLabel('Other events').fill('PresetJobScheduled');
    await dialog.getByRole('button', { name: 'Generate' }).click();
    const username = await dialog.getByLabel('User name', { exact: true }).inputValue();
    const password = await dialog.getByLabel('Password', { exact: true }).inputValue();
    expect(password.length).toBeGreaterThan(20);
    await look(connected, 'webhooks-add');
    await dialog.getByLabel('Other events').fill('');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect(dialog).toBeHidden();

    const row = others(page);
    await expect(row).toHaveAttribute('data-auth', 'Basic');
    await expect(row).toHaveAttribute('data-enabled', 'true');
    await service.createLead('Ines');
    await expect.poll(() => got).toEqual([`Basic ${btoa(`${username}:${password}`)}`]);

    await openRow(row);
    await expect(row).toContainText('belongs to another program');
    await look(connected, 'webhooks-change');
    await row.getByRole('button', { name: 'Turn off' }).click();
    await expect(row).toHaveAttribute('data-enabled', 'false');
    await row.getByRole('button', { name: 'Turn on' }).click();
    await expect(row).toHaveAttribute('data-enabled', 'true');

    await row.getByRole('button', { name: 'Set credentials' }).click();
    await page.getByRole('dialog').getByLabel('User name', { exact: true }).fill('front-desk');
    await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill('a-new-secret');
    await page.getByRole('dialog').getByRole('button', { name: 'Set', exact: true }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await service.createLead('Jon');
    await expect.poll(() => got.at(-1)).toBe(`Basic ${btoa('front-desk:a-new-secret')}`);

    await row.getByRole('button', { name: 'Remove credentials' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(row).toHaveAttribute('data-auth', 'None');
    await row.getByRole('button', { name: 'Delete' }).click();
    await expect(others(page)).toHaveCount(0);
    await look(connected, 'webhooks-deleted');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(others(page)).toHaveCount(1);
    // The file may still have the deleted one, with the same address.
    const restored = await others(page).getAttribute('data-webhook-id');
    await expect
      .poll(() => readWebhooks(place).find((hook) => hook.webhookID === restored)?.webhookURL)
      .toBe(url);

    await openRow(others(page));
    await others(page).getByRole('button', { name: 'Set credentials' }).click();
    await page.getByRole('dialog').getByLabel('User name', { exact: true }).fill('front-desk');
    await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill('a-new-secret');
    await page.getByRole('dialog').getByRole('button', { name: 'Set', exact: true }).click();
    await expect(others(page)).toHaveAttribute('data-auth', 'Basic');
    await others(page).getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('dialog')).toContainText('nobody can look up');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(others(page)).toHaveCount(0);
    await expect(page.locator('[data-page-toast="deleted"]')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
    close();
  });

  test('a webhook for the user is added and receives messages', async ({ connected, service }) => {
    const { url, got, close } = await startProgram();
    const page = await openPage(connected);
    await waitUntilActive(page);
    const user = page.locator('[data-owner="user"]');
    await user.getByRole('button', { name: /^Add webhook to/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Address').fill(url);
    await dialog.getByLabel('Message', { exact: true }).check();
    await dialog.getByLabel('With user name and password').uncheck();
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect(user.locator('[data-webhook-id]')).toHaveAttribute('data-auth', 'None');
    const lead = await service.createLead('Kira');
    await service.customerWrites(lead, 'Hello?');
    await expect.poll(() => got.length).toBeGreaterThan(0);
    await openRow(user.locator('[data-webhook-id]'));
    await user.getByRole('button', { name: 'Delete' }).click();
    await expect(user).toContainText('No webhooks here.');
    close();
  });

  test('a missing webhook is found and repaired with one button, and leads arrive again', async ({
    connected,
    service,
  }) => {
    const page = await openPage(connected);
    await waitUntilActive(page);
    const token = await requestOtherToken(service);
    const businessID = (await business(page).getAttribute('data-owner')) ?? '';
    const webhookID = (await ours(page).getAttribute('data-webhook-id')) ?? '';
    const removed = await fetch(
      `${service.ready.baseUrl}/api/v4/businesses/${businessID}/webhooks/${webhookID}`,
      { method: 'DELETE', headers: { authorization: `Bearer ${token}` } },
    );
    expect(removed.ok).toBe(true);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(business(page).locator('[data-webhook="missing"]')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Needs attention' })).toBeVisible();
    await look(connected, 'webhooks-half-connected');
    await page.getByRole('button', { name: 'Fix' }).click();
    await expect(page.locator('[data-repaired]')).toContainText('instant delivery is on for');
    await waitUntilActive(page);
    await look(connected, 'webhooks-repaired');
    await service.createLead('Lars');
    await page.getByRole('button', { name: /^Needs reply/ }).click();
    await expect(connected.row('Lars Rivera')).toHaveCount(1);
    const gap = page.locator('[data-bar="gap"]');
    await gap.getByRole('button', { name: 'Done looking' }).click();
    await expect(gap).toHaveCount(0);
  });

  test('a webhook of the app that was changed by hand is reported and repaired', async ({
    connected,
  }) => {
    const page = await openPage(connected);
    await waitUntilActive(page);
    await openRow(ours(page));
    await expect(ours(page)).toContainText('Hearthline needs this webhook');
    await ours(page).getByRole('button', { name: 'Turn off' }).click();
    const question = page.getByRole('dialog');
    await expect(question).toContainText("those made while it's off don't come later");
    await question.getByRole('button', { name: 'Turn off' }).click();
    await expect(business(page).locator('[data-webhook="disabled"]')).toBeVisible();
    const gap = page.locator('[data-bar="gap"]');
    await expect(gap).toContainText("don't arrive and don't come later");
    await ours(page).getByRole('button', { name: 'Remove credentials' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(business(page).locator('[data-webhook="without_credentials"]')).toBeVisible();
    await gap.getByRole('button', { name: 'Turn on instant delivery' }).click();
    await expect(gap).toContainText(/^Leads of .* may be missing here/);
    await gap.getByRole('button', { name: 'Done looking' }).click();
    await expect(gap).toHaveCount(0);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await waitUntilActive(page);
  });

  test('a lead missed in a gap is looked up from the red bar and added to the inbox', async ({
    connected,
    service,
  }) => {
    const page = await openPage(connected);
    await waitUntilActive(page);
    await openRow(ours(page));
    await ours(page).getByRole('button', { name: 'Turn off' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
    await expect(business(page).locator('[data-webhook="disabled"]')).toBeVisible();
    const gap = page.locator('[data-bar="gap"]');
    const { negotiationID } = await service.createLead('Ingrid');
    await gap.getByRole('button', { name: 'Look up a lead' }).click();
    await page.getByRole('textbox', { name: 'Lead ID' }).fill(negotiationID);
    await page.getByRole('button', { name: 'Look up', exact: true }).click();
    await expect(page.getByText("This lead isn't in your inbox.")).toBeVisible();
    await look(connected, 'lookup-lead-missing');
    await page.getByRole('button', { name: 'Add to inbox' }).click();
    await page.getByRole('button', { name: 'Open in inbox' }).click();
    await expect(connected.row('Ingrid Rivera')).toHaveCount(1);
    await page.getByRole('button', { name: /^Needs reply/ }).click();
    await expect(connected.row('Ingrid Rivera')).toHaveCount(1);
    await gap.getByRole('button', { name: 'Turn on instant delivery' }).click();
    await gap.getByRole('button', { name: 'Done looking' }).click();
    await expect(gap).toHaveCount(0);
  });

  test('a test delivery is requested, arrives, shows its duration, and can be opened', async ({
    connected,
    service,
  }) => {
    const page = await openPage(connected);
    await waitUntilActive(page);
    await page.getByRole('button', { name: 'Send a test' }).click();
    await expect(page.getByRole('dialog')).toContainText('keeps it out of your inbox');
    await look(connected, 'webhooks-test');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.locator('[data-test="arrived"]')).toContainText(/Arrived in [\d,]+ ms/);
    await look(connected, 'webhooks-test-arrived');
    await page.getByRole('button', { name: 'Show it' }).click();
    await expect(page.getByRole('region', { name: 'Body' })).toContainText(
      'Test Business for Webhooks',
    );
    await expect(page.getByRole('button', { name: 'Open the lead' })).toBeHidden();
    await service.createLead('Nils');
    await page.getByRole('button', { name: /^All leads/ }).click();
    await connected.waitForScreen('inbox');
    await expect(connected.row('Nils Rivera')).toBeVisible();
    await expect(connected.row('Test Customer')).toHaveCount(0);
  });
});

test('a delivery that cannot be parsed is shown with its reason and body, and can be retried', async ({
  connected,
  service,
  place,
}) => {
  const page = await openPage(connected);
  await waitUntilActive(page);
  await page.getByText('Deliveries', { exact: true }).click();
  await expect(page.getByText('Nothing delivered yet')).toBeVisible();
  await look(connected, 'webhooks-deliveries-none');
  await service.createLead('Mona');
  await expect(page.locator('[data-delivery-state="applied"]')).not.toHaveCount(0);

  await expect.poll(() => readWebhooks(place).length).toBe(1);
  const [own] = readWebhooks(place);
  const deliver = (eventType: string, data: unknown): Promise<Response> =>
    fetch(own?.webhookURL ?? '', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${btoa(`${own?.auth?.username}:${own?.auth?.password}`)}`,
      },
      body: JSON.stringify({ event: { eventType, webhookID: own?.webhookID }, data }),
    });
  expect((await deliver('ReviewCreatedV4', { reviewID: '7', rating: 5 })).status).toBe(204);
  expect((await deliver('RoofFellInV9', { why: 'snow', long: 'x'.repeat(40_000) })).status).toBe(
    204,
  );
  await expect(page.locator('[data-delivery-state="kept"]')).toContainText('Nothing to do');
  const row = page.locator('[data-delivery-state="not_understood"]');
  await row.getByRole('button').first().click();
  await expect(row).toContainText('events of the kind RoofFellInV9 are not known');
  await expect(row.getByRole('region', { name: 'Body' })).toContainText('"why": "snow"');
  await expect(row).toContainText('more characters');
  await look(connected, 'webhooks-delivery');
  await row.getByRole('button', { name: 'Retry' }).click();
  await expect(row).toContainText("1 delivery still can't be read.");
  await page.getByText("Couldn't be read (1)").click();
  await expect(page.locator('[data-delivery-id]')).toHaveCount(1);
  await page.getByRole('button', { name: 'Retry all' }).click();
  await expect(page.getByText("1 delivery still can't be read.")).toBeVisible();
  await look(connected, 'webhooks-not-understood');

  // Thirty days later.
  const leads = new Database(join(place, 'app/leads.db'), { timeout: 5_000 });
  leads.exec("UPDATE deliveries SET body = '' WHERE state = 'applied'");
  leads.close();
  await page.getByText('All', { exact: true }).click();
  const applied = page.locator('[data-delivery-state="applied"]').first();
  await applied.getByRole('button').first().click();
  await expect(applied).toContainText('The body was removed after 30 days.');
  await expect(applied.getByRole('button', { name: 'Retry' })).toHaveCount(0);
  await look(connected, 'webhooks-delivery-removed');
});

test('a sign-in without the scope leads to Reconnect, and a service that is down is reported', async ({
  connected,
  service,
}) => {
  const page = await openPage(connected);
  await waitUntilActive(page);
  const path = '/api/v4';
  await service.control('POST', '/faults', {
    match: { method: 'GET', path },
    times: 50,
    status: 401,
    body: {
      title: 'Unauthorized',
      status: 401,
      detail: 'missing scope supply::webhooks.read',
      traceID: 'trace-42',
    },
    headers: { 'content-type': 'application/problem+json' },
  });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.locator('[data-error="scope_missing"]')).toContainText('trace-42');
  await expect(page.getByRole('main').getByRole('button', { name: 'Reconnect' })).toBeVisible();
  await look(connected, 'webhooks-scope');
  await service.stop();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.locator('[data-error="offline"]')).toBeVisible({ timeout: 20_000 });
  await look(connected, 'webhooks-offline');
});
