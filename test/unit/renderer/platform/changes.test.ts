import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Change } from '../../../../contract/events.ts';
import { throttleChanges } from '../../../../renderer/platform/changes.ts';
import { fakeBridge, id } from '../support/samples.ts';

const setUp = () => {
  const bridge = fakeBridge({});
  const received: Change[] = [];
  const end = throttleChanges(bridge, 100).on('changed', (change) => received.push(change));
  const emit = (kinds: Change['kinds'], ...leadIDs: readonly string[]): void =>
    bridge.emit('changed', { kinds, leadIDs: leadIDs.map(id) });
  return { bridge, received, end, emit };
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('throttled changes', () => {
  it('arrive at once when they are rare', () => {
    const { received, emit } = setUp();
    emit(['leads'], 'l1');
    expect(received).toHaveLength(1);
    vi.advanceTimersByTime(100);
    emit(['leads'], 'l2');
    expect(received).toHaveLength(2);
  });

  it('of a burst arrive together after the first, with each lead once', () => {
    const { received, emit } = setUp();
    for (let nth = 0; nth < 20; nth += 1) emit(['leads'], `l${nth % 3}`);
    emit(['settings']);
    vi.advanceTimersByTime(100);
    expect(received).toEqual([
      { kinds: ['leads'], leadIDs: ['l0'] },
      { kinds: ['leads', 'settings'], leadIDs: ['l1', 'l2', 'l0'] },
    ]);
    vi.advanceTimersByTime(1_000);
    expect(received).toHaveLength(2);
  });

  it('of who is at leads keep their leads', () => {
    const { received, emit } = setUp();
    emit(['settings']);
    emit(['presence'], 'l1');
    emit(['leads'], 'l2');
    vi.advanceTimersByTime(100);
    expect(received.at(-1)).toEqual({ kinds: ['presence', 'leads'], leadIDs: ['l1', 'l2'] });
  });

  it('of other kinds do not turn changes of some leads into changes of all', () => {
    const { bridge, received, emit } = setUp();
    emit(['settings']);
    emit(['leads'], 'l1');
    bridge.emit('changed', { kinds: ['connection'], leadIDs: null });
    vi.advanceTimersByTime(100);
    expect(received.at(-1)).toEqual({ kinds: ['leads', 'connection'], leadIDs: ['l1'] });
    emit(['leads'], 'l1');
    bridge.emit('changed', { kinds: ['leads'], leadIDs: null });
    vi.advanceTimersByTime(200);
    expect(received.at(-1)).toEqual({ kinds: ['leads'], leadIDs: null });
  });
});
