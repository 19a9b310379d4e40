// @vitest-environment happy-dom
/** The list's figures match the sidebar's counts and the times in Insights. */
import { act, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { LeadRow } from '../../../../contract/records.ts';
import { LeadList } from '../../../../renderer/inbox/lead-list.tsx';
import { Sidebar } from '../../../../renderer/app/sidebar/sidebar.tsx';
import { useFormatters } from '../../../../renderer/insights/formatters.ts';
import { countsOf, fakeBridge, id, lead, listOf, ok, row } from '../support/samples.ts';
import { openInboxOver, words as english } from '../support/window.tsx';

await english.loadNamespaces('insights');

it('a lead that stays visible after its reply is not counted', async () => {
  let waiting: readonly LeadRow[] = ['l1', 'l2', 'l3'].map((leadID) =>
    row({ leadID, customerName: leadID, needsFirstReply: true }),
  );
  const parts = () => [
    { name: 'new' as const, length: waiting.length },
    { name: 'conversations' as const, length: 0 },
  ];
  const bridge = fakeBridge({
    'leads.list': () => ok({ ...listOf(waiting), parts: parts() }),
    'leads.within': () => ok({ leads: [], position: 0, total: waiting.length, parts: parts() }),
    'leads.get': ({ leadID }) => ok({ lead: lead({}, { leadID, customerName: leadID }) }),
    'views.counts': () =>
      ok({
        counts: countsOf({ needs_reply: waiting.length, new: waiting.length }),
        businesses: [],
      }),
  });
  const { leads } = await openInboxOver(
    bridge,
    <>
      <Sidebar />
      <LeadList />
    </>,
  );
  await screen.findByText('New · 3');
  act(() => leads.getState().select(id('l1')));
  waiting = waiting.slice(1);
  await act(async () => {
    bridge.emit('changed', { kinds: ['leads'], leadIDs: [id('l1')] });
    await leads.getState().refetch();
  });
  expect(await screen.findByText('New · 2')).toBeTruthy();
  expect(within(screen.getByRole('listbox')).getAllByRole('option')).toHaveLength(3);
  expect(screen.getByRole('button', { name: /^Needs reply/ }).textContent).toContain('2');
});

it('older leads have their own heading', async () => {
  const older = ['l1', 'l2'].map((leadID) => row({ leadID, isOlder: true }));
  const bridge = fakeBridge({
    'leads.list': () => ok({ ...listOf(older), parts: [{ name: 'older', length: 2 }] }),
    'views.counts': () => ok({ counts: countsOf({ older: 2 }), businesses: [] }),
  });
  const { leads } = await openInboxOver(bridge, <LeadList />);
  await act(() => leads.getState().show({ view: 'older' }));
  expect(screen.getByText('Older · 2')).toBeTruthy();
});

it.each([
  [28_000, '28 s'],
  [59_700, '1 min'],
  [89_000, '1 min'],
  [3_595_000, '1 h'],
  [3_900_000, '1 h 5 min'],
  [183_600_000, '2 d 3 h'],
])('a median of %i ms is shown as %s above the list and in Insights', async (medianMs, words) => {
  const bridge = fakeBridge({
    'leads.list': () => ok(listOf([])),
    'views.counts': () => ok({ counts: countsOf({}), businesses: [] }),
    'insights.today': () => ok({ firstReplies: 8, medianMs }),
  });
  const Figure = () => <p>{useFormatters().formatDuration(medianMs)}</p>;
  await openInboxOver(
    bridge,
    <>
      <LeadList />
      <Figure />
    </>,
  );
  expect(await screen.findByText(`Today: 8 first replies, median ${words}`)).toBeTruthy();
  expect(screen.getByText(words)).toBeTruthy();
});
