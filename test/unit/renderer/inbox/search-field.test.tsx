// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { LeadList } from '../../../../renderer/inbox/lead-list.tsx';
import { countsOf, fakeBridge, listOf, ok } from '../support/samples.ts';
import { openInboxOver } from '../support/window.tsx';

it('puts the caret behind an accepted operator before the next key', async () => {
  const bridge = fakeBridge({
    'leads.list': () => ok(listOf([])),
    'views.counts': () => ok({ counts: countsOf({ all: 3 }), businesses: [] }),
    'search.values': () =>
      ok({ tags: [], businesses: [], categories: [], statuses: [], rules: [], people: [] }),
  });
  await openInboxOver(bridge, <LeadList />);
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Search leads' });
  fireEvent.change(field, { target: { value: 'i tap' } });
  field.setSelectionRange(1, 1);
  fireEvent.select(field);
  fireEvent.keyDown(field, { key: 'Tab' });
  expect(field.value).toBe('is:tap');
  expect(field.selectionStart).toBe(3);
});
