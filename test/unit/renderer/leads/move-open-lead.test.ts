// @vitest-environment happy-dom
/** An open lead while it is merged into its v4 lead. */
import { expect, it, vi } from 'vitest';
import { listen } from '../../../../renderer/app/listen.ts';
import { createStores } from '../../../../renderer/app/stores.ts';
import {
  countsOf,
  fakeBridge,
  id,
  lead,
  listOf,
  noon,
  ok,
  row,
  messageLike,
} from '../support/samples.ts';

const counts = countsOf({ needs_reply: 1, unread: 1, all: 1 });

const openLead = async (rowsBefore: readonly string[]) => {
  let merged = false;
  const bridge = fakeBridge({
    'leads.list': () =>
      ok(listOf((merged ? ['l2', 'l3'] : rowsBefore).map((leadID) => row({ leadID })))),
    'leads.within': ({ leadIDs }) => {
      const { leads, total } = listOf(
        (merged ? ['l2', 'l3'] : rowsBefore).map((leadID) => row({ leadID })),
      );
      return ok({
        leads: leads.filter(({ leadID }) => leadIDs.includes(leadID)),
        position: 0,
        total: total ?? 0,
        parts: [],
      });
    },
    'views.counts': () => ok({ counts, businesses: [] }),
    // The engine returns the merged lead for the old id.
    'leads.get': ({ leadID }) => ok({ lead: lead({}, { leadID: merged ? 'l2' : leadID }) }),
    'thread.page': () => ok({ messages: [messageLike('m1')], earlier: null }),
    'thread.watch': () => ok({}),
    'leads.seen': () => ok({}),
  });
  const stores = createStores(bridge, () => noon);
  const end = listen(stores, window);
  stores.session.getState().go('inbox');
  await stores.leads.getState().refetch();
  stores.leads.getState().select(id('l1'));
  await vi.waitFor(() => expect(stores.conversation.getState().state).toBe('ready'));
  merged = true;
  bridge.emit('changed', { kinds: ['leads', 'move'], leadIDs: [id('l1'), id('l2')] });
  return { stores, end };
};

it.each([
  ['is in the list', ['l1', 'l2', 'l3']],
  ['has left the list', ['l3']],
])('an open lead that is merged is replaced by its v4 lead when it %s', async (_, rows) => {
  const { stores, end } = await openLead(rows);
  await vi.waitFor(() => {
    expect(stores.leads.getState().selected).toBe('l2');
    expect(stores.conversation.getState()).toMatchObject({
      state: 'ready',
      leadID: 'l2',
      error: null,
      details: { row: { leadID: 'l2' } },
    });
  });
  const shown = stores.leads.getState().rows.map(({ leadID }) => leadID);
  expect(shown).toEqual(['l2', 'l3']);
  end();
});
