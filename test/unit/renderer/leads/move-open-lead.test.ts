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
  no,
  ok,
  row,
  messageLike,
} from '../support/samples.ts';

const counts = countsOf({ needs_reply: 1, unread: 1, all: 1 });

type Typing = {
  /** The draft of the v4 lead, and whether the window knows it. */
  readonly other?: string;
  readonly isOtherKnown?: boolean;
  /** Typed and saved before the merge, and typed before the window knows of it. */
  readonly saved?: string;
  readonly more?: string;
  /** True if the saved text is deleted before the window knows of the merge. */
  readonly isDeleted?: boolean;
};

const openLead = async (
  rowsBefore: readonly string[],
  { other = '', isOtherKnown = false, saved = '', more = '', isDeleted = false }: Typing = {},
) => {
  let merged = false;
  let stored = '';
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
    'leads.get': ({ leadID }) => {
      const draft = merged ? [...new Set([other, stored])].filter(Boolean).join('\n\n') : stored;
      return ok({ lead: lead({ draft }, { leadID: merged ? 'l2' : leadID }) });
    },
    'drafts.save': ({ leadID, text }) => {
      if (merged && leadID === 'l1') return no('not_found');
      if (leadID === 'l1') stored = text;
      return ok({ sent: null });
    },
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
  const drafts = stores.drafts.getState();
  if (isOtherKnown) drafts.restore(id('l2'), other, null);
  if (saved !== '') drafts.type(id('l1'), saved);
  drafts.flush();
  await vi.waitFor(() => expect(stored).toBe(saved));
  merged = true;
  if (more !== '') drafts.type(id('l1'), saved + more);
  if (isDeleted) drafts.type(id('l1'), '');
  bridge.emit('changed', { kinds: ['leads', 'move'], leadIDs: [id('l1'), id('l2')] });
  return { bridge, stores, end };
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

it.each<readonly [string, Typing, string]>([
  ['keeps the words typed since the last save', { saved: 'On my', more: ' way' }, 'On my way'],
  ['keeps a text that was never saved', { more: 'On my way' }, 'On my way'],
  [
    'adds them to the draft of the v4 lead',
    { other: 'Nine?', saved: 'On my', more: ' way' },
    'Nine?\n\nOn my way',
  ],
  [
    'adds a saved draft to one that the window knows',
    { other: 'Nine?', isOtherKnown: true, saved: 'On my way' },
    'Nine?\n\nOn my way',
  ],
  [
    'repeats no text that both leads had',
    { other: 'On my way', isOtherKnown: true, saved: 'On my way' },
    'On my way',
  ],
  ['stays deleted', { saved: 'On my way', isDeleted: true }, ''],
  ['stays deleted beside another', { other: 'Nine?', saved: 'Hi', isDeleted: true }, 'Nine?'],
  ['repeats no saved draft', { other: 'Nine?', saved: 'On my way' }, 'Nine?\n\nOn my way'],
])('the reply in progress to a merged lead %s', async (_, typing, expected) => {
  const { stores, end } = await openLead(['l1', 'l2', 'l3'], typing);
  await vi.waitFor(() => {
    expect(stores.conversation.getState()).toMatchObject({ state: 'ready', leadID: 'l2' });
    expect(stores.drafts.getState().texts[id('l2')]).toBe(expected);
  });
  end();
});

it('an open lead that is merged is marked as read', async () => {
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  const { bridge, end } = await openLead(['l1', 'l2', 'l3']);
  await vi.waitFor(() =>
    expect(bridge.inputsOf('leads.seen').at(-1)).toMatchObject({ leadID: 'l2' }),
  );
  end();
});
