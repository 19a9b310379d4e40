import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import fc from 'fast-check';
import type { Delivery, WebhooksOfOwner } from '../../../../contract/commands/webhooks.ts';
import type { AccountID } from '../../../../contract/records.ts';
import {
  createDeliveries,
  buildDeliveryQuery,
} from '../../../../renderer/webhooks/delivery-list.ts';
import { buildQuery, createQueries } from '../../../../renderer/platform/queries.ts';
import { createWebhooks, generateCredentials } from '../../../../renderer/webhooks/webhooks.ts';
import { cutInTheMiddle, indentJSON } from '../../../../renderer/webhooks/body.ts';
import { findKindWord, parseKinds } from '../../../../renderer/webhooks/kinds.ts';
import { fakeBridge, no, noon, ok, type FakeBridge } from '../support/samples.ts';

const a1 = 'a1' as AccountID;
const a2 = 'a2' as AccountID;

describe('the body of a delivery', () => {
  it('is indented with unchanged values', () => {
    expect(
      indentJSON('{"a":[1,{"b":"x: {y}, \\"z\\""}],"id":12345678901234567890,"e":{},"f":[]}'),
    ).toBe(
      [
        '{',
        '  "a": [',
        '    1,',
        '    {',
        '      "b": "x: {y}, \\"z\\""',
        '    }',
        '  ],',
        '  "id": 12345678901234567890,',
        '  "e": {},',
        '  "f": []',
        '}',
      ].join('\n'),
    );
  });

  it('is the same JSON after indenting', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(JSON.parse(indentJSON(text))).toEqual(JSON.parse(text));
      }),
    );
  });

  it('that is not JSON stays unchanged', () => {
    expect(indentJSON('<html>, no')).toBe('<html>, no');
  });

  it('that is huge is cut in the middle, with the number of omitted characters', () => {
    const text = 'a'.repeat(900) + 'b'.repeat(200);
    const { start, leftOut, end } = cutInTheMiddle(text, 100);
    expect([start, leftOut, end]).toEqual(['a'.repeat(75), 1_000, 'b'.repeat(25)]);
    expect(cutInTheMiddle(text, 1_100)).toEqual({ start: text, leftOut: 0, end: '' });
  });
});

describe('event types', () => {
  it('can be typed with any separators', () => {
    expect(parseKinds(' PresetJobA,PresetJobB;\nX ')).toEqual(['PresetJobA', 'PresetJobB', 'X']);
    expect(parseKinds('')).toEqual([]);
    expect(parseKinds('a-b')).toBeNull();
  });

  it('that are unknown have no label', () => {
    expect(findKindWord('MessageCreatedV4')).toBe('MessageCreatedV4');
    expect(findKindWord('RoofFellInV9')).toBeNull();
  });
});

it('generated credentials fit Basic authentication and are unique', () => {
  const made = Array.from({ length: 50 }, generateCredentials);
  for (const { username, password } of made) {
    expect(username).toMatch(/^hook-[^:]{8}$/);
    expect(password).toHaveLength(32);
  }
  expect(new Set(made.map(({ password }) => password)).size).toBe(50);
});

const buildOwner = (webhookID: string): WebhooksOfOwner => ({
  businessID: 'b1',
  name: 'Ace',
  state: 'active',
  error: null,
  webhooks: [
    {
      webhookID,
      url: 'https://x.test/',
      enabled: true,
      authType: 'None',
      eventTypes: [],
      ours: false,
    },
  ],
});
const named = { businessID: 'b1', webhookID: 'w1' };

/** The store of an account's webhooks with their list; `show` opens another account's. */
const openScreen = (bridge: FakeBridge) => {
  const queries = createQueries(bridge);
  const list = new QueryObserver(queries.client, buildQuery('webhooks.list', { accountID: a1 }));
  list.subscribe(() => undefined);
  const show = (accountID: AccountID) => {
    list.setOptions(buildQuery('webhooks.list', { accountID }));
    return createWebhooks(bridge, queries, accountID);
  };
  return { store: show(a1), show, list: () => list.getCurrentResult() };
};

describe('the webhooks', () => {
  it('are those of the account chosen last, even if another answer is late', async () => {
    let answerFirst = (): void => undefined;
    const { show, list } = openScreen(
      fakeBridge({
        'webhooks.list': async ({ accountID }) => {
          if (accountID === a1) await new Promise<void>((resolve) => (answerFirst = resolve));
          return ok({ owners: [buildOwner(accountID)] });
        },
      }),
    );
    show(a2);
    answerFirst();
    await vi.waitFor(() => expect(list().data?.owners).toEqual([buildOwner('a2')]));
  });

  it('of one account are requested while the list of another is pending', async () => {
    const { show, list } = openScreen(
      fakeBridge({
        'webhooks.list': ({ accountID }) =>
          accountID === a1 ? new Promise(() => undefined) : ok({ owners: [buildOwner(accountID)] }),
      }),
    );
    show(a2);
    await vi.waitFor(() => expect(list().data?.owners).toEqual([buildOwner('a2')]));
  });

  it('keep a failure with its webhook', async () => {
    const bridge = fakeBridge({
      'webhooks.list': () => ok({ owners: [buildOwner('w1')] }),
      'webhooks.enable': () => no('conflict'),
    });
    const { store } = openScreen(bridge);
    await store.getState().enable(named, false);
    expect(store.getState().failures).toMatchObject({ w1: { code: 'conflict' } });
    expect(store.getState().busy.size).toBe(0);
  });

  it('change independently: each is busy until its own change has ended, and keeps its failure', async () => {
    const answers = new Map<string, () => void>();
    const bridge = fakeBridge({
      'webhooks.list': () => ok({ owners: [] }),
      'webhooks.enable': ({ webhookID }) =>
        new Promise((resolve) => answers.set(webhookID, () => resolve(no('conflict')))),
    });
    const { store } = openScreen(bridge);
    const { enable } = store.getState();
    const both = ['w1', 'w2'].map((webhookID) => enable({ businessID: 'b1', webhookID }, true));
    answers.get('w1')?.();
    await both[0];
    expect([...store.getState().busy]).toEqual(['w2']);
    answers.get('w2')?.();
    await both[1];
    expect(store.getState().busy.size).toBe(0);
    expect(Object.keys(store.getState().failures)).toEqual(['w1', 'w2']);
  });

  it('keep the undo of the latest deletion when an earlier one could not be restored', async () => {
    let answerNow = (): void => undefined;
    const bridge = fakeBridge({
      'webhooks.list': () => ok({ owners: [] }),
      'webhooks.delete': () => ok({ restorable: true }),
      'webhooks.restore': () =>
        new Promise((resolve) => (answerNow = () => resolve(no('offline')))),
    });
    const { store } = openScreen(bridge);
    await store.getState().remove(named, 'https://x.test/');
    const restoring = store.getState().restore();
    await store.getState().remove({ businessID: 'b1', webhookID: 'w2' }, 'https://y.test/');
    answerNow();
    await restoring;
    expect(store.getState()).toMatchObject({
      deleted: { webhookID: 'w2' },
      failures: { w1: { code: 'offline' } },
    });
  });

  it('can restore a deleted one only if that is possible', async () => {
    let restorable = true;
    const bridge = fakeBridge({
      'webhooks.list': () => ok({ owners: [] }),
      'webhooks.delete': () => ok({ restorable }),
      'webhooks.restore': () => ok({ webhook: buildOwner('w2').webhooks[0]! }),
    });
    const { store } = openScreen(bridge);
    await store.getState().remove(named, 'https://x.test/');
    expect(store.getState().deleted?.restorable).toBe(true);
    await store.getState().restore();
    expect(bridge.inputsOf('webhooks.restore')).toEqual([{ accountID: a1, ...named }]);
    expect(store.getState().deleted).toBeNull();
    restorable = false;
    await store.getState().remove(named, 'https://x.test/');
    expect(store.getState().deleted?.restorable).toBe(false);
  });

  it('report a deletion only for its account, even if its answer is late', async () => {
    for (const answer of [ok({ restorable: true }), no('conflict')]) {
      let answerNow = (): void => undefined;
      const bridge = fakeBridge({
        'webhooks.list': () => ok({ owners: [] }),
        'webhooks.delete': () => new Promise((resolve) => (answerNow = () => resolve(answer))),
      });
      const { store, show } = openScreen(bridge);
      const removing = store.getState().remove(named, 'https://x.test/');
      const other = show(a2);
      answerNow();
      await removing;
      expect(other.getState()).toMatchObject({ deleted: null, failures: {} });
      await other.getState().restore();
      expect(bridge.inputsOf('webhooks.restore')).toEqual([]);
    }
  });

  it('report a deletion only for its account, even if the list after it is late', async () => {
    let answerNow = (): void => undefined;
    let isSlow = false;
    const bridge = fakeBridge({
      'webhooks.list': async ({ accountID }) => {
        if (isSlow && accountID === a1) await new Promise<void>((resolve) => (answerNow = resolve));
        return ok({ owners: [] });
      },
      'webhooks.delete': () => ok({ restorable: true }),
    });
    const { store, show } = openScreen(bridge);
    isSlow = true;
    const removing = store.getState().remove(named, 'https://x.test/');
    await vi.waitFor(() => expect(bridge.inputsOf('webhooks.list')).toHaveLength(2));
    const other = show(a2);
    answerNow();
    await removing;
    expect(other.getState()).toMatchObject({ deleted: null });
  });

  it('can retry a failed restore of a deleted one', async () => {
    let isOnline = false;
    const bridge = fakeBridge({
      'webhooks.list': () => ok({ owners: [] }),
      'webhooks.delete': () => ok({ restorable: true }),
      'webhooks.enable': () => ok({}),
      'webhooks.restore': () =>
        isOnline ? ok({ webhook: buildOwner('w2').webhooks[0]! }) : no('offline'),
    });
    const { store } = openScreen(bridge);
    await store.getState().remove(named, 'https://x.test/');
    await store.getState().restore();
    expect(store.getState()).toMatchObject({
      deleted: { ...named, restorable: true },
      failures: { w1: { code: 'offline' } },
    });
    isOnline = true;
    await store.getState().enable({ businessID: 'b1', webhookID: 'w3' }, true);
    await store.getState().restore();
    expect(bridge.inputsOf('webhooks.restore')).toEqual([
      { accountID: a1, ...named },
      { accountID: a1, ...named },
    ]);
    expect(store.getState()).toMatchObject({ deleted: null, failures: {} });
  });

  it('store no password', async () => {
    const bridge = fakeBridge({
      'webhooks.list': () => ok({ owners: [] }),
      'webhooks.create': () => no('rejected'),
      'webhooks.setCredentials': () => ok({}),
    });
    const { store } = openScreen(bridge);
    const credentials = { username: 'u', password: 'canary-4711' };
    await store.getState().setCredentials(named, credentials);
    const hook = { businessID: null, url: 'https://x.test/', eventTypes: ['A'], enabled: true };
    expect(await store.getState().create({ ...hook, credentials })).toMatchObject({
      error: { code: 'rejected' },
    });
    expect(JSON.stringify(store.getState())).not.toContain('canary-4711');
  });

  it('track a test delivery until it arrives or times out', async () => {
    let afterMs: number | null = 240;
    const bridge = fakeBridge({
      'webhooks.list': () => ok({ owners: [] }),
      'webhooks.test': () => ok({ afterMs, deliveryID: afterMs === null ? null : '7' }),
    });
    const { store } = openScreen(bridge);
    const asking = store.getState().test('b1');
    expect(store.getState().testing['b1']).toEqual({ state: 'waiting' });
    await asking;
    expect(store.getState().testing['b1']).toEqual({
      state: 'arrived',
      afterMs: 240,
      deliveryID: '7',
    });
    afterMs = null;
    await store.getState().test('b1');
    expect(store.getState().testing['b1']).toEqual({ state: 'none' });
  });
});

const delivery = (deliveryID: number): Delivery => ({
  deliveryID: String(deliveryID),
  eventType: 'MessageCreatedV4',
  receivedAt: noon,
  times: 1,
  state: 'applied',
  reason: null,
  leadID: null,
  customerName: '',
  businessName: '',
  size: 2,
});

describe('the deliveries', () => {
  const newest = { all: 0 };
  beforeEach(() => (newest.all = 120));
  const bridge = fakeBridge({
    'deliveries.list': ({ limit, cursor }) => {
      const start = cursor === undefined ? newest.all : Number(cursor) - 1;
      const count = Math.min(limit, start);
      const deliveries = Array.from({ length: count }, (_, index) => delivery(start - index));
      const last = start - count + 1;
      return ok({ deliveries, next: last > 1 ? String(last) : null, notUnderstood: 0, lastAt: [] });
    },
    'deliveries.get': ({ deliveryID }) =>
      ok({ delivery: delivery(Number(deliveryID)), body: '{}' }),
  });

  /** The pages of an account's deliveries. */
  const openList = (bridge: FakeBridge) => {
    const queries = createQueries(bridge);
    const pages = buildDeliveryQuery(a1, 'all');
    const list = new InfiniteQueryObserver(queries.client, pages);
    list.subscribe(() => undefined);
    const ids = (): number[] =>
      (list.getCurrentResult().data?.pages ?? []).flatMap(({ deliveries }) =>
        deliveries.map(({ deliveryID }) => Number(deliveryID)),
      );
    const more = () => queries.fetchNext(pages, () => list.fetchNextPage({ cancelRefetch: false }));
    return { queries, list, ids, more };
  };

  it('load page by page, and new ones are added on top', async () => {
    const { queries, list, ids, more } = openList(bridge);
    await vi.waitFor(() => expect(ids()).toHaveLength(50));
    await more();
    await more();
    expect([ids().length, ids().at(-1), list.getCurrentResult().hasNextPage]).toEqual([
      120,
      1,
      false,
    ]);
    newest.all = 121;
    await queries.refetch('deliveries.list');
    expect(ids()).toEqual(Array.from({ length: 121 }, (_, index) => 121 - index));
  });

  it.each(['the refetch', 'the page'])(
    'lose no page requested during a refetch, when %s was requested first',
    async (first) => {
      const waiting: (() => void)[] = [];
      let isSlow = false;
      const slow = fakeBridge({
        'deliveries.list': async (input) => {
          const answer = await bridge.invoke('deliveries.list', input);
          if (isSlow) await new Promise<void>((resolve) => waiting.push(resolve));
          return answer;
        },
      });
      const { queries, ids, more } = openList(slow);
      await vi.waitFor(() => expect(ids()).toHaveLength(50));
      isSlow = true;
      newest.all = 121;
      const reread = () => queries.refetch('deliveries.list');
      const both =
        first === 'the page' ? Promise.all([more(), reread()]) : Promise.all([reread(), more()]);
      await vi.waitFor(() => expect(waiting).toHaveLength(1));
      isSlow = false;
      waiting[0]?.();
      await both;
      expect(ids()).toEqual(Array.from({ length: 100 }, (_, index) => 121 - index));
    },
  );

  it('show the result of applying one only for it', async () => {
    let answerNow = (): void => undefined;
    const applying = fakeBridge({
      'deliveries.list': () =>
        ok({ deliveries: [delivery(2), delivery(1)], next: null, notUnderstood: 0, lastAt: [] }),
      'deliveries.get': ({ deliveryID }) =>
        ok({ delivery: delivery(Number(deliveryID)), body: '{}' }),
      'deliveries.apply': () =>
        new Promise((resolve) => {
          answerNow = () => resolve(ok({ applied: 1, notUnderstood: 0 }));
        }),
    });
    const store = createDeliveries(applying, createQueries(applying), a1);
    const { open, apply } = store.getState();
    for (const leave of [() => open('2'), () => open(null)]) {
      open('1');
      const done = apply('1');
      leave();
      answerNow();
      await done;
      expect(store.getState().applied).toBeNull();
    }
    open('1');
    const done = apply('1');
    answerNow();
    await done;
    expect(store.getState().applied).toEqual({ state: 'done', applied: 1, notUnderstood: 0 });
  });

  it('open one at a time, and close it when the filter changes', () => {
    const store = createDeliveries(bridge, createQueries(bridge), a1);
    store.getState().open('4');
    store.getState().open('5');
    expect(store.getState().opened).toBe('5');
    store.getState().filterBy('not_understood');
    expect(store.getState()).toMatchObject({ opened: null, filter: 'not_understood' });
  });
});
