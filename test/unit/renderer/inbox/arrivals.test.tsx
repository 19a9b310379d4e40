// @vitest-environment happy-dom
/** A pill above the list counts new leads that are out of sight and leads to them. */
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LeadList } from '../../../../renderer/inbox/lead-list.tsx';
import { headingHeight } from '../../../../renderer/inbox/list-layout.ts';
import { createStores } from '../../../../renderer/app/stores.ts';
import { countsOf, fakeBridge, id, lead, listed, noon, ok } from '../support/samples.ts';
import { startListening, showIn } from '../support/window.tsx';

/** In pixels: about four rows. */
const paneHeight = 400;
const name = (nth: number): string => `l${String(nth).padStart(3, '0')}`;

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(paneHeight);
});
afterEach(() => void vi.restoreAllMocks());

/** A list of leads in the order of their names, to which more can be added. */
const openList = async (length: number) => {
  const present = new Set(Array.from({ length }, (_, nth) => name(nth * 10)));
  const arrived = new Set<string>();
  const all = () =>
    [...present].toSorted().map((leadID) => listed(leadID, { leadID, customerName: leadID }));
  const bridge = fakeBridge({
    'leads.list': () => ok({ leads: all(), next: null, total: present.size, parts: [] }),
    'leads.within': ({ leadIDs }) =>
      ok({
        leads: all().filter(({ leadID }) => leadIDs.includes(leadID)),
        position: 0,
        total: present.size,
        parts: [],
      }),
    'leads.arrived': ({ mark, view }) =>
      ok({
        mark: 1,
        leads:
          mark === undefined || view !== 'needs_reply'
            ? []
            : all()
                .filter(({ leadID }) => arrived.has(leadID))
                .map(({ leadID, place }) => ({ leadID, place })),
      }),
    'leads.get': ({ leadID }) => ok({ lead: lead({}, { leadID }) }),
    'views.counts': () => ok({ counts: countsOf({}), businesses: [] }),
  });
  const stores = createStores(
    bridge,
    () => noon,
    (_, then) => {
      const timer = setTimeout(then, 0);
      return () => clearTimeout(timer);
    },
  );
  startListening(stores);
  stores.session.getState().go('inbox');
  await stores.leads.getState().refetch();
  showIn(stores, <LeadList />);
  const list = await screen.findByRole('listbox');
  const change = (...leadIDs: string[]) =>
    act(async () => {
      bridge.emit('changed', { kinds: ['leads'], leadIDs: null });
      const before = bridge.inputsOf('leads.arrived').length;
      await stores.leads.getState().refetch();
      await vi.waitUntil(
        () => bridge.inputsOf('leads.arrived').length > before || leadIDs.length === 0,
      );
      await Promise.resolve();
    });
  return {
    ...stores,
    list,
    arrive: async (...leadIDs: string[]) => {
      for (const leadID of leadIDs) {
        present.add(leadID);
        arrived.add(leadID);
      }
      await change(...leadIDs);
    },
    leave: async (leadID: string) => {
      present.delete(leadID);
      await change(leadID);
    },
    scrollTo: (top: number) =>
      act(() => {
        list.scrollTop = top;
        fireEvent.scroll(list);
      }),
  };
};

const pill = () => screen.queryByRole('button', { name: /new$/ });

it('new leads out of sight are counted in a pill, visible ones are not', async () => {
  const { arrive, leave } = await openList(30);
  await arrive(name(5));
  expect(screen.getByText(name(5))).toBeTruthy();
  expect(pill()).toBeNull();
  await arrive(name(205), name(215), name(225));
  await waitFor(() => expect(pill()?.textContent).toBe('3 new'));
  expect(pill()?.dataset['above']).toBe('false');
  await leave(name(215));
  await waitFor(() => expect(pill()?.textContent).toBe('2 new'));
});

it('the pill and the period key open the first new lead, and the pill disappears after the last', async () => {
  const { arrive, leads, list } = await openList(40);
  await arrive(name(205), name(305));
  await waitFor(() => expect(pill()?.textContent).toBe('2 new'));
  fireEvent.click(pill() as HTMLElement);
  await waitFor(() => expect(leads.getState().selected).toBe(name(205)));
  expect(document.activeElement).toBe(list);
  expect(screen.getByText(name(205))).toBeTruthy();
  // The lead is at the top, so that those below it are visible.
  expect(list.scrollTop).toBe(21 * 96 - headingHeight);
  await waitFor(() => expect(pill()?.textContent).toBe('1 new'));
  fireEvent.keyDown(list, { key: '.' });
  await waitFor(() => expect(leads.getState().selected).toBe(name(305)));
  await waitFor(() => expect(pill()).toBeNull());
});

it('the pill points up for leads above, and scrolling to them removes it', async () => {
  const { arrive, scrollTo } = await openList(40);
  scrollTo(20 * 96);
  await arrive(name(5));
  await waitFor(() => expect(pill()?.dataset['above']).toBe('true'));
  scrollTo(0);
  await waitFor(() => expect(pill()).toBeNull());
});

it('a search hides the pill, which returns after it', async () => {
  const { arrive, leads } = await openList(40);
  await arrive(name(305));
  await waitFor(() => expect(pill()).not.toBeNull());
  await act(() => leads.getState().search('sink', true));
  expect(pill()).toBeNull();
  await act(() => leads.getState().leaveSearch());
  await waitFor(() => expect(pill()).not.toBeNull());
  await act(() => leads.getState().show({ view: 'starred' }));
  await waitFor(() => expect(pill()).toBeNull());
});

it('a list keeps its scroll position when it is shown again and after a search', async () => {
  const opened = await openList(40);
  const { arrive, leads, list, scrollTo } = opened;
  const shownAgain = (): HTMLElement => {
    showIn(opened, <LeadList />);
    return screen.getByRole('listbox');
  };
  scrollTo(30 * 96 + 17);
  await act(() => leads.getState().search('sink', true));
  await act(() => leads.getState().leaveSearch());
  await waitFor(() => expect(list.scrollTop).toBe(30 * 96 + 17));
  scrollTo(20 * 96 + 5);
  cleanup();
  await arrive(name(5));
  expect(shownAgain().scrollTop).toBe(21 * 96 + 5);
  cleanup();
  act(() => leads.getState().select(id(name(0))));
  const again = shownAgain();
  expect(again.scrollTop).toBe(0);
  act(() => {
    again.scrollTop = 20 * 96;
    fireEvent.scroll(again);
  });
  cleanup();
  // The selected lead was out of sight when the list was left.
  expect(shownAgain().scrollTop).toBe(20 * 96);
  cleanup();
  await act(() => leads.getState().show({ view: 'starred' }));
  expect(shownAgain().scrollTop).toBe(0);
});
