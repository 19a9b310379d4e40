import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Change } from '../../../../contract/events.ts';
import { throttleChanges } from '../../../../renderer/platform/changes.ts';
import { fakeBridge, id, ok } from '../support/samples.ts';

const noReplies = ok({ replies: [], count: 0 });

const setUp = () => {
  const asked: PromiseWithResolvers<typeof noReplies>[] = [];
  const bridge = fakeBridge({
    'messages.notSent': () => {
      const one = Promise.withResolvers<typeof noReplies>();
      asked.push(one);
      return one.promise;
    },
    'updates.check': () => new Promise(() => undefined),
    'photos.get': () => new Promise(() => undefined),
  });
  const received: Change[] = [];
  const throttled = throttleChanges(bridge, { pause: 100, paint: 50, longest: 250 });
  const end = throttled.on('changed', (change) => received.push(change));
  /** Sends a query, and returns the function that answers it. */
  const ask = (): (() => Promise<void>) => {
    const answered = throttled.invoke('messages.notSent', {});
    const question = asked.at(-1);
    return async () => {
      question?.resolve(noReplies);
      await answered;
    };
  };
  const emit = (kinds: Change['kinds'], ...leadIDs: readonly string[]): void =>
    bridge.emit('changed', { kinds, leadIDs: leadIDs.map(id) });
  return { bridge, throttled, received, end, emit, ask };
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

  it('wait until what the person opened is answered and painted', async () => {
    const { received, emit, ask } = setUp();
    const answer = ask();
    emit(['leads'], 'l1');
    vi.advanceTimersByTime(100);
    await answer();
    emit(['leads'], 'l2');
    vi.advanceTimersByTime(49);
    expect(received).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(received).toEqual([{ kinds: ['leads'], leadIDs: ['l1', 'l2'] }]);
  });

  it('wait no longer than they may, however much is asked', async () => {
    const { received, emit, ask } = setUp();
    const late = ask();
    emit(['leads'], 'l1');
    for (let asked = 0; asked < 12; asked += 1) {
      await ask()();
      vi.advanceTimersByTime(20);
    }
    expect(received).toEqual([]);
    vi.advanceTimersByTime(10);
    expect(received).toHaveLength(1);
    await late();
    vi.advanceTimersByTime(1_000);
    expect(received).toHaveLength(1);
  });

  it('do not wait for an action or a photo', () => {
    const { throttled, received, emit } = setUp();
    void throttled.invoke('updates.check', {});
    void throttled.invoke('photos.get', { leadID: id('l1'), messageID: null, index: 0 });
    emit(['leads'], 'l1');
    expect(received).toHaveLength(1);
  });

  it('of what the person does come at once, whatever is asked', () => {
    const { throttled, received, emit, ask } = setUp();
    ask();
    emit(['leads'], 'l1');
    expect(received).toHaveLength(0);
    void throttled.invoke('updates.check', {});
    expect(received).toHaveLength(1);
    vi.advanceTimersByTime(100);
    emit(['leads'], 'l2');
    expect(received).toHaveLength(2);
  });

  it('reach the others although one of them throws', () => {
    const reported = vi.fn();
    vi.stubGlobal('reportError', reported);
    const bridge = fakeBridge({});
    const throttled = throttleChanges(bridge, { pause: 100, paint: 50, longest: 250 });
    const received: Change[] = [];
    const fault = new Error('a broken store');
    throttled.on('changed', () => {
      throw fault;
    });
    throttled.on('changed', (change) => received.push(change));
    bridge.emit('changed', { kinds: ['leads'], leadIDs: null });
    expect(received).toHaveLength(1);
    expect(reported).toHaveBeenCalledWith(fault);
    vi.unstubAllGlobals();
  });

  it('reach everybody who listens, until they stop', () => {
    const { throttled, bridge, received, end, emit } = setUp();
    const others: Change[] = [];
    const endOthers = throttled.on('changed', (change) => others.push(change));
    emit(['leads'], 'l1');
    expect(others).toEqual(received);
    end();
    vi.advanceTimersByTime(100);
    emit(['settings']);
    expect([received.length, others.length]).toEqual([1, 2]);
    endOthers();
    vi.advanceTimersByTime(100);
    bridge.emit('changed', { kinds: ['leads'], leadIDs: null });
    expect(others).toHaveLength(2);
  });
});
