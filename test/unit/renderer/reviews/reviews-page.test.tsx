// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Review } from '../../../../contract/commands/reviews.ts';
import { account, type Account } from '../../../../contract/accounts.ts';
import { type AccountID } from '../../../../contract/records.ts';
import { ReviewsPage } from '../../../../renderer/reviews/reviews-page.tsx';
import { createStores } from '../../../../renderer/app/stores.ts';
import { accountLike } from '../support/accounts.ts';
import {
  countsOf,
  fakeBridge,
  id,
  listOf,
  no,
  noon,
  ok,
  readAccounts,
} from '../support/samples.ts';
import { showIn, words } from '../support/window.tsx';

const a1 = 'a1' as AccountID;
const pat = accountLike('a1', 'v4', 'connected', { profileName: 'Harbor Leads' });

const review = (change: Partial<Review> = {}): Review => ({
  reviewID: 'r1',
  businessID: 'b1',
  rating: 4,
  text: 'Came on time.',
  reviewer: 'Ann',
  at: noon,
  response: null,
  category: 'Drain repair',
  leadID: null,
  images: [],
  ...change,
});

const hill = { key: 'k1', accountID: a1, businessID: 'b1', name: 'Hill Plumbing', needsReply: 0 };
const counts = countsOf({});

await words.loadNamespaces('reviews');

/** Shows the page for a service with one business. */
const show = async (
  answer: Review | 'scope_missing',
  accounts: readonly Account[] = [pat],
  more: Parameters<typeof fakeBridge>[0] = {},
) => {
  const bridge = fakeBridge({
    'connect.accounts': () => ok({ accounts: [...accounts], keychain: 'ready' }),
    'connection.report': () => ok({ reports: [] }),
    'leads.list': () => ok(listOf([])),
    'views.counts': () => ok({ counts, businesses: [hill] }),
    'reviews.page': () =>
      typeof answer === 'string'
        ? no(answer)
        : ok({ reviews: [answer], next: null, unreadable: 0 }),
    'connect.start': () => ok({ attemptID: 't1', expiresAt: noon }),
    ...more,
  });
  const stores = createStores(bridge, () => noon);
  await Promise.all([readAccounts(stores), stores.leads.getState().refetch()]);
  showIn(stores, <ReviewsPage />);
  return { bridge, stores };
};

it('a review is shown as plain text and isolated', async () => {
  await show(review({ text: '<b>bold</b> \u202Eevil', reviewer: '\u202EAnn' }));
  const text = await screen.findByText(/<b>bold<\/b>/);
  expect(text.tagName).toBe('BDI');
  expect(screen.getByText(/Ann$/).tagName).toBe('BDI');
});

it('the stars have a text for screen readers', async () => {
  await show(review({ rating: 4 }));
  expect(await screen.findByRole('img', { name: '4 out of 5 stars' })).toBeTruthy();
});

it('a review links to its conversation only if it is in the inbox', async () => {
  const { stores } = await show(review({ leadID: id('l9') }));
  fireEvent.click(await screen.findByRole('button', { name: 'Open the conversation with Ann' }));
  expect(stores.session.getState().screen).toBe('inbox');
  expect(stores.leads.getState().selected).toBe('l9');
  cleanup();
  await show(review());
  await screen.findByText('Came on time.');
  expect(screen.queryByRole('button', { name: /Open the conversation/ })).toBeNull();
});

it('a missing permission offers Reconnect', async () => {
  const { bridge, stores } = await show('scope_missing');
  fireEvent.click(await screen.findByRole('button', { name: 'Reconnect' }));
  await expect.poll(() => stores.session.getState().screen).toBe('connect');
  expect(bridge.inputsOf('connect.start')).toEqual([{ accountID: 'a1' }]);
});

it('a page without readable reviews is reported, and more can be loaded', async () => {
  await show(review(), [pat], {
    'reviews.page': ({ after }) =>
      ok(
        after === undefined
          ? { reviews: [], next: 'n', unreadable: 20 }
          : { reviews: [review()], next: null, unreadable: 0 },
      ),
  });
  await screen.findByText("20 reviews couldn't be read and aren't shown.");
  expect(screen.queryByText('No reviews yet')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await screen.findByText('Came on time.');
});

it('a business that two accounts own is listed once', async () => {
  const more = account.parse({ ...pat, accountID: 'a2' });
  const of = { businessID: 'b1', name: 'Hill Plumbing', needsReply: 0 };
  await show(review(), [pat, more], {
    'views.counts': () =>
      ok({
        counts,
        businesses: [pat, more].map(({ accountID }) => ({ ...of, key: accountID, accountID })),
      }),
  });
  expect(await screen.findAllByText('Came on time.')).toHaveLength(1);
  expect(screen.getAllByRole('button', { name: /Hill Plumbing/ })).toHaveLength(1);
});

it.each(['connect.accounts', 'leads'] as const)(
  'a failure before the reviews is shown and can be retried: %s',
  async (what) => {
    let isDown = true;
    const read = <T,>(value: T) => (isDown ? no('engine_unavailable') : ok(value));
    await show(review(), [pat], {
      ...(what === 'connect.accounts'
        ? { 'connect.accounts': () => read({ accounts: [pat], keychain: 'ready' as const }) }
        : {
            'leads.list': () => read(listOf([])),
            'views.counts': () => read({ counts, businesses: [hill] }),
          }),
    });
    expect((await screen.findByRole('alert')).dataset['error']).toBe('engine_unavailable');
    expect(screen.queryByText('No account is connected')).toBeNull();
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Came on time.');
    expect(screen.queryByRole('alert')).toBeNull();
  },
);

it('the page without an account asks for one and sends no request', async () => {
  const { bridge } = await show(review(), []);
  expect(await screen.findByText('No account is connected')).toBeTruthy();
  expect(bridge.inputsOf('reviews.page')).toEqual([]);
});

it('the page with only a legacy account offers the move and sends no request', async () => {
  const { bridge, stores } = await show(review(), [{ ...pat, interface: 'legacy' }]);
  expect(await screen.findByText('This account uses the old interface')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Move this account' }));
  expect(stores.session.getState()).toMatchObject({ screen: 'move', movingAccount: 'a1' });
  expect(bridge.inputsOf('reviews.page')).toEqual([]);
});
