// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { business } from '../../../../contract/records.ts';
import { createStores } from '../../../../renderer/state/stores.ts';
import {
  countsOf,
  fakeBridge,
  id,
  lead,
  listOf,
  no,
  noon,
  ok,
  row,
  said,
} from '../support/samples.ts';
import { hear } from '../support/window.tsx';

const counts = countsOf({ needs_reply: 1, unread: 1, all: 1 });

const setUp = () => {
  let unread = true;
  let isHere = true;
  const bridge = fakeBridge({
    'leads.list': () => ok(listOf([row({ unread })])),
    'views.counts': () => ok({ counts, businesses: [] }),
    'leads.get': ({ leadID }) =>
      isHere ? ok({ lead: lead({ draft: 'half a reply' }, { leadID, unread }) }) : no('not_found'),
    'thread.page': () => (isHere ? ok({ messages: [said('m1')], earlier: null }) : no('not_found')),
    'thread.watch': () => ok({}),
    'drafts.save': () => ok({ sent: null }),
    'leads.mark': ({ read }) => {
      unread = read === undefined ? unread : !read;
      return ok({});
    },
  });
  const stores = createStores(bridge, () => noon);
  hear(stores);
  stores.session.getState().go('inbox');
  return { bridge, stores, remove: () => (isHere = false) };
};
const focus = (focused: boolean): void => {
  vi.spyOn(document, 'hasFocus').mockReturnValue(focused);
  window.dispatchEvent(new Event(focused ? 'focus' : 'blur'));
};

describe('the window', () => {
  afterEach(() => void vi.restoreAllMocks());

  it('marks a lead read when it is opened while somebody looks, and brings its draft back', async () => {
    const { bridge, stores } = setUp();
    focus(true);
    stores.leads.getState().select(id('l1'));
    await vi.waitFor(() =>
      expect(bridge.inputsOf('leads.mark')).toEqual([{ leadIDs: ['l1'], read: true }]),
    );
    expect(stores.drafts.getState().texts[id('l1')]).toBe('half a reply');
  });

  it('closes a lead that was removed, or left with practice, while it was open', async () => {
    const { bridge, stores, remove } = setUp();
    stores.leads.getState().select(id('l1'));
    await vi.waitFor(() => expect(stores.conversation.getState().state).toBe('ready'));
    remove();
    bridge.tell('changed', { kinds: ['leads'], leadIDs: null });
    await vi.waitFor(() => expect(stores.leads.getState().selected).toBeNull());
    expect(stores.conversation.getState()).toMatchObject({ details: null, messages: [] });
  });

  it('leaves a lead unread while nobody looks, until somebody does', async () => {
    const { bridge, stores } = setUp();
    focus(false);
    stores.leads.getState().select(id('l1'));
    await vi.waitFor(() => expect(stores.conversation.getState().state).toBe('ready'));
    expect(bridge.inputsOf('leads.mark')).toEqual([]);
    focus(true);
    expect(bridge.inputsOf('leads.mark')).toEqual([{ leadIDs: ['l1'], read: true }]);
  });

  it('keeps a lead unread that was marked so by hand', async () => {
    const { bridge, stores } = setUp();
    focus(true);
    stores.leads.getState().select(id('l1'));
    await vi.waitFor(() => expect(bridge.inputsOf('leads.mark')).toHaveLength(1));
    await stores.conversation.getState().reread();
    stores.marking.toggle('read', row({ unread: false }));
    bridge.tell('changed', { kinds: ['leads'], leadIDs: [id('l1')] });
    await vi.waitFor(() => expect(stores.conversation.getState().details?.row.unread).toBe(true));
    expect(bridge.inputsOf('leads.mark').at(-1)).toEqual({ leadIDs: ['l1'], read: false });
  });

  it('tells the engine what is looked at', () => {
    const { bridge, stores } = setUp();
    focus(true);
    stores.leads.getState().select(id('l1'));
    focus(false);
    stores.session.getState().go('settings');
    expect(bridge.inputsOf('thread.watch').slice(-3)).toEqual([
      { leadID: 'l1', focused: true },
      { leadID: 'l1', focused: false },
      { leadID: null, focused: false },
    ]);
  });

  it('opens the lead of a notification that was clicked', async () => {
    const { bridge, stores } = setUp();
    stores.session.getState().go('settings');
    bridge.tell('openLead', { leadID: id('l7') });
    expect(stores.session.getState().screen).toBe('inbox');
    await vi.waitFor(() => expect(stores.conversation.getState().details?.row.leadID).toBe('l7'));
  });

  it('reads everything again when the engine is back', async () => {
    const { bridge } = setUp();
    bridge.tell('engine', { state: 'restarting' });
    expect(bridge.inputsOf('leads.list')).toHaveLength(0);
    bridge.tell('engine', { state: 'ready' });
    await vi.waitFor(() => expect(bridge.inputsOf('leads.list')).toHaveLength(1));
  });

  it('shows every business again when the chosen one is there no longer', async () => {
    const harbor = business.parse({
      key: 'b1@a',
      accountID: 'a1',
      businessID: 'b1',
      name: 'Harbor',
      needsReply: 1,
    });
    let businesses = [harbor];
    const bridge = fakeBridge({
      'leads.list': ({ business: only }) => ok(listOf(only === undefined ? [row()] : [])),
      'views.counts': () => ok({ counts, businesses }),
    });
    const { leads, ...stores } = createStores(bridge, () => noon);
    hear({ leads, ...stores });
    await leads.getState().show({ business: 'b1@a' });
    await vi.waitFor(() =>
      expect(bridge.inputsOf('views.counts').at(-1)).toEqual({ business: 'b1@a' }),
    );
    expect(leads.getState()).toMatchObject({ business: 'b1@a', rows: [] });
    businesses = [];
    bridge.tell('changed', { kinds: ['businesses'], leadIDs: null });
    await vi.waitFor(() => expect(leads.getState().rows).toHaveLength(1));
    expect(leads.getState().business).toBeNull();
  });

  it('saves the draft when the window closes', () => {
    const { bridge, stores } = setUp();
    stores.drafts.getState().type(id('l1'), 'unsaved words');
    window.dispatchEvent(new Event('beforeunload'));
    expect(bridge.inputsOf('drafts.save')).toMatchObject([{ leadID: 'l1', text: 'unsaved words' }]);
  });
});
