// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { business } from '../../../../contract/records.ts';
import { createStores } from '../../../../renderer/app/stores.ts';
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
import { holdAnswers } from '../support/inbox.ts';
import { hear } from '../support/window.tsx';

const counts = countsOf({ needs_reply: 1, unread: 1, all: 1 });

const setUp = () => {
  const answers = holdAnswers(false);
  let unread = true;
  let customerAt = noon;
  let isHere = true;
  const bridge = fakeBridge({
    'leads.list': () => ok(listOf([row({ unread })])),
    'views.counts': () => ok({ counts, businesses: [] }),
    'leads.get': ({ leadID }) =>
      isHere
        ? ok({ lead: lead({ draft: 'half a reply', customerAt }, { leadID, unread }) })
        : no('not_found'),
    'thread.page': () => (isHere ? ok({ messages: [said('m1')], earlier: null }) : no('not_found')),
    'thread.watch': () => ok({}),
    'drafts.save': () => ok({ sent: null }),
    'leads.mark': ({ read }) => {
      unread = read === undefined ? unread : !read;
      return ok({});
    },
    'leads.seen': async ({ upTo }) => {
      unread &&= upTo < customerAt;
      await answers.inTime();
      return ok({});
    },
  });
  const stores = createStores(bridge, () => noon);
  hear(stores);
  stores.session.getState().go('inbox');
  const customerWrites = (): void => {
    unread = true;
    customerAt += 1_000;
    bridge.tell('changed', { kinds: ['leads'], leadIDs: [id('l1')] });
  };
  return { bridge, stores, answers, customerWrites, remove: () => (isHere = false) };
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
      expect(bridge.inputsOf('leads.seen')).toEqual([{ leadID: 'l1', upTo: noon }]),
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
    expect(bridge.inputsOf('leads.seen')).toEqual([]);
    focus(true);
    expect(bridge.inputsOf('leads.seen')).toEqual([{ leadID: 'l1', upTo: noon }]);
  });

  it('has read the lead that opened by itself while it was being clicked', async () => {
    const { bridge, stores } = setUp();
    focus(true);
    document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    stores.session.setState({ unattendedLead: id('l1') });
    stores.leads.getState().select(id('l1'));
    await vi.waitFor(() => expect(stores.conversation.getState().state).toBe('ready'));
    expect(bridge.inputsOf('leads.seen')).toEqual([]);
    document.body.click();
    expect(bridge.inputsOf('leads.seen')).toEqual([{ leadID: 'l1', upTo: noon }]);
  });

  it('has read what arrives while it still waits to hear that it has read the rest', async () => {
    const { bridge, stores, answers, customerWrites } = setUp();
    focus(true);
    answers.hold();
    stores.leads.getState().select(id('l1'));
    await vi.waitFor(() => expect(bridge.inputsOf('leads.seen')).toHaveLength(1));
    customerWrites();
    await vi.waitFor(() =>
      expect(bridge.inputsOf('leads.seen').at(-1)).toEqual({ leadID: 'l1', upTo: noon + 1_000 }),
    );
  });

  it('keeps a lead unread that was marked so by hand', async () => {
    const { bridge, stores } = setUp();
    focus(true);
    stores.leads.getState().select(id('l1'));
    await vi.waitFor(() => expect(bridge.inputsOf('leads.seen')).toHaveLength(1));
    await stores.conversation.getState().refetch();
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
