// @vitest-environment happy-dom
/** An engine that does not answer. */
import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { createStores } from '../../../../renderer/app/stores.ts';
import { LeadList } from '../../../../renderer/inbox/lead-list.tsx';
import { Thread } from '../../../../renderer/thread/thread.tsx';
import { Loading } from '../../../../renderer/ui/loading.tsx';
import { fakeBridge, id, noon } from '../support/samples.ts';
import { startListening, showIn } from '../support/window.tsx';

const never = () => new Promise<never>(() => undefined);

afterEach(() => void vi.useRealTimers());

it.each([
  ['the list', <LeadList key="list" />],
  ['the conversation', <Thread key="thread" width="full" />],
  ['a page', <Loading key="page" answer={{ value: undefined, error: null }} queries={[]} />],
])('after three seconds %s says that loading takes longer than usual', async (_what, shown) => {
  vi.useFakeTimers();
  const bridge = fakeBridge({
    'leads.list': never,
    'leads.get': never,
    'thread.page': never,
  });
  const stores = createStores(bridge, () => noon);
  startListening(stores);
  void stores.leads.getState().refetch();
  stores.session.getState().go('inbox');
  stores.leads.getState().select(id('l1'));
  showIn(stores, shown);
  await act(() => vi.advanceTimersByTimeAsync(200));
  await act(() => vi.advanceTimersByTimeAsync(2_500));
  expect(screen.getByRole('status', { name: 'Loading' }).textContent).toBe('');
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(screen.getByRole('status', { name: 'Loading' }).textContent).toBe(
    'This is taking longer than usual.',
  );
});
