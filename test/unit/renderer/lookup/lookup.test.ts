import { describe, expect, it } from 'vitest';
import type { LookupResult } from '../../../../contract/commands/lookup.ts';
import type { AccountID } from '../../../../contract/records.ts';
import { createLookup } from '../../../../renderer/lookup/lookup.ts';
import { fakeBridge, no, ok } from '../support/samples.ts';

const a1 = 'a1' as AccountID;
const a2 = 'a2' as AccountID;

const memory = (): Storage => {
  const kept = new Map<string, string>();
  return {
    length: 0,
    clear: () => kept.clear(),
    key: () => null,
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
  };
};

const result: LookupResult = {
  request: { method: 'GET', url: 'https://api.example/x', body: null },
  durationMs: 5,
  outcome: { state: 'answered', status: 200, traceID: null, body: { data: [] }, parsedRecords: [] },
};

describe('a lookup', () => {
  it('sends the request of the form for the chosen account', async () => {
    const bridge = fakeBridge({ 'lookup.run': () => ok(result) });
    const lookup = createLookup(bridge, memory());
    lookup.getState().choose('keywords');
    lookup.getState().type('searchQuery', ' tap ');
    expect(await lookup.getState().run(a1)).toBeNull();
    expect(bridge.inputsOf('lookup.run')).toEqual([
      { accountID: 'a1', request: { kind: 'keywords', searchQuery: 'tap', limit: 10 } },
    ]);
    expect(lookup.getState().runs[a1]?.keywords).toMatchObject({ isRunning: false, result });
  });

  it('with a mistake is not sent, names the first field, and clears the mistake while typing', async () => {
    const bridge = fakeBridge({ 'lookup.run': () => ok(result) });
    const lookup = createLookup(bridge, memory());
    lookup.getState().choose('homecare');
    lookup.getState().type('zipCode', '7');
    expect(lookup.getState().mistakes.homecare).toBeUndefined();
    expect(await lookup.getState().run(a1)).toBe('zipCode');
    expect(lookup.getState().mistakes.homecare).toEqual({ zipCode: 'zipCode' });
    lookup.getState().type('zipCode', '78701');
    expect(lookup.getState().mistakes.homecare).toEqual({});
    expect(bridge.calls).toEqual([]);
  });

  it('is not sent twice while it runs', async () => {
    let finish = (): void => undefined;
    const bridge = fakeBridge({
      'lookup.run': () =>
        new Promise((resolve) => {
          finish = () => resolve(ok(result));
        }),
    });
    const lookup = createLookup(bridge, memory());
    lookup.getState().choose('categories');
    lookup.getState().type('searchQuery', 'tap');
    const first = lookup.getState().run(a1);
    await lookup.getState().run(a1);
    finish();
    await first;
    expect(bridge.calls).toHaveLength(1);
  });

  it('of another account runs in parallel, and each keeps its own result', async () => {
    let finish = (): void => undefined;
    const bridge = fakeBridge({
      'lookup.run': ({ accountID }) =>
        accountID === a1
          ? new Promise((resolve) => {
              finish = () => resolve(ok(result));
            })
          : no('reconnect_needed'),
    });
    const lookup = createLookup(bridge, memory());
    lookup.getState().choose('categories');
    lookup.getState().type('searchQuery', 'tap');
    const first = lookup.getState().run(a1);
    await lookup.getState().run(a2);
    finish();
    await first;
    expect(lookup.getState().runs).toMatchObject({
      a1: { categories: { isRunning: false, result, error: null } },
      a2: { categories: { isRunning: false, result: null, error: { code: 'reconnect_needed' } } },
    });
  });

  it('that failed keeps its failure', async () => {
    const lookup = createLookup(
      fakeBridge({ 'lookup.run': () => no('engine_unavailable') }),
      memory(),
    );
    lookup.getState().choose('categories');
    lookup.getState().type('searchQuery', 'tap');
    await lookup.getState().run(a1);
    expect(lookup.getState().runs[a1]?.categories).toMatchObject({
      isRunning: false,
      result: null,
      error: { code: 'engine_unavailable' },
    });
  });
});

describe('the input of a lookup', () => {
  it('is kept for each form, with the chosen form', () => {
    const storage = memory();
    const before = createLookup(fakeBridge({}), storage);
    before.getState().choose('categories');
    before.getState().type('searchQuery', 'tap');
    before.getState().choose('homecare');
    before.getState().type('zipCode', '78701');
    const after = createLookup(fakeBridge({}), storage).getState();
    expect(after.kind).toBe('homecare');
    expect(after.values).toEqual({
      categories: { searchQuery: 'tap' },
      homecare: { zipCode: '78701' },
    });
  });

  it.each(['{', '[]', '{"kind":"deleteAll"}', '{"kind":"homecare","values":{"x":{"zipCode":5}}}'])(
    'is dropped when it is invalid: %s',
    (text) => {
      const storage = memory();
      storage.setItem('hearthline.lookup', text);
      const { kind, values } = createLookup(fakeBridge({}), storage).getState();
      expect(['negotiation', 'homecare']).toContain(kind);
      expect(JSON.stringify(values)).not.toContain('5');
    },
  );
});
