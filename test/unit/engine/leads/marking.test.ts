import { describe, expect, it } from 'vitest';
import type { CommandInput } from '../../../../contract/commands.ts';
import type { Change } from '../../../../contract/events.ts';
import type { LeadRow } from '../../../../contract/records.ts';
import type { ViewName } from '../../../../contract/views.ts';
import { createLeadCommands } from '../../../../main/engine/leads/commands.ts';
import { createMarking } from '../../../../main/engine/leads/marking.ts';
import { refreshLeads } from '../../../../main/engine/leads/inbox.ts';
import { createSlices } from '../../../../main/engine/platform/slices.ts';
import { testIngest } from '../support/ingest.ts';
import { negotiation } from '../support/records.ts';
import { testClock } from '../support/store.ts';
import { listLeads } from '../support/list-leads.ts';

type Marked = CommandInput<'leads.mark'>;

const count = 120;

/** Many leads, and a clock on which every check finds the slice's time used up. */
const bench = () => {
  const made = testIngest();
  for (let id = 1; id <= count; id += 1) {
    made.deliver('NegotiationCreatedV4', negotiation(String(id)));
  }
  const view = (name: ViewName): readonly LeadRow[] =>
    listLeads(made.store, { view: name, business: null, query: '', start: null, limit: 500 })
      ?.leads ?? [];
  const leadIDs = view('all').map(({ leadID }) => leadID);
  const changes: Change[] = [];
  const others: (() => void)[] = [];
  let now = 0;
  const slices = createSlices({
    steady: () => (now += 10),
    letOthers: (then) => others.push(then),
  });
  const commands = createLeadCommands({
    clock: testClock(),
    store: made.store,
    slices,
    mark: createMarking({
      store: made.store,
      slices,
      clock: testClock(),
      publish: (change) => void changes.push(change),
    }),
    readDetails: () => null,
    onReopened: () => undefined,
    onJobStatusChanged: () => undefined,
  });
  return {
    ...made,
    leadIDs,
    changes,
    slices,
    view,
    inView: (name: ViewName): number => view(name).length,
    mark: (input: Parameters<(typeof commands)['leads.mark']>[0]) =>
      Promise.resolve(commands['leads.mark'](input)),
    counts: commands['views.counts'],
    /** Runs the waiting work until all of it is done. */
    settle: async (): Promise<void> => {
      for (let i = 0; i < 20; i += 1) {
        others.shift()?.();
        await Promise.resolve();
      }
    },
  };
};

describe('marking many leads at once', () => {
  it('works in slices, then publishes once and answers', async () => {
    const made = bench();
    let answer: unknown = null;
    const marked = made.mark({ leadIDs: made.leadIDs, starred: true });
    void marked.then((result) => (answer = result));
    await Promise.resolve();
    expect(made.inView('starred')).toBeGreaterThan(0);
    expect(made.inView('starred')).toBeLessThan(count);
    expect([answer, made.changes]).toEqual([null, []]);
    await made.settle();
    expect(answer).toMatchObject({ ok: true });
    expect(made.changes).toHaveLength(1);
    expect(new Set(made.changes[0]?.leadIDs)).toEqual(new Set(made.leadIDs));
    expect(made.changes[0]?.leadIDs).toHaveLength(count);
    expect(await made.counts({})).toMatchObject({ value: { counts: { starred: count } } });
  });

  it('keeps a mark that was set meanwhile', async () => {
    const made = bench();
    const last = made.leadIDs.slice(-1);
    const both = [
      made.mark({ leadIDs: made.leadIDs, starred: true }),
      made.mark({ leadIDs: last, starred: false }),
    ];
    await made.settle();
    await Promise.all(both);
    expect(made.inView('starred')).toBe(count - 1);
  });

  it('does not block marking another lead', async () => {
    const made = bench();
    const [first, ...rest] = made.leadIDs;
    if (first === undefined) throw new Error('no lead');
    void made.mark({ leadIDs: rest, starred: true });
    await made.mark({ leadIDs: [first], archived: true });
    expect([made.inView('archived'), made.changes]).toEqual([
      1,
      [{ kinds: ['leads'], leadIDs: [first] }],
    ]);
  });

  it('is undone by the opposite mark', async () => {
    const made = bench();
    const before = made.view('all');
    const marked = made.mark({ leadIDs: made.leadIDs, archived: true });
    const undone = made.mark({ leadIDs: made.leadIDs, archived: false });
    await made.settle();
    await Promise.all([marked, undone]);
    expect([made.view('all'), made.inView('archived')]).toEqual([before, 0]);
  });

  it.each([
    { starred: true },
    { tags: { add: ['VIP', 'later'], remove: [] } },
    { jobStatus: { status: 'hired', reason: null, words: 'Tuesday' } },
    { starred: true, tags: { add: ['VIP'], remove: [] }, archived: true },
  ] satisfies Omit<Marked, 'leadIDs'>[])(
    'leaves rows that a full refresh does not change, marked as %j',
    async (first) => {
      const made = bench();
      const without = { starred: false, jobStatus: null, tags: { add: [], remove: ['VIP'] } };
      for (const marks of [first, without]) {
        const marked = made.mark({ leadIDs: made.leadIDs, ...marks });
        await made.settle();
        await marked;
        expect(refreshLeads(made.store, made.leadIDs.map(Number))).toEqual([]);
      }
      expect(made.changes.map(({ leadIDs }) => leadIDs?.length)).toEqual([count, count]);
    },
  );

  it('can be repeated after the engine stopped in the middle', async () => {
    const made = bench();
    const marked = made.mark({ leadIDs: made.leadIDs, starred: true });
    made.slices.stop();
    expect(await marked).toMatchObject({ ok: false, error: { code: 'engine_unavailable' } });
    expect(made.inView('starred')).toBeLessThan(count);
    const again = createLeadCommands({
      clock: testClock(),
      store: made.store,
      slices: createSlices({ steady: () => 0, letOthers: setImmediate }),
      mark: createMarking({
        store: made.store,
        slices: createSlices({ steady: () => 0, letOthers: setImmediate }),
        clock: testClock(),
        publish: () => undefined,
      }),
      readDetails: () => null,
      onReopened: () => undefined,
      onJobStatusChanged: () => undefined,
    });
    await again['leads.mark']({ leadIDs: made.leadIDs, starred: true });
    expect(made.inView('starred')).toBe(count);
  });

  it('skips a lead that was removed meanwhile', async () => {
    const made = bench();
    const marked = made.mark({ leadIDs: made.leadIDs, starred: true });
    made.store.db.prepare('DELETE FROM leads WHERE lead = ?').run(made.leadIDs.at(-1));
    await made.settle();
    expect([await marked, made.inView('starred')]).toMatchObject([{ ok: true }, count - 1]);
  });
});
