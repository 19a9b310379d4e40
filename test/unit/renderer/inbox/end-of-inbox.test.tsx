// @vitest-environment happy-dom
/** The inbox after its last lead: the message, and opening the next lead. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Account } from '../../../../contract/accounts.ts';
import type { LeadRow } from '../../../../contract/records.ts';
import { Inbox } from '../../../../renderer/app/pages/inbox.tsx';
import { accountLike, reportLike } from '../support/accounts.ts';
import { countsOf, fakeBridge, lead, listOf, ok, row } from '../support/samples.ts';
import { openInboxOver } from '../support/window.tsx';

type Counted = Parameters<typeof countsOf>[0];

const openInbox = async (
  counts: Counted,
  listsLeads = true,
  environment: Account['environment'] = 'production',
) => {
  let waiting: readonly LeadRow[] = [];
  let now = counts;
  const account = accountLike('a1', 'v4', 'connected', { environment });
  const report = reportLike('a1', []);
  const bridge = fakeBridge({
    'connect.accounts': () => ok({ accounts: [account], keychain: 'ready' }),
    'connection.report': () =>
      ok({
        reports: [
          {
            ...report,
            backfill: { ...report.backfill, state: 'done' as const },
            polling: { ...report.polling, listsLeads },
          },
        ],
      }),
    'leads.list': () => ok(listOf(waiting)),
    'views.counts': () => ok({ counts: countsOf(now), businesses: [] }),
    'leads.get': ({ leadID }) => ok({ lead: lead({}, { leadID }) }),
    'insights.today': () => ok({ firstReplies: 8, medianMs: 240_000 }),
  });
  const stores = await openInboxOver(bridge, <Inbox />);
  stores.session.setState({ hasOpenedFirst: true });
  return {
    ...stores,
    count: (change: Counted) =>
      act(async () => {
        now = change;
        bridge.emit('changed', { kinds: ['leads'], leadIDs: null });
        await Promise.resolve();
      }),
    arrive: (leadID: string) =>
      act(async () => {
        waiting = [row({ leadID })];
        bridge.emit('changed', { kinds: ['leads'], leadIDs: null });
        await stores.leads.getState().refetch();
      }),
  };
};

it('the empty inbox shows older leads, replies on their way, and today’s median', async () => {
  const { count, leads } = await openInbox({ all: 9, outgoing: 10, older: 117 });
  expect(await screen.findByRole('heading', { name: 'No one else is waiting' })).toBeTruthy();
  expect(screen.queryByText('Everyone has a reply')).toBeNull();
  expect(screen.getByText('4 min')).toBeTruthy();
  expect(screen.getByText('Median of your 8 first replies today')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '117 older' }));
  expect(leads.getState().view).toBe('older');
  await act(() => leads.getState().show({ view: 'needs_reply' }));
  fireEvent.click(await screen.findByRole('button', { name: '10 on their way' }));
  expect(leads.getState().view).toBe('outgoing');
  await act(() => leads.getState().show({ view: 'needs_reply' }));
  await count({ all: 9 });
  expect(await screen.findByRole('heading', { name: 'Everyone has a reply' })).toBeTruthy();
});

it('with staging alone the empty inbox claims no replies and leads to the test leads', async () => {
  const { leads } = await openInbox({ all: 9 }, true, 'staging');
  await screen.findByRole('heading', { name: 'Test leads are under All leads' });
  expect(screen.queryByText(/Everyone has a reply|opens here by itself/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Show all leads' }));
  expect(leads.getState().view).toBe('all');
});

it('a new lead opens automatically in the empty inbox and stays unread', async () => {
  const { arrive, leads, session } = await openInbox({ all: 9 });
  await screen.findByRole('heading', { name: 'Everyone has a reply' });
  await arrive('l7');
  await waitFor(() => expect(leads.getState().selected).toBe('l7'));
  expect(session.getState().unattendedLead).toBe('l7');
});

it.each([
  ['a search is typed', () => screen.getByRole('combobox').focus()],
  [
    'a dialog is open',
    () => {
      const dialog = document.body.appendChild(document.createElement('dialog'));
      dialog.setAttribute('open', '');
    },
  ],
])('the next lead does not open while %s', async (_, occupy) => {
  const { arrive, leads } = await openInbox({ all: 9 });
  await screen.findByRole('heading', { name: 'Everyone has a reply' });
  act(occupy);
  await arrive('l7');
  await waitFor(() => expect(leads.getState().length).toBe(1));
  expect(leads.getState().selected).toBeNull();
  document.querySelector('dialog')?.remove();
});

it('an inbox without leads explains that the marketplace keeps older ones', async () => {
  await openInbox({}, false);
  expect(await screen.findByRole('heading', { name: 'No leads yet' })).toBeTruthy();
  expect(screen.queryByText(/^Choose a lead/)).toBeNull();
  expect(
    screen.getByText(/provides only new leads\. Older ones stay on its own pages\.$/),
  ).toBeTruthy();
});

it('an inbox without leads does not mention older ones when the marketplace lists leads', async () => {
  await openInbox({});
  await screen.findByRole('heading', { name: 'No leads yet' });
  expect(screen.queryByText(/Older ones stay/)).toBeNull();
});
