import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDrafts } from '../../../../renderer/leads/drafts.ts';
import { fakeBridge, id, lead, no, ok } from '../support/samples.ts';

const l1 = id('l1');

describe('a draft', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is with the engine within 500 ms of the first keystroke, however long the typing goes on', async () => {
    const bridge = fakeBridge({ 'drafts.save': () => ok({ sent: null }) });
    const drafts = createDrafts(bridge);
    for (let typed = 1; typed <= 10; typed += 1) {
      drafts.getState().type(l1, 'x'.repeat(typed));
      await vi.advanceTimersByTimeAsync(100);
    }
    const saves = bridge.inputsOf('drafts.save');
    expect(saves.length).toBeGreaterThanOrEqual(2);
    expect(saves[0]).toMatchObject({ leadID: 'l1', text: 'xxxx' });
  });

  it('is saved at once when the composer is left or the window closes', () => {
    const bridge = fakeBridge({ 'drafts.save': () => ok({ sent: null }) });
    const drafts = createDrafts(bridge);
    drafts.getState().type(l1, 'On my way');
    drafts.getState().flush();
    expect(bridge.inputsOf('drafts.save')).toMatchObject([{ leadID: 'l1', text: 'On my way' }]);
  });

  it('is tried again until the engine has it, and says meanwhile that it is not saved', async () => {
    let up = false;
    const bridge = fakeBridge({
      'drafts.save': () => (up ? ok({ sent: null }) : no('engine_unavailable')),
    });
    const drafts = createDrafts(bridge);
    drafts.getState().type(l1, 'Hello');
    await vi.advanceTimersByTimeAsync(500);
    expect(drafts.getState().unsaved).toBe(true);
    up = true;
    await vi.advanceTimersByTimeAsync(500);
    expect(drafts.getState().unsaved).toBe(false);
    expect(bridge.inputsOf('drafts.save').at(-1)).toMatchObject({ leadID: 'l1', text: 'Hello' });
  });

  it('that was typed for a lead which nobody came to see is with the engine all the same', async () => {
    const bridge = fakeBridge({
      'drafts.save': () => ok({ sent: null }),
      'leads.get': () => ok({ lead: lead({ draft: 'On my ' }) }),
    });
    const drafts = createDrafts(bridge);
    drafts.getState().append(l1, 'way');
    await vi.advanceTimersByTimeAsync(500);
    expect(bridge.inputsOf('drafts.save')).toMatchObject([{ leadID: 'l1', text: 'On my way' }]);
  });

  it('of a lead that is gone is tried once, and nothing says for ever that it is not saved', async () => {
    const bridge = fakeBridge({ 'drafts.save': () => no('not_found') });
    const drafts = createDrafts(bridge);
    drafts.getState().type(l1, 'Hello');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(bridge.inputsOf('drafts.save')).toHaveLength(1);
    expect(drafts.getState().unsaved).toBe(false);
  });

  it('that was saved before never replaces what is on the screen', () => {
    const drafts = createDrafts(fakeBridge({}));
    drafts.getState().restore(l1, 'from yesterday', null);
    drafts.getState().type(l1, 'newer');
    drafts.getState().restore(l1, 'from yesterday', null);
    expect(drafts.getState().texts[l1]).toBe('newer');
  });

  it('that was sent is not saved once more', async () => {
    const bridge = fakeBridge({ 'drafts.save': () => ok({ sent: null }) });
    const drafts = createDrafts(bridge);
    drafts.getState().type(l1, 'Sent already');
    drafts.getState().sent(l1, drafts.getState().replyIDOf(l1), 'Sent already');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(bridge.inputsOf('drafts.save')).toEqual([]);
  });

  it('that was begun before its lead could be read is saved as soon as the app answers again', async () => {
    let isUp = false;
    const bridge = fakeBridge({
      'leads.get': () =>
        isUp ? ok({ lead: lead({ draft: 'Good morning.' }) }) : no('engine_unavailable'),
      'drafts.save': () => ok({ sent: null }),
    });
    const drafts = createDrafts(bridge);
    drafts.getState().append(l1, ' On my way');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(bridge.inputsOf('drafts.save')).toEqual([]);
    isUp = true;
    await vi.advanceTimersByTimeAsync(800);
    expect(bridge.inputsOf('drafts.save')).toMatchObject([{ text: 'Good morning. On my way' }]);
  });

  it('that was sent is no draft again where another reply was taken back before it meanwhile', () => {
    const drafts = createDrafts(fakeBridge({}));
    const { type, replyIDOf, takeBack, sent } = drafts.getState();
    type(l1, ' At ten.');
    const replyID = replyIDOf(l1);
    takeBack({ leadID: l1, replyID: null, text: 'At nine.', draft: 'At nine.' });
    sent(l1, replyID, 'At ten.');
    expect(drafts.getState().texts[l1]).toBe('At nine.');
  });
});
