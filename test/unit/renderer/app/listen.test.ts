// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { MessageID } from '../../../../contract/records.ts';
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
  messageLike,
} from '../support/samples.ts';
import { holdAnswers } from '../support/inbox.ts';
import { startListening } from '../support/window.tsx';

const counts = countsOf({ needs_reply: 1, unread: 1, all: 1 });

const setUp = () => {
  const answers = holdAnswers(false);
  let isUnread = true;
  let customerAt = noon;
  let isHere = true;
  const bridge = fakeBridge({
    'leads.list': () => ok(listOf([row({ isUnread })])),
    'views.counts': () => ok({ counts, businesses: [] }),
    'leads.get': ({ leadID }) =>
      isHere
        ? ok({ lead: lead({ draft: 'half a reply', customerAt }, { leadID, isUnread }) })
        : no('not_found'),
    'thread.page': () =>
      isHere ? ok({ messages: [messageLike('m1')], earlier: null }) : no('not_found'),
    'thread.watch': () => ok({}),
    'drafts.save': () => ok({ sent: null }),
    'leads.mark': ({ read }) => {
      isUnread = read === undefined ? isUnread : !read;
      return ok({});
    },
    'leads.seen': async ({ upTo }) => {
      isUnread &&= upTo < customerAt;
      await answers.inTime();
      return ok({});
    },
  });
  const stores = createStores(bridge, () => noon);
  startListening(stores);
  stores.session.getState().go('inbox');
  const customerWrites = (): void => {
    isUnread = true;
    customerAt += 1_000;
    bridge.emit('changed', { kinds: ['leads'], leadIDs: [id('l1')] });
  };
  return { bridge, stores, answers, customerWrites, remove: () => (isHere = false) };
};
const focus = (focused: boolean): void => {
  vi.spyOn(document, 'hasFocus').mockReturnValue(focused);
  window.dispatchEvent(new Event(focused ? 'focus' : 'blur'));
};

describe('the window', () => {
  afterEach(() => void vi.restoreAllMocks());

  it('marks an opened lead as read while it has the focus, and restores its draft', async () => {
    const { bridge, stores } = setUp();
    focus(true);
    stores.leads.getState().select(id('l1'));
    await vi.waitFor(() =>
      expect(bridge.inputsOf('leads.seen')).toEqual([{ leadID: 'l1', upTo: noon }]),
    );
    expect(stores.drafts.getState().texts[id('l1')]).toBe('half a reply');
  });

  it('closes an open lead that is removed', async () => {
    const { bridge, stores, remove } = setUp();
    stores.leads.getState().select(id('l1'));
    await vi.waitFor(() => expect(stores.conversation.getState().state).toBe('ready'));
    remove();
    bridge.emit('changed', { kinds: ['leads'], leadIDs: null });
    await vi.waitFor(() => expect(stores.leads.getState().selected).toBeNull());
    expect(stores.conversation.getState()).toMatchObject({ details: null, messages: [] });
  });

  it('keeps an opened lead unread until the window has the focus', async () => {
    const { bridge, stores } = setUp();
    focus(false);
    stores.leads.getState().select(id('l1'));
    await vi.waitFor(() => expect(stores.conversation.getState().state).toBe('ready'));
    expect(bridge.inputsOf('leads.seen')).toEqual([]);
    focus(true);
    expect(bridge.inputsOf('leads.seen')).toEqual([{ leadID: 'l1', upTo: noon }]);
  });

  it('marks an automatically opened lead as read when it is clicked', async () => {
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

  it('marks a message that arrives during the previous call as read', async () => {
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

  it('keeps an open lead unread after it was marked unread', async () => {
    const { bridge, stores } = setUp();
    focus(true);
    stores.leads.getState().select(id('l1'));
    await vi.waitFor(() => expect(bridge.inputsOf('leads.seen')).toHaveLength(1));
    await stores.conversation.getState().refetch();
    stores.marking.toggle('read', row({ isUnread: false }));
    bridge.emit('changed', { kinds: ['leads'], leadIDs: [id('l1')] });
    await vi.waitFor(() => expect(stores.conversation.getState().details?.row.isUnread).toBe(true));
    expect(bridge.inputsOf('leads.mark').at(-1)).toEqual({ leadIDs: ['l1'], read: false });
  });

  it('reports the watched lead to the engine', () => {
    const { bridge, stores } = setUp();
    focus(true);
    stores.leads.getState().select(id('l1'));
    focus(false);
    stores.session.getState().go('settings');
    expect(bridge.inputsOf('thread.watch').slice(-3)).toEqual([
      { leadID: 'l1', focused: true, isTyping: false },
      { leadID: 'l1', focused: false, isTyping: false },
      { leadID: null, focused: false, isTyping: false },
    ]);
  });

  it('reports typing once, at the first character in the open lead’s composer, until it is empty or left', () => {
    const { bridge, stores } = setUp();
    const typing = (): readonly unknown[] => bridge.inputsOf('thread.watch');
    const { type } = stores.drafts.getState();
    focus(true);
    stores.leads.getState().select(id('l1'));
    const before = typing().length;
    type(id('l2'), 'Elsewhere');
    expect(typing()).toHaveLength(before);
    type(id('l1'), 'N');
    type(id('l1'), 'Ni');
    type(id('l1'), '');
    type(id('l1'), 'N');
    stores.leads.getState().select(null);
    expect(typing().slice(before)).toEqual([
      { leadID: 'l1', focused: true, isTyping: true },
      { leadID: 'l1', focused: true, isTyping: false },
      { leadID: 'l1', focused: true, isTyping: true },
      { leadID: null, focused: true, isTyping: false },
    ]);
  });

  it('opens the lead of a clicked notification', async () => {
    const { bridge, stores } = setUp();
    stores.session.getState().go('settings');
    bridge.emit('openLead', { leadID: id('l7') });
    expect(stores.session.getState().screen).toBe('inbox');
    await vi.waitFor(() => expect(stores.conversation.getState().details?.row.leadID).toBe('l7'));
  });

  it('keeps the lead unread that was open before another one is opened from a page', async () => {
    const { bridge, stores, customerWrites } = setUp();
    focus(true);
    stores.leads.getState().select(id('l1'));
    await vi.waitFor(() => expect(bridge.inputsOf('leads.seen')).toHaveLength(1));
    stores.session.getState().go('settings');
    customerWrites();
    await vi.waitFor(() =>
      expect(stores.conversation.getState().details?.customerAt).toBe(noon + 1_000),
    );
    bridge.emit('openLead', { leadID: id('l7') });
    await vi.waitFor(() => expect(stores.conversation.getState().details?.row.leadID).toBe('l7'));
    expect(bridge.inputsOf('leads.seen')).toMatchObject([{ leadID: 'l1' }, { leadID: 'l7' }]);
  });

  it('keeps the lead unread that selected leads hid when another one is opened', async () => {
    const { bridge, stores, customerWrites } = setUp();
    focus(true);
    stores.leads.getState().select(id('l1'));
    await vi.waitFor(() => expect(bridge.inputsOf('leads.seen')).toHaveLength(1));
    const leadIDs = new Set([id('l2'), id('l3')]);
    stores.selecting.setState({ selection: { kind: 'some', leadIDs }, count: 2 });
    customerWrites();
    await vi.waitFor(() =>
      expect(stores.conversation.getState().details?.customerAt).toBe(noon + 1_000),
    );
    stores.leads.getState().open(id('l7'));
    await vi.waitFor(() => expect(stores.conversation.getState().details?.row.leadID).toBe('l7'));
    expect(bridge.inputsOf('leads.seen')).toMatchObject([{ leadID: 'l1' }, { leadID: 'l7' }]);
  });

  it('shows the lead of a clicked notification, and of an undone reply, although others are selected', async () => {
    const { bridge, stores } = setUp();
    const { selecting } = stores;
    const selectTwo = (): void => {
      const leadIDs = new Set([id('l2'), id('l3')]);
      selecting.setState({ selection: { kind: 'some', leadIDs }, count: 2 });
    };
    selectTwo();
    bridge.emit('openLead', { leadID: id('l1') });
    expect(selecting.getState().count).toBe(0);
    selectTwo();
    void stores.replying.undo('m1' as MessageID, id('l1'));
    expect(selecting.getState().count).toBe(0);
  });

  it('leaves the keys to the inbox when the lead of a clicked notification is gone', async () => {
    const { bridge, stores, remove } = setUp();
    remove();
    bridge.emit('openLead', { leadID: id('l7') });
    expect(stores.replyFocus.getState().requested).toBe('l7');
    await vi.waitFor(() => expect(stores.conversation.getState().state).toBe('failed'));
    expect(stores.replyFocus.getState().requested).toBeNull();
  });

  it('leaves the keys to the inbox although a reply or a note is requested for a lead that is gone', async () => {
    const { stores, remove } = setUp();
    remove();
    stores.leads.getState().select(id('l7'));
    stores.noting.getState().write(id('l7'));
    await vi.waitFor(() => expect(stores.conversation.getState().state).toBe('failed'));
    expect(stores.noting.getState().open).toBeNull();
    stores.noting.getState().write(id('l7'));
    expect(stores.noting.getState().open).toBeNull();
    stores.replyFocus.getState().request(id('l7'));
    expect(stores.replyFocus.getState().requested).toBeNull();
  });

  it('refetches when the engine is ready again', async () => {
    const { bridge } = setUp();
    bridge.emit('engine', { state: 'restarting' });
    expect(bridge.inputsOf('leads.list')).toHaveLength(0);
    bridge.emit('engine', { state: 'ready' });
    await vi.waitFor(() => expect(bridge.inputsOf('leads.list')).toHaveLength(1));
  });

  it('saves the draft when the window closes', () => {
    const { bridge, stores } = setUp();
    stores.drafts.getState().type(id('l1'), 'unsaved words');
    window.dispatchEvent(new Event('beforeunload'));
    expect(bridge.inputsOf('drafts.save')).toMatchObject([{ leadID: 'l1', text: 'unsaved words' }]);
  });
});
