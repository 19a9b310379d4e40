// @vitest-environment happy-dom
/** A search without hits explains what was searched. */
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { LeadList } from '../../../../renderer/inbox/lead-list.tsx';
import { countsOf, fakeBridge, listOf, ok } from '../support/samples.ts';
import { openInboxOver } from '../support/window.tsx';

const nobody = 'No customer, request, message or note has “boiler  leak”.';
const archived = 'Archived leads were searched too.';

it.each([
  ['boiler  leak', `${nobody} ${archived}`, null],
  ['is:archived', 'No lead fits “is:archived”.', null],
  ['boiler is:archived', 'No lead fits “boiler is:archived”.', 'Search for “boiler” only'],
])('a search without hits for “%s” explains what was searched', async (query, text, action) => {
  const bridge = fakeBridge({
    'leads.list': () => ok(listOf([])),
    'views.counts': () => ok({ counts: countsOf({ all: 3 }), businesses: [] }),
  });
  const { leads } = await openInboxOver(bridge, <LeadList />);
  await act(() => leads.getState().search(query, true));
  await screen.findByRole('heading', { name: 'No leads match' });
  const plain = (document.body.textContent ?? '').replaceAll(/[\u2066-\u2069]/g, '');
  expect(plain).toContain(text);
  expect(plain.includes(archived)).toBe(text.includes(archived));
  expect(screen.queryByRole('button', { name: /^Search for/ })?.textContent ?? null).toBe(action);
});
