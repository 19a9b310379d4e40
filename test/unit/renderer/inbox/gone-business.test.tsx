// @vitest-environment happy-dom
/** A list of a business that no account has any more. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { SavedView, SavedViewID } from '../../../../contract/commands/saved-views.ts';
import { business } from '../../../../contract/records.ts';
import { Sidebar } from '../../../../renderer/app/sidebar/sidebar.tsx';
import { LeadList } from '../../../../renderer/inbox/lead-list.tsx';
import { holdAnswers } from '../support/inbox.ts';
import { countsOf, fakeBridge, listOf, ok, row } from '../support/samples.ts';
import { openInboxOver } from '../support/window.tsx';

const gone: SavedView = {
  ...{ savedViewID: 'v1' as SavedViewID, name: 'Lake Cleaning', view: 'needs_reply' },
  ...{ business: 'k2', query: '', everywhere: false },
};

const openInbox = async (keys = ['k1', 'k2']) => {
  let views = [gone];
  const goneCounts = holdAnswers(false);
  const bridge = fakeBridge({
    'leads.list': ({ business: key }) => ok(listOf(key === 'k2' ? [] : [row()])),
    'views.counts': async ({ business: key }) => {
      if (key === 'k2') await goneCounts.inTime();
      return ok({
        counts: countsOf(key === 'k2' ? {} : { needs_reply: 1, all: 1 }),
        businesses: keys.map((each) =>
          business.parse({
            ...{ key: each, accountID: 'a1', businessID: each, name: each, needsReply: 0 },
          }),
        ),
      });
    },
    'savedViews.list': () => ok({ views }),
    'savedViews.counts': () => ok({ counts: [{ savedViewID: gone.savedViewID, leads: 0 }] }),
    'savedViews.remove': () => {
      views = [];
      return ok({});
    },
  });
  const { leads } = await openInboxOver(
    bridge,
    <>
      <Sidebar />
      <LeadList />
    </>,
  );
  await screen.findByRole('button', { name: /^Lake Cleaning/ });
  const emit = (kind: 'businesses' | 'savedViews') =>
    act(async () => bridge.emit('changed', { kinds: [kind], leadIDs: [] }));
  return {
    leads,
    emit,
    holdGoneCounts: goneCounts.hold,
    answerGoneCounts: goneCounts.release,
    removeBusiness: () => {
      keys.splice(1);
      return emit('businesses');
    },
  };
};

const clickButton = (name: RegExp) => act(async () => screen.getByRole('button', { name }).click());
const listHighlighted = () =>
  [...document.querySelectorAll('nav [aria-current]')].map((one) => one.textContent);

it('its saved view stays on the screen, empty and with the reason, until it is removed', async () => {
  const { leads, emit, removeBusiness } = await openInbox();
  await clickButton(/^Lake Cleaning/);
  await removeBusiness();
  const list = within(screen.getByRole('region', { name: 'Leads' }));
  await list.findByRole('heading', { name: 'This business is not connected' });
  expect(listHighlighted()).toEqual([expect.stringContaining('Lake Cleaning')]);
  await screen.findByRole('button', { name: /^Needs reply 1/ });
  await clickButton(/^Starred/);
  await expect.poll(() => leads.getState().business).toBeNull();
  await clickButton(/^Lake Cleaning/);
  expect(leads.getState().business).toBe('k2');
  fireEvent.click(await list.findByRole('button', { name: 'Remove this view' }));
  await emit('savedViews');
  await expect.poll(() => leads.getState()).toMatchObject({ business: null, view: 'needs_reply' });
  expect(screen.queryByRole('heading', { name: 'This business is not connected' })).toBeNull();
});

it('its saved view never says that everyone has a reply', async () => {
  const { leads, holdGoneCounts, answerGoneCounts } = await openInbox(['k1']);
  holdGoneCounts();
  await clickButton(/^Lake Cleaning/);
  await expect.poll(() => leads.getState()).toMatchObject({ business: 'k2', state: 'ready' });
  const isReasonShown = () =>
    screen.queryByRole('heading', { name: 'This business is not connected' }) !== null;
  expect(isReasonShown()).toBe(true);
  await answerGoneCounts();
  expect(isReasonShown()).toBe(true);
});

it('without a saved view the list shows all businesses, and a search of all leads stays one', async () => {
  const { leads, removeBusiness } = await openInbox();
  await act(() => leads.getState().show({ view: 'starred', business: 'k2' }));
  await act(() => leads.getState().search('sink', true));
  await removeBusiness();
  await expect.poll(() => leads.getState().business).toBeNull();
  expect(leads.getState()).toMatchObject({ view: 'starred', query: 'sink', everywhere: true });
  await act(() => leads.getState().leaveSearch());
  await expect.poll(() => leads.getState()).toMatchObject({ business: null, query: '' });
  expect(leads.getState().rows).toHaveLength(1);
});
