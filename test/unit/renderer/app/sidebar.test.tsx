// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import type { Window as HappyWindow } from 'happy-dom';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { type Account } from '../../../../contract/accounts.ts';
import type { SavedViewID } from '../../../../contract/commands/saved-views.ts';
import { business } from '../../../../contract/records.ts';
import { Foot } from '../../../../renderer/app/sidebar/sidebar-foot.tsx';
import { Sidebar } from '../../../../renderer/app/sidebar/sidebar.tsx';
import { createStores } from '../../../../renderer/app/stores.ts';
import { accountLike, reportLike } from '../support/accounts.ts';
import { inboxOf } from '../support/inbox.ts';
import {
  countsOf,
  fakeBridge,
  listOf,
  membership,
  noon,
  ok,
  readAccounts,
  row,
} from '../support/samples.ts';
import { openInboxOver, showIn, startListening } from '../support/window.tsx';

afterEach(() => localStorage.clear());

it('each business has its name and count, and shows only its leads', async () => {
  const businesses = [
    { key: 'k1', accountID: 'a1', businessID: 'b1', name: 'Hill Plumbing', needsReply: 3 },
    { key: 'k2', accountID: 'a2', businessID: 'b1', name: 'Lake Cleaning', needsReply: 0 },
  ].map((each) => business.parse(each));
  const counts = countsOf({ needs_reply: 3, all: 9 });
  const bridge = fakeBridge({
    'leads.list': () => ok(listOf([])),
    'views.counts': () => ok({ counts, businesses }),
  });
  const stores = createStores(bridge, () => noon);
  await stores.leads.getState().refetch();
  const complaints = vi.spyOn(console, 'error');
  onTestFinished(() => complaints.mockRestore());
  showIn(stores, <Sidebar />);
  expect((await screen.findByRole('button', { name: /Hill Plumbing/ })).textContent).toContain('3');
  fireEvent.click(screen.getByRole('button', { name: /Lake Cleaning/ }));
  expect(stores.leads.getState().business).toBe('k2');
  expect(bridge.inputsOf('leads.list').at(-1)).toMatchObject({ business: 'k2' });
  expect(complaints).not.toHaveBeenCalled();
});

it('a search in all leads highlights no view and no business, a narrowed one does', async () => {
  const businesses = ['k1', 'k2'].map((key) =>
    business.parse({ key, accountID: 'a1', businessID: key, name: key, needsReply: 0 }),
  );
  const bridge = fakeBridge({
    'leads.list': () => ok(listOf([])),
    'views.counts': () => ok({ counts: countsOf({}), businesses }),
  });
  const stores = createStores(bridge, () => noon);
  stores.session.getState().go('inbox');
  await stores.leads.getState().refetch();
  const { container } = showIn(stores, <Sidebar />);
  await screen.findByRole('button', { name: /k1/ });
  const listHighlighted = () =>
    [...container.querySelectorAll('[aria-current]')].map((one) => one.textContent);
  expect(listHighlighted()).toEqual(['Needs reply', 'All businesses']);
  await act(() => stores.leads.getState().search('boiler', true));
  expect(listHighlighted()).toEqual([]);
  await act(() => stores.leads.getState().search('boiler', false));
  expect(listHighlighted()).toEqual(['Needs reply', 'All businesses']);
});

it('in a narrow window each way to a list hides the open lead, which stays unread', async () => {
  const { innerWidth, innerHeight } = window;
  const viewport = (window as unknown as HappyWindow).happyDOM;
  viewport.setViewport({ width: 800 });
  onTestFinished(() => viewport.setViewport({ width: innerWidth, height: innerHeight }));
  const unread = row({ leadID: 'l1', isUnread: true });
  const bridge = fakeBridge(inboxOf([unread]));
  const stores = await openInboxOver(bridge, <Sidebar />);
  const { leads, session, conversation } = stores;
  const ways = [
    () => fireEvent.click(screen.getByRole('button', { name: 'Starred' })),
    () => fireEvent.keyDown(document.body, { key: '1', ctrlKey: true }),
    () => bridge.emit('openScreen', { screen: 'inbox' }),
  ];
  for (const go of ways) {
    act(() => session.getState().go('settings'));
    act(() => leads.getState().select(unread.leadID));
    await expect.poll(() => conversation.getState().details).not.toBeNull();
    act(go);
    expect(leads.getState().selected).toBeNull();
  }
  expect(bridge.inputsOf('leads.seen')).toEqual([]);
});

it('Alt+Down pressed twice moves a saved view two places, before the engine answers', async () => {
  const views = ['a', 'b', 'c'].map((name) => ({
    ...{ savedViewID: name as SavedViewID, name, view: 'all' as const },
    ...{ business: null, query: '', everywhere: false },
  }));
  const bridge = fakeBridge({
    'leads.list': () => ok(listOf([])),
    'views.counts': () => ok({ counts: countsOf({}), businesses: [] }),
    'savedViews.list': () => ok({ views }),
    'savedViews.reorder': () => new Promise(() => undefined),
  });
  const stores = createStores(bridge, () => noon);
  showIn(stores, <Sidebar />);
  const first = await screen.findByRole('button', { name: /^a\b/ });
  for (let press = 0; press < 2; press++)
    await act(async () => void fireEvent.keyDown(first, { key: 'ArrowDown', altKey: true }));
  expect(bridge.inputsOf('savedViews.reorder').at(-1)).toEqual({ savedViewIDs: ['b', 'c', 'a'] });
});

const showSidebar = async (environments: readonly Account['environment'][], online = true) => {
  const accounts = environments.map((environment, index) =>
    accountLike(`a${index}`, 'v4', 'connected', { environment, profileName: 'Harbor Leads' }),
  );
  const reports = accounts.map(({ accountID }) => ({ ...reportLike(accountID, []), online }));
  const bridge = fakeBridge({
    'leads.list': () => ok(listOf([])),
    'views.counts': () => ok({ counts: countsOf({}), businesses: [] }),
    'connect.accounts': () => ok({ accounts, keychain: 'ready' }),
    'connection.report': () => ok({ reports }),
  });
  const stores = createStores(bridge, () => noon);
  await readAccounts(stores);
  showIn(stores, <Sidebar />);
  return { stores };
};
const advanced = () => screen.getByRole('button', { name: 'Advanced' });

it('advanced pages are collapsed until they are opened, and stay open', async () => {
  await showSidebar(['production']);
  expect(screen.queryByRole('button', { name: 'Webhooks' })).toBeNull();
  fireEvent.click(advanced());
  expect(screen.getByRole('button', { name: 'Webhooks' })).toBeTruthy();
  cleanup();
  await showSidebar(['production']);
  expect(screen.getByRole('button', { name: 'Marketplace lookup' })).toBeTruthy();
});

it('advanced pages are open with a staging account', async () => {
  await showSidebar(['staging']);
  expect(await screen.findByRole('button', { name: 'Staging preview' })).toBeTruthy();
  fireEvent.click(advanced());
  expect(screen.queryByRole('button', { name: 'Staging preview' })).toBeNull();
});

it('the footer names an unreachable marketplace, and shows Offline only for the computer', async () => {
  const { stores } = await showSidebar(['production'], false);
  expect(await screen.findByRole('button', { name: "Can't reach Harbor Leads" })).toBeTruthy();
  act(() => stores.session.setState({ isOnline: false }));
  expect(screen.getByRole('button', { name: 'Offline' })).toBeTruthy();
});

it('the footer shows Paused while the engine is stopped or runs alone', async () => {
  const { stores } = await showSidebar(['production'], false);
  await screen.findByRole('button', { name: "Can't reach Harbor Leads" });
  const error = { code: 'engine_stopped', message: 'It keeps ending.' } as const;
  act(() => stores.session.setState({ engine: { state: 'stopped', error } }));
  expect(screen.getByRole('button', { name: 'Paused' })).toBeTruthy();
  act(() => stores.session.setState({ engine: { state: 'ready', isAlone: true } }));
  expect(screen.getByRole('button', { name: 'Paused' })).toBeTruthy();
  act(() => stores.session.setState({ engine: { state: 'ready' } }));
  expect(screen.getByRole('button', { name: "Can't reach Harbor Leads" })).toBeTruthy();
});

it('Escape on an icon leaves the page at once, although it also closes the tooltip', async () => {
  localStorage.setItem('hearthline.sidebar.folded', 'true');
  const { stores } = await showSidebar(['production']);
  startListening(stores);
  act(() => stores.session.getState().go('settings'));
  const icon = screen.getByRole('button', { name: 'Settings' });
  icon.focus();
  fireEvent.pointerEnter(icon);
  await screen.findByRole('tooltip');
  fireEvent.keyDown(icon, { key: 'Escape' });
  expect(stores.session.getState().screen).toBe('inbox');
  expect(screen.queryByRole('tooltip')).toBeNull();
});

it('the team does not look connected while the engine is stopped', async () => {
  const bridge = fakeBridge({
    'team.status': () => ok({ team: { ...membership, log: { name: 'up' } } }),
  });
  const stores = createStores(bridge, () => noon);
  startListening(stores);
  showIn(stores, <Foot />);
  const team = await screen.findByRole('button', { name: /^Team/ });
  const health = () => team.querySelector('[data-health]')?.getAttribute('data-health');
  expect(health()).toBe('working');
  const error = { code: 'engine_unavailable', message: '' } as const;
  act(() => bridge.emit('engine', { state: 'stopped', error }));
  expect(health()).toBe('offline');
});
