import { describe, expect, it, vi } from 'vitest';
import { markRead } from '../../../../main/engine/leads/read-mark.ts';
import { refreshInbox } from '../../../../main/engine/leads/inbox.ts';
import { setMarks } from '../../../../main/engine/leads/marks.ts';
import { toLeadID } from '../../../../main/engine/platform/store/ids.ts';
import { newLead, noticeBench } from '../support/notices.ts';
import { message } from '../support/records.ts';
import { noon } from '../support/store.ts';

const made = () => {
  const bench = noticeBench();
  const titles = (): readonly string[] => bench.visible().map(({ title }) => title);
  const after = (lead: number, work: () => void): readonly string[] => {
    work();
    refreshInbox(bench.store, lead);
    bench.policy().onChange({ kinds: ['leads'], leadIDs: [toLeadID(lead)] });
    return titles();
  };
  return { ...bench, titles, after };
};

describe('a notice on the desktop is withdrawn', () => {
  it.each([
    ['read', (bench: ReturnType<typeof made>, lead: number) => markRead(bench.store, [lead])],
    [
      'archived',
      ({ store }: ReturnType<typeof made>, lead: number) =>
        setMarks(store, [lead], { archived: true }),
    ],
    [
      'removed',
      ({ store }: ReturnType<typeof made>, lead: number) =>
        void store.db.prepare('DELETE FROM leads WHERE lead = ?').run(lead),
    ],
  ])('when its lead is %s, and others stay', (_what, work) => {
    const bench = made();
    bench.deliver(newLead('1'), newLead('2'));
    const lead = bench.row();
    const mine = bench.visible().find(({ leadID }) => leadID === toLeadID(lead))?.title;
    expect(bench.titles()).toHaveLength(2);
    const left = bench.after(lead, () => work(bench, lead));
    expect(left).toHaveLength(1);
    expect(left).not.toContain(mine);
  });

  it('when its customer was answered on the marketplace', () => {
    const { deliver, titles } = made();
    deliver(newLead('1'));
    deliver(message('m1', '1', 'Business', 'I can come at 5.', noon + 120_000));
    expect(titles()).toEqual([]);
  });

  it('not when another lead changes', () => {
    const { deliver, policy, row, titles } = made();
    deliver(newLead('1'));
    policy().onChange({ kinds: ['leads'], leadIDs: [toLeadID(row() + 1)] });
    policy().onChange({ kinds: ['settings'], leadIDs: null });
    expect(titles()).toHaveLength(1);
  });

  it('for several leads only when all of them are read', () => {
    const bench = made();
    bench.deliver(...['1', '2', '3', '4'].map((id) => newLead(id)));
    bench.clock.advance(60_000);
    const leads = bench.store.db.prepare('SELECT lead FROM leads').pluck().all() as number[];
    const titles = leads.map((lead) => bench.after(lead, () => markRead(bench.store, [lead])));
    expect(titles.map((left) => left.length)).toEqual([1, 1, 1, 0]);
  });

  it('when a lead that is back from snooze is opened', () => {
    const bench = made();
    bench.deliver(newLead('1'));
    const lead = bench.row();
    bench.after(lead, () => markRead(bench.store, [lead]));
    bench.policy().offerBack([lead]);
    expect(bench.after(lead, () => undefined)).toEqual(['Snoozed lead is back: Ann 1']);
    bench.policy().watch(toLeadID(lead), true);
    expect(bench.titles()).toEqual([]);
  });
});

it('a notice for a hundred leads costs no more statements than one for ten, and neither does looking at it again', () => {
  const countStatements = (leads: number): readonly number[] => {
    const { clock, deliver, policy, store, visible } = made();
    const statement = Object.getPrototypeOf(store.db.prepare('SELECT 1')) as Record<
      'all' | 'get',
      () => unknown
    >;
    const spies = [vi.spyOn(statement, 'all'), vi.spyOn(statement, 'get')];
    const count = (work: () => void): number => {
      for (const spy of spies) spy.mockClear();
      work();
      return spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
    };
    deliver(...Array.from({ length: leads }, (_, index) => newLead(`${index}`)));
    const counts = [
      count(() => clock.advance(1_000)),
      count(() => policy().onChange({ kinds: ['leads'], leadIDs: null })),
    ];
    expect(visible().map(({ title }) => title)).toEqual([`${leads} new leads`]);
    for (const spy of spies) spy.mockRestore();
    return counts;
  };
  expect(countStatements(100)).toEqual(countStatements(10));
});
