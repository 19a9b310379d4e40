import { QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import type { StagingCall, StagingPreview } from '../../../../contract/commands/staging.ts';
import type { Account } from '../../../../contract/accounts.ts';
import type { AccountID, MessageID } from '../../../../contract/records.ts';
import { buildQuery, createQueries } from '../../../../renderer/platform/queries.ts';
import { followReplies } from '../../../../renderer/staging/staging-replies.ts';
import { createStaging } from '../../../../renderer/staging/staging.ts';
import { fakeBridge, id, no, noon, ok, type FakeBridge } from '../support/samples.ts';

const a1 = 'a1' as AccountID;
const account = (generation: Account['interface'] = 'v4') => ({
  accountID: a1,
  interface: generation,
});

/** Storage for `room` characters. */
const memory = (room = Infinity): Storage => {
  const kept = new Map<string, string>();
  return {
    length: 0,
    clear: () => kept.clear(),
    key: () => null,
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => {
      if (value.length > room) throw new Error('full');
      kept.set(name, value);
    },
    removeItem: (name) => void kept.delete(name),
  };
};

const call = (leadID: string): StagingCall => ({
  request: { method: 'POST', url: 'https://s.example/v1', path: '/v1', body: '{}' },
  answer: { status: 200, body: `{"leadID":"${leadID}"}` },
  durationMs: 5,
  outcome: {
    state: 'created',
    leadID,
    businessID: 'b1',
    businessName: 'Test Business',
    customerName: 'Dana',
  },
});
const refused: StagingCall = {
  ...call('1'),
  outcome: { state: 'refused', error: { code: 'connect_refused', message: 'No.', status: 401 } },
};
const preview = (...serviceIDs: (string | null)[]): StagingPreview => ({
  record: '{}',
  fields: [],
  columns: [],
  messages: serviceIDs.map((serviceID, index) => ({
    messageID: String(index) as MessageID,
    serviceID,
    side: 'business',
    text: 'Hi',
  })),
});

/** A service that creates test leads, and an engine that stores them. */
const bench = (change: Parameters<typeof fakeBridge>[0] = {}, storage = memory()) => {
  let made = 0;
  const bridge: FakeBridge = fakeBridge({
    'staging.createLead': () => ok(call(`s${++made}`)),
    'staging.ingest': ({ testLead }) =>
      ok({ leadID: id((JSON.parse(testLead) as { leadID: string }).leadID.replace('s', 'l')) }),
    'staging.preview': () => ok(preview()),
    'staging.thread': () => ok({ serviceIDs: [] }),
    ...change,
  });
  const queries = createQueries(bridge);
  const staging = createStaging(bridge, queries, storage, () => noon);
  return { bridge, queries, storage, staging };
};

describe('a test lead', () => {
  it('is created, stored with the unchanged response, and shown', async () => {
    const { bridge, staging } = bench();
    await staging.getState().create(account(), 'b7');
    expect(bridge.calls).toEqual([
      ['staging.createLead', { accountID: 'a1', businessID: 'b7' }],
      ['staging.ingest', { accountID: 'a1', testLead: '{"leadID":"s1"}' }],
    ]);
    expect(staging.getState()).toMatchObject({
      isCreating: false,
      shown: 1,
      leads: [{ nth: 1, leadID: 'l1', at: noon, error: null }],
    });
  });

  it('that was refused is shown with its call and not stored', async () => {
    const { bridge, staging } = bench({ 'staging.createLead': () => ok(refused) });
    await staging.getState().create(account(), null);
    expect(bridge.calls).toEqual([['staging.createLead', { accountID: 'a1' }]]);
    expect(staging.getState()).toMatchObject({ shown: 1, leads: [{ leadID: null }] });
  });

  it('that could not be requested is not listed', async () => {
    const { staging } = bench({ 'staging.createLead': () => no('forbidden') });
    await staging.getState().create(account(), null);
    expect(staging.getState()).toMatchObject({ leads: [], error: { code: 'forbidden' } });
  });

  it('that could not be stored shows why, and can be stored later', async () => {
    let isThere = false;
    const { staging } = bench({
      'staging.ingest': () => (isThere ? ok({ leadID: id('l1') }) : no('gone')),
    });
    await staging.getState().create(account(), null);
    expect(staging.getState().leads).toMatchObject([{ leadID: null, error: { code: 'gone' } }]);
    isThere = true;
    await staging.getState().importShown();
    expect(staging.getState().leads).toMatchObject([{ leadID: 'l1', error: null }]);
  });
});

describe('the test leads of a session', () => {
  it('are kept when the page is reopened, and the rest is stored then', async () => {
    const { staging, storage, bridge } = bench({ 'staging.ingest': () => new Promise(() => {}) });
    void staging.getState().create(account(), null);
    await expect.poll(() => bridge.inputsOf('staging.ingest')).toHaveLength(1);
    const again = bench({}, storage);
    expect(again.staging.getState()).toMatchObject({ shown: 1, leads: [{ leadID: null }] });
    await again.staging.getState().open();
    expect(again.staging.getState().leads).toMatchObject([{ leadID: 'l1' }]);
  });

  it('are all stored, even one that is chosen meanwhile', async () => {
    const waiting = bench({ 'staging.ingest': () => new Promise(() => {}) });
    void waiting.staging.getState().create(account(), null);
    await expect.poll(() => waiting.staging.getState().importing).toEqual([1]);
    void waiting.staging.getState().create(account(), null);
    await expect.poll(() => waiting.staging.getState().importing).toEqual([1, 2]);

    let finish = (): void => undefined;
    const { staging, bridge } = bench(
      {
        'staging.ingest': ({ testLead }) =>
          testLead.includes('s2')
            ? new Promise((resolve) => (finish = () => resolve(ok({ leadID: id('l2') }))))
            : ok({ leadID: id('l1') }),
      },
      waiting.storage,
    );
    const second = staging.getState().open();
    staging.getState().choose(1);
    staging.getState().choose(2);
    await expect.poll(() => staging.getState().leads[1]?.leadID).toBe('l1');
    expect(staging.getState().importing).toEqual([2]);
    finish();
    await second;
    expect(staging.getState()).toMatchObject({ importing: [], leads: [{ leadID: 'l2' }, {}] });
    expect(bridge.inputsOf('staging.ingest')).toHaveLength(2);
  });

  it('are kept while there is room, newest first', async () => {
    const { staging, storage } = bench({}, memory(700));
    for (let count = 0; count < 3; count += 1) await staging.getState().create(account(), null);
    expect(staging.getState().leads).toHaveLength(3);
    expect(bench({}, storage).staging.getState().leads).toMatchObject([{ nth: 3 }]);
  });

  it('start empty when the stored ones are invalid', () => {
    const storage = memory();
    storage.setItem('hearthline.staging', '{');
    expect(bench({}, storage).staging.getState()).toMatchObject({ leads: [], shown: null });
  });
});

describe('a reply to a test lead', () => {
  /** Opens the pane of a test lead. */
  const open = (
    { queries }: ReturnType<typeof bench>,
    leadID = id('l1'),
    generation: Account['interface'] = 'v4',
  ) => {
    const of = { accountID: a1, leadID };
    const thread = new QueryObserver(queries.client, {
      ...buildQuery('staging.thread', of),
      enabled: false,
    });
    thread.subscribe(() => undefined);
    const end = followReplies(queries, { ...of, interface: generation });
    const stored = () => queries.client.getQueryData(buildQuery('staging.preview', of).queryKey);
    return { end, stored, thread: () => thread.getCurrentResult() };
  };

  it('that is still being fetched does not delay or change another lead', async () => {
    let finish = (): void => undefined;
    const made = bench({
      'staging.preview': ({ leadID }) => ok(preview(`m-${leadID}`)),
      'staging.thread': ({ leadID }) =>
        leadID === 'l1'
          ? ok({ serviceIDs: ['m-l1'] })
          : new Promise((resolve) => (finish = () => resolve(ok({ serviceIDs: ['m-l2'] })))),
    });
    const second = open(made, id('l2'));
    await expect.poll(() => made.bridge.inputsOf('staging.thread')).toHaveLength(1);
    second.end();
    const first = open(made);
    await expect.poll(() => first.thread().data?.serviceIDs).toEqual(['m-l1']);
    finish();
    await expect.poll(() => second.thread().data?.serviceIDs).toEqual(['m-l2']);
    expect(first.thread().data?.serviceIDs).toEqual(['m-l1']);
    expect(first.stored()).toEqual(preview('m-l1'));
  });

  it('is fetched once at a time, while the stored record is refetched at once', async () => {
    let stored = preview('m1');
    let finish = (): void => undefined;
    const made = bench({
      'staging.preview': () => ok(stored),
      'staging.thread': () =>
        new Promise((resolve) => (finish = () => resolve(ok({ serviceIDs: ['m1', 'm2'] })))),
    });
    const shown = open(made);
    await expect.poll(() => made.bridge.inputsOf('staging.thread')).toHaveLength(1);
    stored = preview('m1', 'm2');
    await made.queries.refetch('staging.preview');
    expect(shown.stored()).toEqual(stored);
    finish();
    await expect.poll(() => shown.thread().data?.serviceIDs).toEqual(['m1', 'm2']);
    expect(made.bridge.inputsOf('staging.thread')).toHaveLength(1);
  });

  it('is fetched from the service once it has an id there, and not again after it was found', async () => {
    let stored = preview(null);
    const made = bench({
      'staging.preview': () => ok(stored),
      'staging.thread': () => ok({ serviceIDs: ['m1'] }),
    });
    const shown = open(made);
    await expect.poll(() => shown.stored()).toEqual(stored);
    expect(made.bridge.inputsOf('staging.thread')).toEqual([]);
    stored = preview('m1');
    await made.queries.refetch('staging.preview');
    await expect.poll(() => shown.thread().data?.serviceIDs).toEqual(['m1']);
    await made.queries.refetch('staging.preview');
    expect(made.bridge.inputsOf('staging.thread')).toEqual([{ accountID: 'a1', leadID: 'l1' }]);
  });

  it('that the service does not show yet is fetched again after each change', async () => {
    let shownThere: string[] = [];
    const made = bench({
      'staging.preview': () => ok(preview('m1')),
      'staging.thread': () => ok({ serviceIDs: [...shownThere] }),
    });
    const shown = open(made);
    await expect.poll(() => shown.thread().data?.serviceIDs).toEqual([]);
    shownThere = ['m1'];
    made.bridge.emit('changed', { kinds: ['leads'], leadIDs: [id('l1')] });
    await expect.poll(() => shown.thread().data?.serviceIDs).toEqual(['m1']);
    expect(made.bridge.inputsOf('staging.thread')).toHaveLength(2);
  });

  it('is never fetched from a legacy service, which has no conversations', async () => {
    const made = bench({ 'staging.preview': () => ok(preview('m1')) });
    open(made, id('l1'), 'legacy');
    await made.queries.refetch('staging.preview');
    expect(made.bridge.inputsOf('staging.thread')).toEqual([]);
  });

  it('that could not be fetched shows why', async () => {
    const made = bench({
      'staging.preview': () => ok(preview('m1')),
      'staging.thread': () => no('offline'),
    });
    const shown = open(made);
    await expect.poll(() => shown.thread().error?.code).toBe('offline');
    expect(made.bridge.inputsOf('staging.thread')).toHaveLength(1);
  });
});
