import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDrafts } from '../../../../renderer/leads/drafts.ts';
import { fakeBridge, id, lead, no, ok } from '../support/samples.ts';

const l1 = id('l1');

describe('a draft', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is saved within 500 ms of the first keystroke, even during continuous typing', async () => {
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

  it('is saved at once when it is flushed', () => {
    const bridge = fakeBridge({ 'drafts.save': () => ok({ sent: null }) });
    const drafts = createDrafts(bridge);
    drafts.getState().type(l1, 'On my way');
    drafts.getState().flush();
    expect(bridge.inputsOf('drafts.save')).toMatchObject([{ leadID: 'l1', text: 'On my way' }]);
  });

  it('is retried until it is saved, and shown as unsaved meanwhile', async () => {
    let up = false;
    const bridge = fakeBridge({
      'drafts.save': () => (up ? ok({ sent: null }) : no('engine_unavailable')),
    });
    const drafts = createDrafts(bridge);
    drafts.getState().type(l1, 'Hello');
    await vi.advanceTimersByTimeAsync(500);
    expect(drafts.getState().hasUnsaved).toBe(true);
    up = true;
    await vi.advanceTimersByTimeAsync(500);
    expect(drafts.getState().hasUnsaved).toBe(false);
    expect(bridge.inputsOf('drafts.save').at(-1)).toMatchObject({ leadID: 'l1', text: 'Hello' });
  });

  it('that is too long to be saved is shown as unsaved, and saved once it is shortened', async () => {
    const bridge = fakeBridge({
      'drafts.save': ({ text }) => (text.length > 3 ? no('invalid_input') : ok({ sent: null })),
    });
    const drafts = createDrafts(bridge);
    drafts.getState().type(id('l1'), 'long');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(bridge.inputsOf('drafts.save')).toHaveLength(1);
    expect(drafts.getState().hasUnsaved).toBe(true);
    drafts.getState().type(id('l1'), 'lon');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(bridge.inputsOf('drafts.save')).toHaveLength(2);
    expect(drafts.getState().hasUnsaved).toBe(false);
  });

  it('that could not be saved before its lead was merged is saved as that of the other lead', async () => {
    const bridge = fakeBridge({
      'drafts.save': ({ leadID }) => (leadID === 'l1' ? no('disk_full') : ok({ sent: null })),
    });
    const drafts = createDrafts(bridge);
    drafts.getState().type(id('l1'), 'Hello');
    await vi.advanceTimersByTimeAsync(500);
    expect(drafts.getState().hasUnsaved).toBe(true);
    drafts.getState().follow(id('l1'), id('l2'), '', null);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(bridge.inputsOf('drafts.save').at(-1)).toMatchObject({ leadID: 'l2', text: 'Hello' });
    expect(drafts.getState().hasUnsaved).toBe(false);
  });

  it('is shown as unsaved even if that of another lead was saved', async () => {
    const bridge = fakeBridge({
      'drafts.save': ({ leadID }) =>
        leadID === l1 ? no('engine_unavailable') : ok({ sent: null }),
    });
    const drafts = createDrafts(bridge);
    drafts.getState().type(l1, 'Hello');
    drafts.getState().type(id('l2'), 'On my way');
    await vi.advanceTimersByTimeAsync(500);
    expect(drafts.getState().hasUnsaved).toBe(true);
  });

  it('for a lead that is not open is saved after its stored text', async () => {
    const bridge = fakeBridge({
      'drafts.save': () => ok({ sent: null }),
      'leads.get': () => ok({ lead: lead({ draft: 'On my ' }) }),
    });
    const drafts = createDrafts(bridge);
    drafts.getState().append(l1, 'way');
    await vi.advanceTimersByTimeAsync(500);
    expect(bridge.inputsOf('drafts.save')).toMatchObject([{ leadID: 'l1', text: 'On my way' }]);
  });

  it('of a deleted lead is not retried and not shown as unsaved', async () => {
    const bridge = fakeBridge({ 'drafts.save': () => no('not_found') });
    const drafts = createDrafts(bridge);
    drafts.getState().type(l1, 'Hello');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(bridge.inputsOf('drafts.save')).toHaveLength(1);
    expect(drafts.getState().hasUnsaved).toBe(false);
  });

  it('from the store never replaces newer text', () => {
    const drafts = createDrafts(fakeBridge({}));
    drafts.getState().restore(l1, 'from yesterday', null);
    drafts.getState().type(l1, 'newer');
    drafts.getState().restore(l1, 'from yesterday', null);
    expect(drafts.getState().texts[l1]).toBe('newer');
  });

  it('is not saved after it was sent', async () => {
    const bridge = fakeBridge({ 'drafts.save': () => ok({ sent: null }) });
    const drafts = createDrafts(bridge);
    drafts.getState().type(l1, 'Sent already');
    drafts.getState().removeSent(l1, drafts.getState().getReplyID(l1), 'Sent already');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(bridge.inputsOf('drafts.save')).toEqual([]);
  });

  it('that was started before its lead could be read is saved once the engine responds', async () => {
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

  it('does not return after sending when another reply was taken back meanwhile', () => {
    const drafts = createDrafts(fakeBridge({}));
    const { type, getReplyID, restoreCanceled, removeSent } = drafts.getState();
    type(l1, ' At ten.');
    const replyID = getReplyID(l1);
    restoreCanceled({ leadID: l1, replyID: null, text: 'At nine.', draft: 'At nine.' });
    removeSent(l1, replyID, 'At ten.');
    expect(drafts.getState().texts[l1]).toBe('At nine.');
  });
});
