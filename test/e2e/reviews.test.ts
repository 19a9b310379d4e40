/** Reviews of three businesses. */
import { recordNotices, emitOnNotice } from './support/desktop.ts';
import { expect, test } from './support/fixtures.ts';
import type { Hearthline } from './support/hearthline.ts';
import { look } from './support/look.ts';

const open = async (hearthline: Hearthline): Promise<void> => {
  await hearthline.page.getByRole('button', { name: 'Reviews', exact: true }).click();
  await hearthline.waitForScreen('reviews');
};

test.use({ serviceOptions: ['--leads', '24', '--businesses', '3', '--list-negotiations'] });

test.describe('in one app', () => {
  test.describe.configure({ mode: 'default' });
  test.use({ sharesApp: true });

  test('reviews are listed newest first, with stars, page by page', async ({ connected }) => {
    const { page } = connected;
    await open(connected);
    const reviews = page.locator('[data-review-id]');
    await expect(reviews.first()).toBeVisible();
    await expect(reviews.first().getByRole('img', { name: /out of 5 stars/ })).toBeVisible();
    await look(connected, 'reviews');
    const readTimes = async (): Promise<string[]> =>
      page
        .locator('[data-review-id] > header time')
        .evaluateAll((all) => all.map((one) => one.getAttribute('datetime') ?? ''));
    const more = page.getByRole('button', { name: 'Show more' });
    const reading = page.getByRole('button', { name: 'Show more', disabled: true });
    for (let pages = 0; pages < 20 && (await more.isVisible()); pages += 1) {
      const before = await reviews.count();
      await more.click();
      await expect.poll(() => reviews.count()).toBeGreaterThan(before);
      await expect(reading).toBeHidden();
    }
    await expect(more).toBeHidden();
    const shown = await readTimes();
    expect(shown).toEqual(shown.toSorted().toReversed());
    expect(
      new Set(await reviews.evaluateAll((all) => all.map((one) => one.dataset['reviewId']))).size,
    ).toBe(shown.length);
  });

  test('the list can be limited to one business, which shows its average', async ({
    connected,
  }) => {
    const { page } = connected;
    await open(connected);
    const businesses = page.getByRole('navigation', { name: 'Businesses', exact: true });
    const one = businesses.getByRole('button').nth(1);
    await expect(one.getByRole('img', { name: /^Average \d\.\d out of 5 stars$/ })).toBeVisible();
    await one.click();
    await expect(one).toHaveAttribute('aria-current', 'true');
    await expect(page.locator('[data-review-id]').first()).toBeVisible();
    await look(connected, 'reviews-one');
  });

  test('a review opens its conversation', async ({ connected }) => {
    const { page } = connected;
    await open(connected);
    const link = page.getByRole('button', { name: /^Open the conversation with/ }).first();
    await expect(link).toBeVisible();
    await link.scrollIntoViewIfNeeded();
    await look(connected, 'reviews-lead');
    await link.click();
    await connected.waitForScreen('inbox');
    await expect(page.getByRole('log')).toBeVisible();
  });

  test('a service that is down is reported, and the reviews can be fetched again', async ({
    connected,
    service,
  }) => {
    const { page } = connected;
    await expect(page.locator('[data-lead-id]').first()).toBeVisible();
    await service.stop();
    await open(connected);
    await expect(page.locator('[data-error="offline"]')).toBeVisible({ timeout: 20_000 });
    await look(connected, 'reviews-offline');
    await service.start();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.locator('[data-review-id]').first()).toBeVisible();
  });
});

test('a missing permission for one business leads to reconnecting and hides no other reviews', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  await service.control('POST', '/faults', {
    match: {
      path: `/api/v4/businesses/${service.ready.businesses[0]?.businessID ?? ''}/reviews`,
    },
    times: 10,
    status: 401,
    headers: { 'content-type': 'application/problem+json' },
    body: {
      type: 'about:blank',
      title: 'Unauthorized',
      status: 401,
      detail: 'The token lacks the scope supply::reviews.read.',
      traceID: 't-7',
    },
  });
  await open(connected);
  await expect(page.locator('[data-error="scope_missing"]')).toBeVisible();
  await expect(page.getByText('t-7')).toBeVisible();
  await expect(page.locator('[data-review-id]').first()).toBeVisible();
  await look(connected, 'reviews-scope');
  await page.getByRole('button', { name: 'Reconnect', exact: true }).click();
  await connected.waitForScreen('connect');
});

test('a new review appears at once, and its notification opens it', async ({
  connected,
  service,
}) => {
  const { app, page } = connected;
  await recordNotices(app);
  await open(connected);
  const newest = page.locator('[data-review-id]').first();
  await expect(newest).toBeVisible();
  const write = (rating: number, text: string) =>
    service.control<{ reviewID: string; reviewerName: string; businessID: string }>(
      'POST',
      '/reviews',
      {
        rating,
        text,
      },
    );
  await write(4, 'Came back for the trim. Very tidy.');
  await expect(newest).toContainText('Came back for the trim.');

  await page.getByRole('button', { name: 'Insights', exact: true }).click();
  await connected.waitForScreen('insights');
  const { reviewID, reviewerName, businessID } = await write(5, 'Would hire again.');
  const business = service.ready.businesses.find((one) => one.businessID === businessID)?.name;
  await emitOnNotice(app, `New review: 5 stars from ${reviewerName} · ${business}`, 'click');
  await connected.waitForScreen('reviews');
  await expect(page.locator(`[data-review-id="${reviewID}"]`)).toBeFocused();
});
