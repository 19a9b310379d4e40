/** Selections in a changing list, with late answers. */
import { describe, expect, it, vi } from 'vitest';
import { maxSelected } from '../../../../contract/limits.ts';
import type { LeadID } from '../../../../contract/records.ts';
import type { Bridge } from '../../../../renderer/platform/bridge.ts';
import { createLeads } from '../../../../renderer/leads/leads.ts';
import { createSelecting } from '../../../../renderer/leads/selection.ts';
import { isSelected } from '../../../../renderer/leads/selection-model.ts';
import { createI18n } from '../../../../renderer/platform/i18n.ts';
import { createToasts } from '../../../../renderer/platform/toasts.ts';
import { listEngine } from '../support/list-engine.ts';
import { id, no, ok } from '../support/samples.ts';

const { t } = await createI18n('en');

const bench = async (count = 40) => {
  const engine = listEngine();
  engine.fill(count);
  const late: (() => void)[] = [];
  let isLate = false;
  let endsEarly = false;
  let isAway = false;
  /** The list's engine with the commands of selections. */
  const bridge: Bridge = {
    on: engine.bridge.on,
    invoke: (async (command: string, input: never) => {
      const all = engine.ids();
      if (isAway && command.startsWith('selection.')) return no('engine_unavailable');
      if (isLate && command === 'selection.range') await new Promise<void>((go) => late.push(go));
      if (command === 'selection.range') {
        const { from, to } = input as { from: string; to: string };
        const [first, last] = [from, to].map((place) =>
          all.indexOf(id(place.split('.').slice(1).join('.'))),
        );
        const leadIDs = all.slice(first, endsEarly ? (first ?? 0) + 3 : (last ?? 0) + 1);
        return ok({ leadIDs, isWhole: !endsEarly });
      }
      if (command === 'selection.all') return ok({ leads: all.length, asOf: 1_000_000 });
      if (command === 'selection.report') {
        const { leadIDs } = input as { leadIDs?: readonly LeadID[] };
        const there = (leadIDs ?? all).filter((leadID) => all.includes(leadID));
        const gone = (leadIDs ?? []).filter((leadID) => !all.includes(leadID));
        return ok({ leads: there.length, gone, facts: null });
      }
      return engine.bridge.invoke(command as 'leads.get', input);
    }) as Bridge['invoke'],
  };
  const leads = createLeads(bridge);
  await leads.getState().refetch();
  const toasts = createToasts(() => 0);
  const selecting = createSelecting({ bridge, leads, toasts });
  leads.getState().see(0, 8);
  await vi.waitFor(() => expect(leads.getState().state).toBe('ready'));
  return {
    engine,
    leads,
    selecting,
    toasts,
    /** Ends each `selection.range` after three leads. */
    endEarly: () => void (endsEarly = true),
    /** Makes the commands of selections fail. */
    leave: () => void (isAway = true),
    /** Delays the answers of `selection.range`. */
    hold: () => void (isLate = true),
    release: () => late.shift()?.(),
    names: (): readonly string[] => {
      const { selection } = selecting.getState();
      return engine
        .rows(0, 1_000)
        .filter((row) => isSelected(selection, row))
        .map(({ leadID }) => leadID);
    },
    change: (leadID: LeadID) => {
      leads.getState().markChanged([leadID]);
      engine.bridge.emit('changed', { kinds: ['leads'], leadIDs: [leadID] });
    },
  };
};

describe('a selection', () => {
  it('grows and shrinks with the cursor, and restarts after a step without Shift', async () => {
    const { leads, selecting, names } = await bench();
    const { extend, endRange, toggle } = selecting.getState();
    leads.getState().select(id('l2'));
    extend(1);
    extend(1);
    extend(1);
    await vi.waitFor(() => expect(names()).toEqual(['l2', 'l3', 'l4', 'l5']));
    extend(-1);
    extend(-1);
    await vi.waitFor(() => expect(names()).toEqual(['l2', 'l3']));
    endRange();
    leads.getState().move(4);
    extend(1);
    await vi.waitFor(() => expect(names()).toEqual(['l2', 'l3', 'l7', 'l8']));
    toggle(id('l3'));
    expect(names()).toEqual(['l2', 'l7', 'l8']);
  });

  it('includes rows that are not loaded, and ignores a late answer after it was cleared', async () => {
    const { leads, selecting, hold, release, names } = await bench(400);
    selecting.getState().toggle(id('l0'));
    leads.getState().see(300, 308);
    await vi.waitFor(() => expect(leads.getState().position).toBeGreaterThan(50));
    await selecting.getState().reach(id('l300'));
    await vi.waitFor(() => expect(names()).toHaveLength(301));
    selecting.getState().clear();
    leads.getState().see(0, 8);
    await vi.waitFor(() => expect(leads.getState().position).toBe(0));
    selecting.getState().toggle(id('l0'));
    leads.getState().see(300, 308);
    await vi.waitFor(() => expect(leads.getState().position).toBeGreaterThan(50));
    hold();
    void selecting.getState().reach(id('l300'));
    selecting.getState().clear();
    release();
    await vi.waitFor(() => expect(names()).toEqual([]));
    expect(selecting.getState().count).toBe(0);
  });

  it('of a range whose search took too long says that it is not all', async () => {
    const { leads, selecting, toasts, names, endEarly } = await bench(500);
    selecting.getState().toggle(id('l0'));
    leads.getState().see(300, 308);
    await vi.waitFor(() => expect(leads.getState().position).toBeGreaterThan(50));
    endEarly();
    await selecting.getState().reach(id('l300'));
    expect(names()).toEqual(['l0', 'l1', 'l2']);
    const toast = toasts.getState().toasts.at(-1)?.content;
    expect(toast?.kind === 'done' && toast.getText(t)).toBe(
      'Selected the first 3 leads found. The search ended early because it took too long.',
    );
  });

  it('has at most ten thousand leads, and says so', async () => {
    const { leads, selecting, toasts } = await bench(maxSelected + 100);
    selecting.getState().toggle(id('l0'));
    leads.getState().see(maxSelected - 20, maxSelected - 10);
    await vi.waitFor(() => expect(leads.getState().position).toBeGreaterThan(1_000));
    await selecting.getState().reach(id(`l${maxSelected - 10}`));
    await vi.waitFor(() => expect(selecting.getState().count).toBe(maxSelected - 9));
    await selecting.getState().selectMore();
    expect(selecting.getState().count).toBe(maxSelected);
    const toast = toasts.getState().toasts.at(-1)?.content;
    expect(toast?.kind === 'done' && toast.getText(t)).toContain('10,000');
  });

  it('ends when another lead is opened from elsewhere, but not when the cursor moves', async () => {
    const { leads, selecting, names } = await bench();
    selecting.getState().toggle(id('l1'));
    selecting.getState().toggle(id('l2'));
    leads.getState().move(1);
    expect(names()).toEqual(['l1', 'l2']);
    const revealing = leads.getState().reveal(id('l5'));
    expect(names()).toEqual([]);
    await revealing;
  });

  it('ends when its lead is opened, which does not keep the list from scrolling to that lead', async () => {
    const { leads, selecting, names } = await bench(2_000);
    await leads.getState().reveal(id('l1500'));
    expect(leads.getState().revealCount).toBe(0);
    selecting.getState().toggle(id('l1'));
    leads.getState().open(id('l1500'));
    expect(names()).toEqual([]);
    await vi.waitFor(() => expect(leads.getState().revealCount).toBe(1));
  });

  it('of a range or of all leads that cannot be read says so', async () => {
    const { leads, selecting, toasts, leave } = await bench(500);
    const failures = () => toasts.getState().toasts.map(({ content }) => content);
    leave();
    await selecting.getState().selectAll();
    expect(failures()).toEqual([{ kind: 'failed', code: 'engine_unavailable' }]);
    selecting.getState().toggle(id('l0'));
    leads.getState().see(300, 308);
    await vi.waitFor(() => expect(leads.getState().position).toBeGreaterThan(50));
    await selecting.getState().reach(id('l300'));
    await vi.waitFor(() => expect(failures()).toHaveLength(2));
  });

  it('that begins while an opened lead is still looked up stays', async () => {
    const { leads, selecting, names } = await bench(2_000);
    const revealing = leads.getState().reveal(id('l1500'));
    selecting.getState().toggle(id('l1'));
    await revealing;
    await vi.waitFor(() => expect(leads.getState().revealCount).toBe(1));
    expect(names()).toEqual(['l1']);
  });

  it('keeps its leads while others come and move, and loses those that leave the view', async () => {
    const { engine, selecting, leads, names, change } = await bench();
    leads.getState().select(id('l1'));
    selecting.getState().extend(1);
    await vi.waitFor(() => expect(names()).toEqual(['l1', 'l2']));
    change(engine.put('new', 5_000));
    change(engine.put('l2', 6_000));
    await vi.waitFor(() => expect(leads.getState().rows[0]?.leadID).toBe('l2'));
    expect(names()).toEqual(['l2', 'l1']);
    change(engine.leave('l1'));
    await vi.waitFor(
      () => expect(selecting.getState()).toMatchObject({ count: 1, leftCount: 1 }),
      3_000,
    );
    expect(names()).toEqual(['l2']);
  });

  it('grows to the loaded rows, then to the whole view, and ends with the view', async () => {
    const { engine, leads, selecting, names } = await bench(400);
    await selecting.getState().selectMore();
    expect(selecting.getState().count).toBe(leads.getState().rows.length);
    expect(selecting.getState().count).toBeLessThan(400);
    await selecting.getState().selectMore();
    await vi.waitFor(() => expect(selecting.getState().count).toBe(400));
    engine.put('later', 2_000_000);
    expect(names()).toHaveLength(400);
    expect(names()).not.toContain('later');
    await leads.getState().refetch();
    selecting.getState().toggle(id('later'));
    expect(names()).toContain('later');
    selecting.getState().toggle(id('later'));
    expect(names()).toHaveLength(400);
    void leads.getState().show({ view: 'all' });
    expect(selecting.getState().count).toBe(0);
  });
});
