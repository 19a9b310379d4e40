/** Lookups at the marketplace, through the real client. */
import { readClipboard } from './support/desktop.ts';
import { expect, test } from './support/fixtures.ts';
import type { Hearthline } from './support/hearthline.ts';
import { look } from './support/look.ts';

test.describe.configure({ mode: 'default' });
test.use({
  sharesApp: true,
  serviceOptions: ['--leads', '12', '--businesses', '3', '--list-negotiations'],
});

const open = async (hearthline: Hearthline): Promise<void> => {
  await hearthline.openAdvanced('Marketplace lookup');
  await hearthline.waitForScreen('lookup');
};

const choose = async ({ page }: Hearthline, kind: string): Promise<void> => {
  await page
    .getByRole('navigation', { name: 'Lookups' })
    .getByRole('button', { name: kind, exact: true })
    .click();
  await expect(page.getByRole('heading', { name: kind, level: 2, exact: true })).toBeVisible();
};

const lookUp = async ({ page }: Hearthline, entries: Record<string, string>): Promise<void> => {
  for (const [label, text] of Object.entries(entries))
    await page.getByRole('textbox', { name: label, exact: true }).fill(text);
  await page.getByRole('button', { name: 'Look up', exact: true }).click();
};

test('every lookup runs from its form and shows its records', async ({ connected, service }) => {
  const { page } = connected;
  const lead = await service.createLead('Uma');
  const { messageID } = await service.customerWrites(lead, 'Can you come today?');
  await open(connected);
  await look(connected, 'lookup-unasked');
  const table = page.getByRole('region', { name: 'Records of the answer' });
  const column = (name: string) => table.getByRole('columnheader', { name, exact: true });

  await choose(connected, 'Messages of a lead');
  await lookUp(connected, { 'Lead ID': lead.negotiationID });
  const raw = page.getByRole('region', { name: 'As it came' }).filter({ hasText: messageID });
  await expect(raw).toContainText('Can you come today?');

  await choose(connected, 'Message');
  await lookUp(connected, { 'Message ID': messageID });
  await expect(raw).toContainText('Can you come today?');

  await choose(connected, 'Signed-in user');
  await lookUp(connected, {});
  await expect(column('userID')).toBeVisible();

  await choose(connected, 'Search categories');
  await lookUp(connected, { 'Search words': 'plumb' });
  await expect(column('categoryID')).toBeVisible();
  await look(connected, 'lookup-categories');

  await choose(connected, 'Recommended categories');
  await lookUp(connected, { 'Zip code': '78701' });
  await expect(column('nearMeURL')).toBeVisible();
  await look(connected, 'lookup-recommendations');

  await choose(connected, 'Home care');
  await lookUp(connected, { 'Zip code': '78701' });
  await expect(column('taskDetails')).toBeVisible();
  await look(connected, 'lookup-homecare');

  await choose(connected, 'Search keywords');
  await lookUp(connected, { 'Search words': 'pl' });
  await expect(column('keywordID')).toBeVisible();

  await choose(connected, 'Search businesses');
  await lookUp(connected, { 'Search words': 'plumber', 'Zip code': '78701' });
  await expect(column('businessName')).toBeVisible();
  await look(connected, 'lookup-businesses');

  await choose(connected, 'Filtered search');
  await lookUp(connected, {
    "Customer's description": 'a plumber for a dripping kitchen tap',
    'Zip code': '78701',
  });
  await expect(column('businessName')).toBeVisible();

  await lookUp(connected, { "Customer's description": 'zzqqxx' });
  await expect(page.getByRole('heading', { name: 'No records' })).toBeVisible();
  await look(connected, 'lookup-empty');

  await choose(connected, 'Reviews of a business');
  await page.getByLabel('Use one of your businesses').selectOption({ index: 1 });
  await lookUp(connected, {});
  await expect(column('reviewID')).toBeVisible();

  await choose(connected, 'Reviews of several');
  for (const index of [1, 2])
    await page.getByLabel('Use one of your businesses').selectOption({ index });
  await lookUp(connected, {});
  await expect(column('reviewID')).toBeVisible();
  await look(connected, 'lookup-reviews');
});

test('invalid entries are explained at their fields, the first is focused, and no request is sent', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  const countSearches = async (): Promise<number> => {
    const { requests } = await service.control<{ requests: { byPath: Record<string, number> } }>(
      'GET',
      '/stats',
    );
    return Object.entries(requests.byPath)
      .filter(([path]) => path.includes('search'))
      .reduce((sum, [, times]) => sum + times, 0);
  };
  const before = await countSearches();
  await open(connected);
  await choose(connected, 'Search businesses');
  await lookUp(connected, { 'Zip code': '7870', 'UTM source': 'hearthline' });
  const words = page.getByRole('textbox', { name: 'Search words' });
  await expect(words).toBeFocused();
  await expect(words).toHaveAccessibleDescription(/Fill this in\./);
  await expect(page.getByRole('textbox', { name: 'Zip code' })).toHaveAccessibleDescription(
    /A zip code has five digits/,
  );
  await expect(page.getByText(/Starts with cma-, then letters/)).toBeVisible();
  await look(connected, 'lookup-invalid');
  await words.fill('plumber');
  await expect(page.getByText('Fill this in.')).toBeHidden();
  expect(await countSearches()).toBe(before);
});

test('a response is shown as JSON, and its request is copied as curl without the token', async ({
  connected,
}) => {
  const { page } = connected;
  await open(connected);
  await choose(connected, 'Search businesses');
  await lookUp(connected, { 'Search words': "joe's plumbing", 'Zip code': '78701' });
  await expect(page.getByText('200', { exact: true })).toBeVisible();
  await page.getByText('JSON', { exact: true }).click();
  const json = page.getByRole('region', { name: 'The answer as JSON' });
  await expect(json).toContainText('"searchID"');
  await look(connected, 'lookup-json');
  await page.getByRole('button', { name: 'Copy JSON' }).click();
  await expect.poll(() => readClipboard(connected.app)).toBe(await json.textContent());
  await page.getByRole('button', { name: 'Copy as curl' }).click();
  await expect.poll(() => readClipboard(connected.app)).toMatch(/^curl /);
  const curl = await readClipboard(connected.app);
  expect(curl).toContain('Authorization: Bearer $ACCESS_TOKEN');
  expect(curl.match(/Bearer (\S+)/g)).toEqual(['Bearer $ACCESS_TOKEN"']);
  expect(curl).toContain(String.raw`"searchQuery":"joe'\''s plumbing"`);
});

test('a refusal shows the service’s message and a trace ID to copy', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  await open(connected);
  await choose(connected, 'Search categories');
  await service.control('POST', '/faults', {
    match: { path: '/api/v4/categories/search' },
    status: 400,
    headers: { 'content-type': 'application/problem+json' },
    body: { type: 'about:blank', title: 'Bad', status: 400, detail: 'Too vague.', traceID: 't-42' },
  });
  await lookUp(connected, { 'Search words': 'x' });
  await expect(page.getByRole('alert')).toContainText('Too vague.');
  await look(connected, 'lookup-refused');
  await page.getByRole('button', { name: 'Copy the trace ID' }).click();
  await expect.poll(() => readClipboard(connected.app)).toBe('t-42');
});

test('each form keeps its input while other screens are open', async ({ connected }) => {
  const { page } = connected;
  await open(connected);
  await choose(connected, 'Search categories');
  await page.getByRole('textbox', { name: 'Search words' }).fill('gutter');
  await choose(connected, 'Home care');
  await page.getByRole('textbox', { name: 'Zip code' }).fill('10001');
  await page.getByRole('button', { name: 'Settings' }).click();
  await connected.waitForScreen('settings');
  await open(connected);
  await expect(page.getByRole('textbox', { name: 'Zip code' })).toHaveValue('10001');
  await choose(connected, 'Search categories');
  await expect(page.getByRole('textbox', { name: 'Search words' })).toHaveValue('gutter');
});

test('a lead is looked up by its ID or by a link that contains it, and opened in the inbox', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  const { negotiationID } = await service.createLead('Ottoline');
  await expect(page.getByRole('option', { name: /Ottoline/ })).toBeVisible();
  await open(connected);
  await choose(connected, 'Lead');
  const field = page.getByRole('textbox', { name: 'Lead ID' });
  await lookUp(connected, { 'Lead ID': 'not an id' });
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(/No ID in this/);
  await lookUp(connected, { 'Lead ID': '1' });
  await expect(page.getByRole('alert')).toContainText('The marketplace has no lead with this ID.');
  await look(connected, 'lookup-lead-gone');
  await lookUp(connected, {
    'Lead ID': `https://x.example/v4/negotiations/${negotiationID}/messages`,
  });
  await expect(page.getByText('This lead is in your inbox.')).toBeVisible();
  await look(connected, 'lookup-lead');
  await page.getByRole('button', { name: 'Open in inbox' }).click();
  await expect(connected.row('Ottoline Rivera')).toHaveCount(1);
});
