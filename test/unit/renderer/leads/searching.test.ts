// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { business, type Match } from '../../../../contract/records.ts';
import { listen } from '../../../../renderer/app/listen.ts';
import { createStores } from '../../../../renderer/app/stores.ts';
import {
  countsOf,
  fakeBridge,
  id,
  lead,
  listOf,
  ok,
  row,
  messageLike,
} from '../support/samples.ts';
import { noon } from '../support/samples.ts';

const ace = business.parse({
  ...{ key: 'b1', accountID: 'a1', businessID: 'b1', name: 'Ace', needsReply: 0 },
});

/** A list of twelve leads; each search finds one lead, and can be delayed. */
const setUp = () => {
  const waiting = new Map<string, () => void>();
  const slow = new Set<string>();
  const all = Array.from({ length: 12 }, (_, index) => row({ leadID: `l${10 + index}` }));
  const hit: Match = {
    ...{ in: 'message', id: 'm7', side: 'customer', at: noon },
    ...{ text: 'found', spans: [[0, 5]] },
  };
  const bridge = fakeBridge({
    'leads.list': async ({ query }) => {
      if (query === undefined) return ok(listOf(all));
      if (slow.has(query)) await new Promise<void>((go) => waiting.set(query, go));
      const page = listOf(query === 'nothing' ? [] : [row({ leadID: `of ${query}` })]);
      return ok({
        ...page,
        total: null,
        leads: page.leads.map((each) => ({ ...each, match: hit })),
      });
    },
    'leads.within': () => ok({ leads: [], position: 5, total: 12, parts: [] }),
    'views.counts': () => ok({ counts: countsOf({ all: 12 }), businesses: [ace] }),
    'leads.get': ({ leadID }) => ok({ lead: lead({}, { leadID, isUnread: true }) }),
    'leads.seen': () => ok({}),
    'thread.page': () => ok({ messages: [messageLike('m7')], earlier: null }),
    'thread.watch': () => ok({}),
    'drafts.save': () => ok({ sent: null }),
    'search.places': () =>
      ok({
        places: ['m3', 'm5', 'm7'].map((each) => ({ in: 'message' as const, id: each, at: noon })),
        isWhole: true,
      }),
  });
  const stores = createStores(bridge, () => noon);
  const end = listen(stores, window);
  stores.session.getState().go('inbox');
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  const search = async (text: string): Promise<void> => {
    stores.searching.getState().type(text);
    await stores.searching.getState().run(true);
  };
  return { bridge, stores, end, search, slow, waiting };
};

beforeEach(() => localStorage.clear());
afterEach(() => void vi.restoreAllMocks());

describe('a search', () => {
  it('covers all leads, selects its first hit and opens the match without marking it read', async () => {
    const { bridge, stores, end, search } = setUp();
    await stores.leads.getState().refetch();
    await search('boiler');
    expect(bridge.inputsOf('leads.list').at(-1)).toMatchObject({
      query: 'boiler',
      everywhere: true,
    });
    expect(stores.leads.getState().selected).toBe('of boiler');
    await vi.waitFor(() => expect(stores.conversation.getState().state).toBe('ready'));
    expect(stores.conversation.getState().scrollTarget?.place).toMatchObject({ id: 'm7' });
    expect(bridge.inputsOf('thread.page').at(-1)).toMatchObject({ around: 'm7' });
    expect(bridge.inputsOf('leads.seen')).toEqual([]);
    end();
  });

  it('goes to the match in an open lead', async () => {
    const { stores, end, search } = setUp();
    await stores.leads.getState().refetch();
    stores.leads.getState().select(id('of boiler'));
    await vi.waitFor(() => expect(stores.conversation.getState().state).toBe('ready'));
    expect(stores.conversation.getState().scrollTarget).toBeNull();
    await search('boiler');
    expect(stores.conversation.getState().scrollTarget?.place).toMatchObject({ id: 'm7' });
    end();
  });

  it('ignores a late answer of an older search', async () => {
    const { stores, end, search, slow, waiting } = setUp();
    await stores.leads.getState().refetch();
    slow.add('slow');
    const late = search('slow');
    await search('quick');
    waiting.get('slow')?.();
    await late;
    expect(stores.leads.getState()).toMatchObject({ query: 'quick', selected: 'of quick' });
    end();
  });

  it('selects nothing without hits', async () => {
    const { stores, end, search } = setUp();
    await stores.leads.getState().refetch();
    stores.leads.getState().select(id('l12'));
    await search('nothing');
    expect(stores.leads.getState()).toMatchObject({ selected: null, length: 0, state: 'ready' });
    end();
  });

  it('restores view, lead and scroll position when it ends', async () => {
    const { stores, end, search } = setUp();
    await stores.leads.getState().show({ view: 'all' });
    stores.leads.getState().select(id('l13'));
    stores.leads.getState().see(5, 9, 17);
    await search('boiler');
    await search('boiler leaks');
    stores.searching.getState().narrow(false);
    stores.searching.getState().leave();
    await vi.waitFor(() => expect(stores.leads.getState().scrollTarget.nth).toBe(1));
    expect(stores.leads.getState()).toMatchObject({
      view: 'all',
      query: '',
      selected: 'l13',
      scrollTarget: { at: 5, above: 17 },
    });
    expect(stores.searching.getState().text).toBe('');
    end();
  });

  it('does not scroll another view that is opened before the restored one is loaded', async () => {
    const { bridge, stores, end, search } = setUp();
    await stores.leads.getState().show({ view: 'all' });
    stores.leads.getState().see(5, 9, 17);
    await search('boiler');
    stores.searching.getState().leave();
    await stores.leads.getState().show({ view: 'starred' });
    expect(stores.leads.getState()).toMatchObject({ view: 'starred', scrollTarget: { nth: 0 } });
    expect(bridge.inputsOf('leads.within').at(-1)).not.toMatchObject({ view: 'starred' });
    end();
  });

  it('can be narrowed to a business, and covers all leads again when it restarts', async () => {
    const { bridge, stores, end, search } = setUp();
    await stores.leads.getState().refetch();
    await search('boiler');
    await stores.leads.getState().show({ business: 'b1' });
    await search('boiler leaks');
    const narrow = { query: 'boiler leaks', business: 'b1', everywhere: false };
    expect(bridge.inputsOf('leads.list').at(-1)).toMatchObject(narrow);
    stores.searching.getState().leave();
    await search('boiler');
    expect(bridge.inputsOf('leads.list').at(-1)).toMatchObject({ everywhere: true });
    expect(bridge.inputsOf('leads.list').at(-1)).not.toHaveProperty('business');
    end();
  });

  it('sends no request for an incomplete operator', async () => {
    const { bridge, stores, end, search } = setUp();
    await stores.leads.getState().refetch();
    await search('is:unr');
    await search('tag:');
    expect(stores.leads.getState().query).toBe('');
    for (const input of bridge.inputsOf('leads.list')) expect(input).not.toHaveProperty('query');
    end();
  });

  it('steps through the matches of a conversation in a circle', async () => {
    const { stores, end, search } = setUp();
    await stores.leads.getState().refetch();
    await search('boiler');
    await vi.waitFor(() => expect(stores.conversation.getState().state).toBe('ready'));
    const places: (string | null | undefined)[] = [];
    for (const by of [1, 1, -1, -1]) {
      await stores.searching.getState().step(by);
      places.push(stores.conversation.getState().scrollTarget?.place?.id);
    }
    expect(places).toEqual(['m3', 'm5', 'm3', 'm7']);
    end();
  });

  it('is remembered among the last five until it is removed', async () => {
    const { stores, end, search } = setUp();
    await stores.leads.getState().refetch();
    for (const query of ['a1', 'b2', 'c3', 'd4', 'e5', 'f6', 'c3']) {
      await search(query);
      stores.searching.getState().saveRecent();
    }
    stores.searching.getState().removeRecent('e5');
    expect(stores.searching.getState().recent).toEqual(['c3', 'f6', 'd4', 'b2']);
    const again = setUp();
    expect(again.stores.searching.getState().recent).toEqual(['c3', 'f6', 'd4', 'b2']);
    again.end();
    end();
  });
});
