import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Change } from '../../../../contract/events.ts';
import { throttleChanges } from '../../../../renderer/platform/changes.ts';
import { fakeBridge, id } from '../support/samples.ts';

const setUp = () => {
  const bridge = fakeBridge({});
  const heard: Change[] = [];
  const end = throttleChanges(bridge, 100).on('changed', (change) => heard.push(change));
  const tell = (kinds: Change['kinds'], ...leadIDs: readonly string[]): void =>
    bridge.tell('changed', { kinds, leadIDs: leadIDs.map(id) });
  return { bridge, heard, end, tell };
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('changes', () => {
  it('are heard at once when they are rare', () => {
    const { heard, tell } = setUp();
    tell(['leads'], 'l1');
    expect(heard).toHaveLength(1);
    vi.advanceTimersByTime(100);
    tell(['leads'], 'l2');
    expect(heard).toHaveLength(2);
  });

  it('that come in a burst are heard together after the first, each lead of them once', () => {
    const { heard, tell } = setUp();
    for (let nth = 0; nth < 20; nth += 1) tell(['leads'], `l${nth % 3}`);
    tell(['settings']);
    vi.advanceTimersByTime(100);
    expect(heard).toEqual([
      { kinds: ['leads'], leadIDs: ['l0'] },
      { kinds: ['leads', 'settings'], leadIDs: ['l1', 'l2', 'l0'] },
    ]);
    vi.advanceTimersByTime(1_000);
    expect(heard).toHaveLength(2);
  });

  it('of something else do not make those of some leads into those of any', () => {
    const { bridge, heard, tell } = setUp();
    tell(['settings']);
    tell(['leads'], 'l1');
    bridge.tell('changed', { kinds: ['connection'], leadIDs: null });
    vi.advanceTimersByTime(100);
    expect(heard.at(-1)).toEqual({ kinds: ['leads', 'connection'], leadIDs: ['l1'] });
    tell(['leads'], 'l1');
    bridge.tell('changed', { kinds: ['leads'], leadIDs: null });
    vi.advanceTimersByTime(200);
    expect(heard.at(-1)).toEqual({ kinds: ['leads'], leadIDs: null });
  });
});
