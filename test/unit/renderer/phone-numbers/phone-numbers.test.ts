import { describe, expect, it, vi } from 'vitest';
import {
  type NumberOwner,
  type Outcome,
  phoneNumberCommands,
  type PhoneNumber,
  type PreviewRow,
} from '../../../../contract/commands/phone-numbers.ts';
import { maxNumbersAtOnce } from '../../../../contract/limits.ts';
import type { AccountID } from '../../../../contract/records.ts';
import { createBulk, decodeText } from '../../../../renderer/phone-numbers/bulk-send.ts';
import {
  createPhoneNumbers,
  followPhoneNumbers,
  formatNational,
} from '../../../../renderer/phone-numbers/phone-numbers.ts';
import { buildQuery, createQueries } from '../../../../renderer/platform/queries.ts';
import { fakeBridge, no, noon, ok, type FakeBridge } from '../support/samples.ts';

const business = (businessID: string): NumberOwner => ({
  accountID: 'a1' as AccountID,
  businessID,
  name: `Business ${businessID}`,
  accountName: 'Test marketplace',
  connected: true,
});
const owners = [business('b1'), business('b2')];

const number = (change: Partial<PhoneNumber> = {}): PhoneNumber => ({
  accountID: 'a1' as AccountID,
  businessID: 'b1',
  phoneNumberID: 'p1',
  phoneNumber: '+15125550100',
  name: 'Van',
  isDeleted: false,
  createdAt: null,
  lastUsedAt: null,
  ...change,
});

const memory = (): Pick<Storage, 'getItem' | 'setItem'> => {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
  };
};

const listing = {
  'phoneNumbers.owners': () => ok({ owners }),
  'phoneNumbers.list': ({ businessID }: { readonly businessID: string }) =>
    ok({ numbers: businessID === 'b1' ? [number()] : [], readAt: noon }),
  'phoneNumbers.refresh': () => ok({}),
};

/** The store of the open page; `read` refetches the local data. */
const open = async (bridge: FakeBridge, kept = memory()) => {
  const queries = createQueries(bridge);
  const store = createPhoneNumbers(bridge, queries, kept);
  const leave = followPhoneNumbers(queries, store);
  const read = (): Promise<void> => queries.refetch('phoneNumbers.owners');
  const known = async (of: NumberOwner) => {
    const { accountID, businessID } = of;
    return queries.client.fetchQuery(buildQuery('phoneNumbers.list', { accountID, businessID }));
  };
  await read();
  return { store, read, leave, known };
};

describe('the phone numbers', () => {
  it('are those of the business chosen last', async () => {
    const bridge = fakeBridge(listing);
    const kept = memory();
    const { store: first } = await open(bridge, kept);
    expect(first.getState()).toMatchObject({ owner: owners[0] });
    await first.getState().choose(business('b2'));
    const { store: later } = await open(bridge, kept);
    expect(later.getState()).toMatchObject({ owner: owners[1] });
  });

  it('stay visible with the failure when the refresh fails', async () => {
    const bridge = fakeBridge({ ...listing, 'phoneNumbers.refresh': () => no('offline') });
    const { store, known } = await open(bridge);
    await store.getState().refresh();
    expect(await known(business('b1'))).toEqual({ numbers: [number()], readAt: noon });
    expect(store.getState()).toMatchObject({
      refusal: { code: 'offline' },
      isRefreshing: false,
    });
  });

  it('are refetched after a change, but not after the page is left', async () => {
    const bridge = fakeBridge(listing);
    const { leave } = await open(bridge);
    const before = bridge.inputsOf('phoneNumbers.owners').length;
    bridge.emit('changed', { kinds: ['phoneNumbers'], leadIDs: [] });
    bridge.emit('changed', { kinds: ['leads'], leadIDs: [] });
    leave();
    bridge.emit('changed', { kinds: ['phoneNumbers'], leadIDs: [] });
    expect(bridge.inputsOf('phoneNumbers.owners')).toHaveLength(before + 1);
  });

  it('are empty without a business', async () => {
    const bridge = fakeBridge({ 'phoneNumbers.owners': () => ok({ owners: [] }) });
    const { store } = await open(bridge);
    await store.getState().refresh();
    expect(store.getState()).toMatchObject({ owner: null });
    expect(bridge.inputsOf('phoneNumbers.refresh')).toEqual([]);
  });

  it('are refreshed when a business appears, and no longer when it is gone', async () => {
    let listed: readonly NumberOwner[] = [];
    const bridge = fakeBridge({
      ...listing,
      'phoneNumbers.owners': () => ok({ owners: [...listed] }),
      'phoneNumbers.refresh': ({ businessID }) =>
        businessID === 'b1' ? new Promise(() => undefined) : ok({}),
    });
    const { store, read } = await open(bridge);
    listed = owners;
    await read();
    expect(bridge.inputsOf('phoneNumbers.refresh')).toEqual([
      { accountID: 'a1', businessID: 'b1' },
    ]);
    await read();
    expect(bridge.inputsOf('phoneNumbers.refresh')).toHaveLength(1);
    expect(store.getState()).toMatchObject({ owner: owners[0], isRefreshing: true });
    listed = owners.slice(1);
    await read();
    await vi.waitFor(() =>
      expect(store.getState()).toMatchObject({ owner: owners[1], isRefreshing: false }),
    );
    expect(bridge.inputsOf('phoneNumbers.refresh')).toHaveLength(2);
    listed = [];
    await read();
    expect(store.getState()).toMatchObject({ owner: null, isRefreshing: false });
  });

  it('are changed at their own business even if another is shown', async () => {
    const bridge = fakeBridge({
      ...listing,
      'phoneNumbers.owners': () => ok({ owners: owners.slice(1) }),
    });
    const { store } = await open(bridge);
    expect(store.getState().owner).toEqual(business('b2'));
    const { add, change, remove, registerAgain } = store.getState();
    const entry = { phoneNumber: '+15125550101', name: 'Truck' };
    await add(business('b1'), entry);
    await change(number(), entry);
    await remove(number());
    await registerAgain(number());
    const asked = (['add', 'change', 'remove'] as const).flatMap((action) =>
      bridge.inputsOf(`phoneNumbers.${action}`),
    );
    expect(asked).toHaveLength(4);
    for (const input of asked) expect(input).toMatchObject({ accountID: 'a1', businessID: 'b1' });
  });

  it('are registered again by undo after a deletion', async () => {
    const bridge = fakeBridge({
      ...listing,
      'phoneNumbers.remove': () => ok({}),
      'phoneNumbers.add': () => ok({ number: number({ phoneNumberID: 'p2' }) }),
    });
    const { store } = await open(bridge);
    await store.getState().remove(number());
    const { toast } = store.getState();
    if (toast?.what !== 'deleted') throw new Error('there is no toast');
    await toast.undo();
    expect(bridge.inputsOf('phoneNumbers.add')).toEqual([
      { accountID: 'a1', businessID: 'b1', phoneNumber: '+15125550100', name: 'Van' },
    ]);
    expect(store.getState().toast).toMatchObject({ what: 'registeredAgain' });
  });

  it('get their previous number and name back by undo', async () => {
    const bridge = fakeBridge({
      ...listing,
      'phoneNumbers.change': ({ phoneNumber, name }) =>
        ok({ number: number({ phoneNumber, name }) }),
    });
    const { store } = await open(bridge);
    await store.getState().change(number(), { phoneNumber: '+15125550101', name: 'Truck' });
    const { toast } = store.getState();
    if (toast?.what !== 'changed') throw new Error('there is no toast');
    await toast.undo();
    expect(bridge.inputsOf('phoneNumbers.change')).toMatchObject([
      { phoneNumberID: 'p1', phoneNumber: '+15125550101', name: 'Truck' },
      { phoneNumberID: 'p1', phoneNumber: '+15125550100', name: 'Van' },
    ]);
  });

  it('are restored unchanged, even with values that we would not register', async () => {
    const strange = number({ phoneNumber: '+15551234567', name: 'n'.repeat(300) });
    const bridge = fakeBridge({
      ...listing,
      'phoneNumbers.remove': () => ok({}),
      'phoneNumbers.change': () => ok({ number: strange }),
    });
    const { store } = await open(bridge);
    for (const edit of [
      () => store.getState().remove(strange),
      () => store.getState().change(strange, { phoneNumber: '+15125550101', name: 'Truck' }),
    ]) {
      await edit();
      const { toast } = store.getState();
      if (toast !== null && 'undo' in toast) await toast.undo?.();
    }
    for (const command of ['phoneNumbers.add', 'phoneNumbers.change'] as const) {
      const input = bridge.inputsOf(command).at(-1);
      expect(input).toMatchObject({ phoneNumber: '+15551234567', name: strange.name });
      expect(phoneNumberCommands[command].input.safeParse(input).success).toBe(true);
    }
  });

  it('can be restored by a second undo after the first one failed', async () => {
    let isAway = false;
    const bridge = fakeBridge({
      ...listing,
      'phoneNumbers.change': ({ phoneNumber, name }) =>
        isAway ? no('offline') : ok({ number: number({ phoneNumber, name }) }),
    });
    const { store } = await open(bridge);
    await store.getState().change(number(), { phoneNumber: '+15125550100', name: 'Truck' });
    const undo = async (): Promise<void> => {
      const { toast } = store.getState();
      if (toast !== null && 'undo' in toast) await toast.undo?.();
    };
    isAway = true;
    await undo();
    expect(store.getState().toast).toMatchObject({ what: 'failed', error: { code: 'offline' } });
    isAway = false;
    await store.getState().refresh();
    await undo();
    expect(store.getState().toast).toMatchObject({ what: 'undone' });
    expect(bridge.inputsOf('phoneNumbers.change').at(-1)).toMatchObject({ name: 'Van' });
  });

  it('show a failed undo', async () => {
    const bridge = fakeBridge({
      ...listing,
      'phoneNumbers.remove': () => ok({}),
      'phoneNumbers.add': () => no('conflict'),
    });
    const { store } = await open(bridge);
    await store.getState().remove(number());
    const { toast } = store.getState();
    if (toast?.what === 'deleted') await toast.undo();
    expect(store.getState().toast).toMatchObject({ what: 'failed', error: { code: 'conflict' } });
  });
});

describe('a list of phone numbers', () => {
  const e164 = (n: number): string => `+1512555${String(n).padStart(4, '0')}`;
  const fresh = (n: number): PreviewRow => ({
    row: n,
    typed: e164(n),
    name: '',
    verdict: { state: 'new', phoneNumber: e164(n), doubt: null },
  });
  const rows: PreviewRow[] = [
    ...Array.from({ length: maxNumbersAtOnce * 2 + 1 }, (_, index) => fresh(index + 1)),
    { row: 900, typed: 'x', name: '', verdict: { state: 'unusable', mistake: 'unreadable' } },
    {
      row: 901,
      typed: e164(1),
      name: '',
      verdict: { state: 'double', phoneNumber: e164(1), firstRow: 1 },
    },
  ];

  const sent = async (
    answer: (nth: number, count: number) => readonly Outcome[] | null,
    during: (stop: () => void, nth: number) => void = () => undefined,
  ) => {
    let nth = 0;
    const bridge = fakeBridge({
      'phoneNumbers.preview': () => ok({ rows, readAt: noon }),
      'phoneNumbers.addMany': ({ numbers }) => {
        nth += 1;
        during(store.getState().stop, nth);
        const outcomes = answer(nth, numbers.length);
        return outcomes === null ? no('offline') : ok({ outcomes: [...outcomes] });
      },
    });
    const store = createBulk(bridge, business('b1'));
    store.getState().write('whatever');
    await store.getState().preview();
    await store.getState().send();
    return { bridge, store };
  };

  const states = (store: ReturnType<typeof createBulk>): Readonly<Record<string, number>> =>
    store.getState().rows.reduce<Record<string, number>>((count, { result }) => {
      const state = result?.state ?? 'waiting';
      return { ...count, [state]: (count[state] ?? 0) + 1 };
    }, {});

  const added = (count: number): Outcome[] =>
    Array.from({ length: count }, () => ({ state: 'added' }));

  it('is sent in parts, without rows that cannot be registered', async () => {
    const { bridge, store } = await sent((_nth, count) => added(count));
    expect(bridge.inputsOf('phoneNumbers.addMany')).toHaveLength(3);
    expect(states(store)).toEqual({ added: maxNumbersAtOnce * 2 + 1, leftOut: 2 });
    expect(store.getState()).toMatchObject({ step: 'result', sentCount: 101, sendingCount: 101 });
  });

  it('marks the rest as stopped when the professional stops it', async () => {
    const { store } = await sent(
      (_nth, count) => added(count),
      (stop, nth) => {
        if (nth === 1) stop();
      },
    );
    expect(states(store)).toEqual({
      added: maxNumbersAtOnce,
      stopped: maxNumbersAtOnce + 1,
      leftOut: 2,
    });
  });

  it('stops when the service is offline, and a retry sends only the rest', async () => {
    const { bridge, store } = await sent((nth, count) => (nth === 2 ? null : added(count)));
    expect(states(store)).toEqual({
      added: maxNumbersAtOnce,
      untried: maxNumbersAtOnce + 1,
      leftOut: 2,
    });
    await store.getState().send();
    expect(states(store)).toEqual({ added: maxNumbersAtOnce * 2 + 1, leftOut: 2 });
    const [, , third] = bridge.inputsOf('phoneNumbers.addMany') as {
      numbers: { phoneNumber: string }[];
    }[];
    expect(third?.numbers[0]?.phoneNumber).toBe(e164(maxNumbersAtOnce + 1));
  });

  it('is not shown again by a second press of its preview', async () => {
    const answers: (() => void)[] = [];
    const bridge = fakeBridge({
      'phoneNumbers.preview': async () => {
        await new Promise<void>((resolve) => answers.push(resolve));
        return ok({ rows, readAt: noon });
      },
      'phoneNumbers.addMany': () => new Promise(() => undefined),
    });
    const store = createBulk(bridge, business('b1'));
    store.getState().write('whatever');
    const previews = [store.getState().preview(), store.getState().preview()];
    answers[0]?.();
    await previews[0];
    void store.getState().send();
    answers[1]?.();
    await previews[1];
    expect(store.getState().step).toBe('sending');
  });

  it('is not shown by a late answer after Back, nor for a text that was changed meanwhile', async () => {
    const answers: (() => void)[] = [];
    const bridge = fakeBridge({
      'phoneNumbers.preview': async () => {
        await new Promise<void>((resolve) => answers.push(resolve));
        return ok({ rows, readAt: noon });
      },
    });
    const { getState } = createBulk(bridge, business('b1'));
    getState().write('whatever');
    const previews = [getState().preview(), getState().preview()];
    answers[0]?.();
    await previews[0];
    getState().back();
    answers[1]?.();
    await previews[1];
    expect(getState().step).toBe('write');
    const third = getState().preview();
    getState().write('something else');
    answers[2]?.();
    await third;
    expect(getState()).toMatchObject({ step: 'write', text: 'something else' });
  });

  it('returns to its text', async () => {
    const { store } = await sent((_nth, count) => added(count));
    store.getState().back();
    expect(store.getState()).toMatchObject({ step: 'write', text: 'whatever' });
  });

  it.each([
    ['UTF-8', new TextEncoder().encode('Móvil')],
    ['UTF-16 with its mark', new Uint8Array(Buffer.from('\uFEFFMóvil', 'utf16le'))],
    ['Windows-1252', new Uint8Array(Buffer.from('Móvil', 'latin1'))],
  ])('is read from a file in %s', (_encoding, bytes) => {
    const { buffer } = new Uint8Array(bytes);
    expect(decodeText(buffer)).toBe('Móvil');
  });
});

describe('a displayed phone number', () => {
  it.each([
    ['+15125550100', '(512) 555-0100'],
    ['+442079460958', '+44 20 7946 0958'],
    ['nonsense', 'nonsense'],
  ])('of %s is %s', (phoneNumber, shown) => {
    expect(formatNational(phoneNumber)).toBe(shown);
  });
});
