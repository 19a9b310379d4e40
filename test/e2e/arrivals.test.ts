/** Leads that arrive while someone works: informative rows, and a list that does not move under the pointer. */
import type { Locator } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import type { Hearthline } from './support/hearthline.ts';
import { look } from './support/look.ts';

test.describe.configure({ mode: 'default' });
test.use({ sharesApp: true, serviceOptions: ['--leads', '0', '--businesses', '2'] });

const measureTop = async (row: Locator): Promise<number> => (await row.boundingBox())?.y ?? NaN;

const openAllLeads = async ({ page }: Hearthline): Promise<void> => {
  await page.getByRole('button', { name: /^All leads/ }).click();
};

test('a row shows customer, time, business, job and place, the request’s text or the last message, and photos', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  const [first, second] = service.ready.businesses;
  const createLeadOf = (businessID: string | undefined, firstName: string, description: string) =>
    service.control<Parameters<typeof service.customerWrites>[0]>('POST', '/leads', {
      businessID,
      customer: { firstName, lastName: 'Rivera' },
      category: 'Drain cleaning',
      description,
    });
  const ann = await createLeadOf(first?.businessID, 'Ann', 'The kitchen sink is clogged.');
  // The first lead opens automatically, so the second one stays unread.
  await expect(page.getByRole('log', { name: /Ann/ })).toBeVisible();
  await createLeadOf(second?.businessID, 'Bob', 'The shower does not drain.');
  await openAllLeads(connected);
  const [rowOfAnn, rowOfBob] = [connected.row('Ann Rivera'), connected.row('Bob Rivera')];
  await expect(rowOfAnn).toContainText(first?.name ?? '');
  await expect(rowOfBob).toContainText(second?.name ?? '');
  await expect(rowOfAnn).toContainText('Drain cleaning · ');
  await expect(rowOfAnn).toContainText('The kitchen sink is clogged.');
  await expect(rowOfAnn).toContainText('now');
  await expect(rowOfAnn).toHaveAttribute('data-unread', /true|false/);
  await expect(rowOfBob.getByText('Unread')).toBeAttached();

  await service.customerWrites(ann, 'And from below.');
  await expect(rowOfAnn).toContainText('Wrote again · The kitchen sink is clogged.');
  await rowOfAnn.click();
  const photos = page
    .getByRole('article', { name: 'Request' })
    .getByRole('button', { name: /^Open photo/ });
  await expect(photos.first()).toBeVisible();
  await expect(rowOfAnn.getByTitle(/^\d+ photos?$/)).toHaveText(
    new RegExp(`^${await photos.count()}`),
  );
  await connected.reply('Ann Rivera', 'I can come at noon.');
  await expect(rowOfAnn).toContainText('You: I can come at noon.');
  await look(connected, 'rows');

  // A business alone, by its name in the sidebar.
  await page
    .getByRole('navigation', { name: 'Views and businesses' })
    .getByRole('button', { name: new RegExp(`^${second?.name}`) })
    .click();
  await expect(rowOfAnn).toHaveCount(0);
  await expect(rowOfBob).toBeVisible();
});

test('the row under the pointer and the open lead do not move while other leads arrive, in a short and in a long list', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  const cleo = await service.createLead('Cleo');
  await service.createLead('Dan');
  await openAllLeads(connected);
  const pointed = connected.row('Cleo Rivera');
  await expect(connected.row('Dan Rivera')).toBeVisible();
  await connected.row('Dan Rivera').click();
  await expect(page.getByRole('log', { name: /Dan/ })).toBeVisible();
  await pointed.hover();
  let top = await measureTop(pointed);
  const width = (await pointed.boundingBox())?.width;
  for (const name of ['Eve', 'Finn']) {
    await service.createLead(name);
    await expect(connected.row(`${name} Rivera`)).toBeAttached();
    expect(await measureTop(pointed)).toBe(top);
  }
  await expect(connected.row('Dan Rivera')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('log', { name: /Dan/ })).toBeVisible();

  const option = page.getByRole('listbox', { name: 'Leads' }).getByRole('option').first();
  const before = Number(await option.getAttribute('aria-setsize'));
  const many = Array.from({ length: 12 }, (_, nth) => `Guest ${nth + 1}`);
  for (const name of many) await service.createLead(name);
  await expect(option).toHaveAttribute('aria-setsize', String(before + many.length));
  expect(await measureTop(pointed)).toBe(top);
  // The scrollbar that appeared covers nothing.
  expect((await pointed.boundingBox())?.width).toBe(width);
  await page.mouse.move(1_000, 400);
  await page.getByRole('listbox', { name: 'Leads' }).focus();
  const further = connected.row('Guest 3 Rivera');
  await further.scrollIntoViewIfNeeded();
  await further.hover();
  top = await measureTop(further);
  await service.customerWrites(cleo, 'One more thing.');
  await connected.waitForMessage('Cleo', 'One more thing.');
  // A list that shows this lead has also moved the one whose customer wrote before.
  await service.createLead('Gwen');
  await expect(option).toHaveAttribute('aria-setsize', String(before + many.length + 1));
  expect(await measureTop(further)).toBe(top);
  await expect(connected.page.getByRole('log', { name: /Dan/ })).toBeVisible();
});

test('leads that arrive out of sight are counted in a notice, and the period key goes to them', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  const list = page.getByRole('listbox', { name: 'Leads' });
  const pill = page.getByRole('button', { name: /^\d+ new$/ });
  /** A request without an urgent word, which would sort it first. */
  const arrive = (firstName: string) =>
    service.control('POST', '/leads', {
      customer: { firstName, lastName: 'Rivera' },
      category: 'Interior painting',
      description: 'Two bedrooms.',
    });
  await page.getByRole('button', { name: /^Needs reply/ }).click();
  await page.mouse.move(1_000, 400);
  const options = list.getByRole('option');
  // Leads of the tests before, if any.
  const before =
    (await options.count()) === 0 ? 0 : Number(await options.first().getAttribute('aria-setsize'));
  const early = Array.from({ length: 10 }, (_, nth) => `Early ${nth + 1}`);
  for (const name of early) await arrive(name);
  await expect
    .poll(async () => Number(await options.first().getAttribute('aria-setsize')))
    .toBeGreaterThanOrEqual(before + early.length);
  // All of them were seen while scrolling.
  await list.focus();
  await expect(async () => {
    await page.keyboard.press('.');
    await expect(connected.row('Early 10')).toBeInViewport({ timeout: 500 });
    await expect(pill).toHaveCount(0, { timeout: 500 });
  }).toPass();
  await list.evaluate((box) => box.scrollTo(0, 0));
  await expect(connected.row('Early 10')).not.toBeInViewport();

  await arrive('Laura');
  await arrive('Miles');
  await expect(pill).toHaveText('2 new');
  await look(connected, 'arrivals');
  await list.focus();
  await page.keyboard.press('.');
  await expect(page.getByRole('log', { name: /Laura/ })).toBeVisible();
  await expect(connected.row('Laura')).toBeInViewport();
  await expect(pill).toHaveCount(0);
  await expect(connected.row('Miles')).toBeInViewport();
});
