/** Cached answers: when they are refetched, and what must not be lost meanwhile. */
import { initialSettings, type Settings } from '../../../../contract/settings.ts';
import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { changeKinds } from '../../../../contract/events.ts';
import { uses } from '../../../../renderer/platform/commands.ts';
import {
  buildQuery,
  buildPagedQuery,
  createQueries,
} from '../../../../renderer/platform/queries.ts';
import { countsOf, fakeBridge, id, lead, no, ok, messageLike } from '../support/samples.ts';

const settings = buildQuery('settings.get', {});
const kept: Settings = { ...initialSettings, undoSeconds: 10 };

/** Visible settings whose requests the test answers. */
const setUp = () => {
  const reads: ((undoSeconds: number | null) => void)[] = [];
  const bridge = fakeBridge({
    'settings.get': () =>
      new Promise((answer) =>
        reads.push((undoSeconds) =>
          answer(
            undoSeconds === null ? no('disk_full') : ok({ settings: { ...kept, undoSeconds } }),
          ),
        ),
      ),
  });
  const queries = createQueries(bridge);
  const shown = new QueryObserver(queries.client, settings);
  const hide = shown.subscribe(() => undefined);
  const change = (): void => bridge.emit('changed', { kinds: ['settings'], leadIDs: [] });
  const undoSeconds = () => queries.client.getQueryData(settings.queryKey)?.settings.undoSeconds;
  return { bridge, queries, reads, shown, hide, change, undoSeconds };
};

describe('a cached answer', () => {
  it('is refetched once for a change and twice for a burst', async () => {
    const { reads, change, undoSeconds } = setUp();
    reads[0]?.(1);
    await vi.waitFor(() => expect(undoSeconds()).toBe(1));
    for (let count = 0; count < 20; count += 1) change();
    expect(reads).toHaveLength(2);
    reads[1]?.(2);
    await vi.waitFor(() => expect(reads).toHaveLength(3));
    reads[2]?.(3);
    await vi.waitFor(() => expect(undoSeconds()).toBe(3));
    expect(reads).toHaveLength(3);
  });

  it('that was loading during a change is shown, then the newer one', async () => {
    const { reads, change, undoSeconds } = setUp();
    change();
    expect(reads).toHaveLength(1);
    reads[0]?.(1);
    await vi.waitFor(() => expect(undoSeconds()).toBe(1));
    await vi.waitFor(() => expect(reads).toHaveLength(2));
    reads[1]?.(2);
    await vi.waitFor(() => expect(undoSeconds()).toBe(2));
  });

  it('is updated even during constant changes', async () => {
    const { reads, change, undoSeconds } = setUp();
    for (let nth = 1; nth <= 10; nth += 1) {
      change();
      reads[nth - 1]?.(nth);
      await vi.waitFor(() => expect(undoSeconds()).toBe(nth));
      await vi.waitFor(() => expect(reads).toHaveLength(nth + 1));
    }
  });

  it('stays when a refetch fails, and is refetched when the engine is ready', async () => {
    const { bridge, reads, shown, change, undoSeconds } = setUp();
    reads[0]?.(1);
    await vi.waitFor(() => expect(undoSeconds()).toBe(1));
    change();
    reads[1]?.(null);
    await vi.waitFor(() =>
      expect(shown.getCurrentResult()).toMatchObject({
        data: { settings: { undoSeconds: 1 } },
        error: { code: 'disk_full' },
      }),
    );
    bridge.emit('engine', { state: 'restarting' });
    expect(reads).toHaveLength(2);
    bridge.emit('engine', { state: 'ready' });
    reads[2]?.(2);
    await vi.waitFor(() =>
      expect(shown.getCurrentResult()).toMatchObject({
        data: { settings: { undoSeconds: 2 } },
        error: null,
      }),
    );
  });

  it('is not refetched when the engine starts, because its request waits for that', async () => {
    const { bridge, reads, shown } = setUp();
    reads[0]?.(1);
    await vi.waitFor(() => expect(shown.getCurrentResult().isSuccess).toBe(true));
    bridge.emit('engine', { state: 'ready' });
    expect(reads).toHaveLength(1);
  });

  it('is refetched when its request failed with the engine, even if the engine is ready first', async () => {
    const { bridge, reads, shown } = setUp();
    bridge.emit('engine', { state: 'restarting' });
    bridge.emit('engine', { state: 'ready' });
    expect(reads).toHaveLength(1);
    reads[0]?.(null);
    await vi.waitFor(() => expect(reads).toHaveLength(2));
    reads[1]?.(2);
    await vi.waitFor(() =>
      expect(shown.getCurrentResult()).toMatchObject({
        data: { settings: { undoSeconds: 2 } },
        error: null,
      }),
    );
  });

  it('that is not visible is refetched only when it is shown again', async () => {
    const { reads, shown, hide, change, undoSeconds } = setUp();
    reads[0]?.(1);
    await vi.waitFor(() => expect(undoSeconds()).toBe(1));
    hide();
    change();
    expect(reads).toHaveLength(1);
    shown.subscribe(() => undefined);
    expect(reads).toHaveLength(2);
  });

  it('that is refetched comes from a request that started afterwards', async () => {
    const { queries, reads, undoSeconds } = setUp();
    const refetch = queries.refetch('settings.get');
    reads[0]?.(1);
    await vi.waitFor(() => expect(reads).toHaveLength(2));
    reads[1]?.(2);
    await refetch;
    expect(undoSeconds()).toBe(2);
  });

  it.each(['before', 'after'])(
    'set %s the first request is not overwritten by an older response',
    async (when) => {
      const { queries, reads, undoSeconds } = setUp();
      if (when === 'after') {
        reads[0]?.(1);
        await vi.waitFor(() => expect(undoSeconds()).toBe(1));
        void queries.refetch('settings.get');
      }
      queries.setAnswer('settings.get', {}, { settings: { ...kept, undoSeconds: 20 } });
      expect(undoSeconds()).toBe(20);
      for (const answer of reads.slice(0, -1)) answer(1);
      await vi.waitFor(() => expect(reads).toHaveLength(when === 'after' ? 3 : 2));
      expect(undoSeconds()).toBe(20);
      reads.at(-1)?.(21);
      await vi.waitFor(() => expect(undoSeconds()).toBe(21));
    },
  );

  it('with equal content keeps the same object', async () => {
    const bridge = fakeBridge({
      'views.counts': () =>
        ok({
          counts: countsOf({ needs_reply: 1, unread: 1, all: 1 }),
          businesses: [],
        }),
    });
    const { client, refetch } = createQueries(bridge);
    const counts = buildQuery('views.counts', {});
    new QueryObserver(client, counts).subscribe(() => undefined);
    await refetch('views.counts');
    const before = client.getQueryData(counts.queryKey);
    await refetch('views.counts');
    expect(before).toBeDefined();
    expect(client.getQueryData(counts.queryKey)).toBe(before);
  });
});

describe('the cached answer about one lead', () => {
  it.each([
    ['another lead', ['leads'], ['l2'], 1],
    ['this lead', ['leads'], ['l1', 'l2'], 2],
    ['many leads', ['leads'], null, 2],
    ['something else', ['settings', 'connection'], null, 1],
    ['the name of a business', ['businesses'], [], 2],
  ] as const)('is refetched as needed when %s changed', async (_what, kinds, leadIDs, reads) => {
    const bridge = fakeBridge({ 'leads.get': () => ok({ lead: lead() }) });
    const { client } = createQueries(bridge);
    const one = buildQuery('leads.get', { leadID: id('l1') });
    new QueryObserver(client, one).subscribe(() => undefined);
    await vi.waitFor(() => expect(client.getQueryData(one.queryKey)).toBeDefined());
    bridge.emit('changed', {
      kinds: [...kinds],
      leadIDs: leadIDs === null ? null : leadIDs.map(id),
    });
    expect(bridge.inputsOf('leads.get')).toHaveLength(reads);
  });
});

it.each([
  [['leads'], ['l2']],
  [
    ['leads', 'connection'],
    ['l2', 'l3'],
  ],
  [['leads'], null],
] as const)(
  'the customer’s other requests are refetched when %s of other leads change',
  async (kinds, leadIDs) => {
    const bridge = fakeBridge({ 'leads.ofCustomer': () => ok({ leads: [], total: 0 }) });
    const { client } = createQueries(bridge);
    const others = buildQuery('leads.ofCustomer', { leadID: id('l1'), limit: 5 });
    new QueryObserver(client, others).subscribe(() => undefined);
    await vi.waitFor(() => expect(client.getQueryData(others.queryKey)).toBeDefined());
    bridge.emit('changed', { kinds: [...kinds], leadIDs: leadIDs?.map(id) ?? null });
    expect(bridge.inputsOf('leads.ofCustomer')).toHaveLength(2);
  },
);

it.each([
  ['the lead', { leadID: id('l1') }, ['l1'], 2],
  ['another lead', { leadID: id('l1') }, ['l2'], 1],
  ['any lead, for a person', { person: 'p1' }, ['l2'], 2],
] as const)(
  'the activity is refetched as needed when colleagues do something with %s',
  async (_what, of, leadIDs, reads) => {
    const bridge = fakeBridge({ 'team.activity': () => ok({ activities: [], next: null }) });
    const { client } = createQueries(bridge);
    const activity = buildQuery('team.activity', { of, after: null });
    new QueryObserver(client, activity).subscribe(() => undefined);
    await vi.waitFor(() => expect(client.getQueryData(activity.queryKey)).toBeDefined());
    bridge.emit('changed', { kinds: ['presence', 'leads'], leadIDs: leadIDs.map(id) });
    expect(bridge.inputsOf('team.activity')).toHaveLength(reads);
  },
);

it('pages load one after another and are all refetched after a change', async () => {
  const bridge = fakeBridge({
    'thread.page': ({ before = '1' }) =>
      ok({
        messages: [messageLike(before)],
        earlier: before === '3' ? null : `${Number(before) + 1}`,
      }),
  });
  const { client } = createQueries(bridge);
  const pages = buildPagedQuery('thread.page', { leadID: id('l1'), limit: 1 }, ({ earlier }) =>
    earlier === null ? null : { before: earlier },
  );
  const shown = new InfiniteQueryObserver(client, pages);
  shown.subscribe(() => undefined);
  const ids = () =>
    shown
      .getCurrentResult()
      .data?.pages.flatMap(({ messages }) => messages.map((each) => each.messageID));
  await vi.waitFor(() => expect(ids()).toEqual(['1']));
  await shown.fetchNextPage();
  await shown.fetchNextPage();
  expect(ids()).toEqual(['1', '2', '3']);
  expect(shown.getCurrentResult().hasNextPage).toBe(false);
  bridge.emit('changed', { kinds: ['leads'], leadIDs: null });
  await vi.waitFor(() => expect(bridge.inputsOf('thread.page')).toHaveLength(6));
  expect(ids()).toEqual(['1', '2', '3']);
});

it('two accounts have separate answers, even if one is late', async () => {
  let answerFirst = (): void => undefined;
  const bridge = fakeBridge({
    'webhooks.list': async ({ accountID }) => {
      if (accountID === 'a1') await new Promise<void>((resolve) => (answerFirst = resolve));
      return ok({ owners: [] });
    },
  });
  const { client } = createQueries(bridge);
  const of = (accountID: string) => buildQuery('webhooks.list', { accountID: accountID });
  const shown = new QueryObserver(client, of('a1'));
  shown.subscribe(() => undefined);
  shown.setOptions(of('a2'));
  await vi.waitFor(() => expect(shown.getCurrentResult().status).toBe('success'));
  expect(client.getQueryState(of('a1').queryKey)?.status).toBe('pending');
  answerFirst();
  await vi.waitFor(() => expect(client.getQueryState(of('a1').queryKey)?.status).toBe('success'));
});

it('every kind of change makes some answer stale', () => {
  const kinds = Object.values(uses).flatMap((use) => (typeof use === 'string' ? [] : use));
  expect(changeKinds.filter((kind) => !kinds.includes(kind))).toEqual([]);
});
