// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { LeadList } from '../../../../renderer/inbox/lead-list.tsx';
import { holdAnswers, inboxOf } from '../support/inbox.ts';
import { countsOf, fakeBridge, listOf, ok, row } from '../support/samples.ts';
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

it('the arrows move through the suggestions, beyond both ends', async () => {
  await openInboxOver(fakeBridge(inboxOf([row({ leadID: 'l1' })])), <LeadList />);
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Search leads' });
  act(() => field.focus());
  fireEvent.change(field, { target: { value: 'b' } });
  const moveTo = (key: string): string | null => {
    fireEvent.keyDown(field, { key });
    return screen.getByRole('option', { selected: true }).textContent;
  };
  expect(screen.queryByRole('option', { selected: true })).toBeNull();
  expect(moveTo('ArrowUp')).toContain('business:');
  expect(moveTo('ArrowDown')).toContain('before:');
  expect(moveTo('ArrowUp')).toContain('business:');
});

it('Enter goes to the hits of a slow search, unless the professional has typed on', async () => {
  const answers = holdAnswers(false);
  const bridge = fakeBridge({
    ...inboxOf([row({ leadID: 'l1' }), row({ leadID: 'l2' })]),
    'leads.list': async ({ query = '' }) => {
      if (query !== '') await answers.inTime();
      return ok(listOf([row({ leadID: 'l1' })]));
    },
  });
  await openInboxOver(bridge, <LeadList />);
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Search leads' });
  const search = async (text: string): Promise<void> => {
    act(() => field.focus());
    fireEvent.change(field, { target: { value: text } });
    await act(async () => void fireEvent.keyDown(field, { key: 'Enter' }));
  };
  answers.hold();
  await search('smi');
  fireEvent.change(field, { target: { value: 'smit' } });
  await answers.release();
  await vi.waitFor(() =>
    expect(bridge.inputsOf('leads.list').at(-1)).toMatchObject({ query: 'smit' }),
  );
  expect(document.activeElement).toBe(field);
  answers.hold();
  await search('smith');
  expect(document.activeElement).toBe(field);
  await answers.release();
  await vi.waitFor(() => expect(document.activeElement?.id).toBe('lead-list'));
});
