/** Selected leads are marked in one action, which can be undone. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { CommandOutput } from '../../../../contract/commands.ts';
import type { BatchID } from '../../../../contract/commands/selection.ts';
import { maxMarked } from '../../../../contract/limits.ts';
import type { Answer } from '../../../../contract/errors.ts';
import type { LeadID, LeadRow } from '../../../../contract/records.ts';
import type { ViewName } from '../../../../contract/views.ts';
import { createLeadCommands } from '../../../../main/engine/leads/commands.ts';
import { createMarking } from '../../../../main/engine/leads/marking.ts';
import { createSlices } from '../../../../main/engine/platform/slices.ts';
import { testIngest } from '../support/ingest.ts';
import { message, negotiation, rfc } from '../support/records.ts';
import { noon, testClock, testSlices } from '../support/store.ts';

type Input = Parameters<ReturnType<typeof createLeadCommands>['selection.mark']>[0];
type MarkInput = Omit<Input, 'batchID'>;

const newBatch = (): BatchID => randomUUID() as BatchID;

const valueOf = <T>(answer: Answer<T>): T => {
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value;
};

const bench = (count = 8) => {
  const made = testIngest();
  const add = (id: number, createdAt = noon - 60_000 * id): void =>
    made.deliver(
      'NegotiationCreatedV4',
      negotiation(String(id), { createdAt: rfc(createdAt), customer: { firstName: `n${id}` } }),
    );
  for (let id = 1; id <= count; id += 1) add(id);
  const reopened: number[] = [];
  const engine = (slices = testSlices(made.clock)) =>
    createLeadCommands({
      clock: testClock(),
      store: made.store,
      slices,
      mark: createMarking({
        store: made.store,
        slices,
        clock: testClock(),
        publish: () => undefined,
      }),
      readDetails: () => null,
      onReopened: (leads) => void reopened.push(...leads),
      onJobStatusChanged: () => undefined,
    });
  const commands = engine();
  const rows = async (view: ViewName = 'all'): Promise<readonly LeadRow[]> =>
    valueOf(await commands['leads.list']({ view, limit: 500 })).leads;
  const named = async (...names: readonly string[]): Promise<LeadID[]> => {
    const all = [...(await rows()), ...(await rows('archived'))];
    return names.map((name) => {
      const lead = all.find(({ customerName }) => customerName === name);
      if (lead === undefined) throw new Error(`no lead of ${name}`);
      return lead.leadID;
    });
  };
  return {
    ...made,
    add,
    engine,
    reopened,
    rows,
    named,
    ...commands,
    /** Marks a whole selection part by part, as the window does. */
    act: async (input: MarkInput, batchID = newBatch()) => {
      const sum = { marked: 0, same: 0, notWaiting: 0, full: 0 };
      let after: string | undefined;
      do {
        const part: CommandOutput<'selection.mark'> = valueOf(
          await commands['selection.mark']({ ...input, batchID, ...(after && { after }) }),
        );
        for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += part[name];
        after = part.next ?? undefined;
      } while (after !== undefined);
      return { batchID, sum };
    },
    undo: async (batchID: BatchID) => {
      const sum = { restored: 0, changed: 0 };
      for (;;) {
        const part = valueOf(await commands['selection.unmark']({ batchID }));
        sum.restored += part.restored;
        sum.changed += part.changed;
        if (part.isWhole) return sum;
      }
    },
  };
};

describe('an action on many leads', () => {
  it('restores the different earlier marks of each lead on undo', async () => {
    const made = bench();
    const [first, second, third] = await made.named('n1', 'n2', 'n3');
    if (!first || !second || !third) throw new Error('no lead');
    await made['leads.mark']({ leadIDs: [first], starred: true, tags: { add: ['a'], remove: [] } });
    await made['leads.mark']({ leadIDs: [second], snoozedUntil: noon + 1, read: true });
    const before = await made.rows();
    const leadIDs = [first, second, third];
    const { batchID, sum } = await made.act({
      view: 'all',
      leadIDs,
      starred: true,
      read: true,
      snoozedUntil: noon + 99,
      tags: { add: ['a', 'b'], remove: [] },
    });
    expect(sum).toMatchObject({ marked: 3, same: 0 });
    expect(await made.rows()).not.toEqual(before);
    expect(await made.undo(batchID)).toEqual({ restored: 3, changed: 0 });
    expect(await made.rows()).toEqual(before);
    expect(await made.undo(batchID)).toEqual({ restored: 0, changed: 0 });
  });

  it('counts the leads it skipped, by reason', async () => {
    const made = bench();
    const [first, second, ...rest] = await made.named('n1', 'n2', 'n3', 'n4');
    if (!first || !second) throw new Error('no lead');
    await made['leads.mark']({ leadIDs: [first], archived: true });
    await made['leads.mark']({ leadIDs: [second], noReplyNeeded: true });
    const leadIDs = [first, second, ...rest];
    const done = await made.act({ view: 'all', leadIDs, noReplyNeeded: true });
    expect(done.sum).toEqual({ marked: 2, same: 1, notWaiting: 1, full: 0 });
    expect((await made.act({ view: 'all', leadIDs, archived: true })).sum).toMatchObject({
      marked: 3,
      same: 1,
    });
    await made['leads.mark']({
      leadIDs: [first],
      tags: { add: Array.from({ length: 20 }, (_, n) => `t${n}`), remove: [] },
    });
    const tagged = { view: 'all' as const, leadIDs, tags: { add: ['new'], remove: [] } };
    expect((await made.act(tagged)).sum).toMatchObject({ marked: 3, same: 0, full: 1 });
  });

  it('counts each lead once, although its new time moves it behind those that follow', async () => {
    const { act, add, store } = bench(0);
    const leads = maxMarked + 10;
    store.write(() => {
      for (let id = 1; id <= leads; id += 1) add(id);
    });
    const snooze = async (view: ViewName, days: number) =>
      (
        await act({
          ...{ view, all: { asOf: noon, except: [] } },
          snoozedUntil: noon + days * 24 * 60 * 60_000,
        })
      ).sum;
    expect(await snooze('all', 1)).toMatchObject({ marked: leads, same: 0 });
    expect(await snooze('snoozed', 30)).toMatchObject({ marked: leads, same: 0 });
  });

  it('keeps later changes on undo and counts them', async () => {
    const made = bench();
    const leadIDs = await made.named('n1', 'n2', 'n3');
    const { batchID } = await made.act({ view: 'all', leadIDs, archived: true });
    // One is unarchived by hand, and the customer of another writes.
    await made['leads.mark']({ leadIDs: leadIDs.slice(0, 1), archived: false });
    made.deliver('MessageCreatedV4', message('m1', '2', 'Customer', 'Still there?', noon));
    expect(await made.undo(batchID)).toEqual({ restored: 1, changed: 2 });
    expect([(await made.rows()).length, made.reopened]).toEqual([8, expect.any(Array)]);
  });

  it('that unarchived leads does not archive one again whose customer has written since', async () => {
    const made = bench();
    const leadIDs = await made.named('n1', 'n2');
    await made['leads.mark']({ leadIDs, archived: true });
    const { batchID } = await made.act({ view: 'archived', leadIDs, archived: false });
    made.deliver('MessageCreatedV4', message('m1', '2', 'Customer', 'Still there?', noon));
    expect(await made.undo(batchID)).toEqual({ restored: 1, changed: 1 });
    expect((await made.rows('archived')).map(({ customerName }) => customerName)).toEqual(['n1']);
  });

  it('can continue after the engine stopped, and is undone as a whole', async () => {
    const made = bench(120);
    const before = await made.rows();
    const leadIDs = before.map(({ leadID }) => leadID);
    const batchID = newBatch();
    let now = 0;
    const slices = createSlices({ steady: () => (now += 10), letOthers: () => undefined });
    const begun = made.engine(slices)['selection.mark']({
      batchID,
      view: 'all',
      leadIDs,
      archived: true,
    });
    slices.stop();
    expect(await begun).toMatchObject({ ok: false, error: { code: 'engine_unavailable' } });
    const left = (await made.rows()).length;
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(120);
    expect((await made.act({ view: 'all', leadIDs, archived: true }, batchID)).sum.marked).toBe(
      120,
    );
    expect(await made.undo(batchID)).toEqual({ restored: 120, changed: 0 });
    expect(await made.rows()).toEqual(before);
  });

  it('can no longer be undone after 20 more actions', async () => {
    const made = bench();
    const leadIDs = await made.named('n1');
    const first = await made.act({ view: 'all', leadIDs, starred: true });
    for (let n = 0; n < 20; n += 1)
      await made.act({ view: 'all', leadIDs, tags: { add: [`t${n}`], remove: [] } });
    expect(await made.undo(first.batchID)).toEqual({ restored: 0, changed: 0 });
  });
});

describe('selecting a whole view', () => {
  it('includes only the leads present then, without later or excluded ones', async () => {
    const made = bench(503);
    const { leads, asOf } = valueOf(await made['selection.all']({ view: 'needs_reply' }));
    expect(leads).toBe(503);
    made.clock.advance(60_000);
    made.add(5_000, noon + 50_000);
    made.deliver('MessageCreatedV4', message('m1', '7', 'Customer', 'Hello?', noon + 40_000));
    const except = await made.named('n3');
    const all = { asOf, except };
    const report = valueOf(await made['selection.report']({ view: 'needs_reply', all }));
    expect(report).toMatchObject({ leads: 501, gone: [], facts: { unread: 501 } });
    const { batchID, sum } = await made.act({ view: 'needs_reply', all, archived: true });
    expect(sum.marked).toBe(501);
    const left = (await made.rows('needs_reply')).map(({ customerName }) => customerName);
    expect(left.toSorted()).toEqual(['n3', 'n5000', 'n7']);
    expect(await made.undo(batchID)).toEqual({ restored: 501, changed: 0 });
    expect(valueOf(await made['selection.all']({ view: 'needs_reply' })).leads).toBe(504);
  });
});

it('a later lead joins the selection of a whole view only when it is picked', async () => {
  const made = bench(20);
  const { asOf } = valueOf(await made['selection.all']({ view: 'needs_reply' }));
  made.clock.advance(60_000);
  made.add(500, noon + 50_000);
  made.add(501, noon + 50_000);
  const [also, except] = [await made.named('n500', 'n4'), await made.named('n3')];
  const all = { asOf, except, also };
  const report = valueOf(await made['selection.report']({ view: 'needs_reply', all }));
  expect(report).toMatchObject({ leads: 20, facts: { unread: 20 } });
  expect((await made.act({ view: 'needs_reply', all, archived: true })).sum.marked).toBe(20);
  const left = (await made.rows('needs_reply')).map(({ customerName }) => customerName);
  expect(left.toSorted()).toEqual(['n3', 'n501']);
  const gone = valueOf(await made['selection.report']({ view: 'needs_reply', all }));
  expect(gone).toMatchObject({ leads: 0 });
});

describe('a range', () => {
  it('includes every lead between two places, or every lead of a search', async () => {
    const made = bench(60);
    const { leads: listed } = valueOf(await made['leads.list']({ view: 'all', limit: 500 }));
    const range = await made['selection.range']({
      view: 'all',
      from: listed[3]?.place ?? '',
      to: listed[50]?.place ?? '',
    });
    expect(valueOf(range)).toEqual({
      leadIDs: listed.slice(3, 51).map(({ leadID }) => leadID),
      isWhole: true,
    });
    const found = { view: 'all' as const, query: 'kitchen', from: null, to: null };
    expect(valueOf(await made['selection.range'](found)).leadIDs).toHaveLength(60);
  });

  it('reports the leads that have left the view, and counts the marks of the others', async () => {
    const made = bench();
    const leadIDs = await made.named('n1', 'n2');
    await made['leads.mark']({ leadIDs, starred: true });
    await made['leads.mark']({ leadIDs: leadIDs.slice(1), archived: true });
    expect(valueOf(await made['selection.report']({ view: 'all', leadIDs }))).toMatchObject({
      leads: 1,
      gone: leadIDs.slice(1),
      facts: {
        unread: 1,
        starred: 1,
        archived: 0,
        businesses: [{ name: 'Ace Plumbing', leads: 1 }],
      },
    });
  });
});
