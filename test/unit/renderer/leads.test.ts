import { describe, expect, it, vi } from 'vitest';
import { business, type LeadRow } from '../../../contract/records.ts';
import type { ViewName } from '../../../contract/views.ts';
import { createLeads } from '../../../renderer/state/leads.ts';
import { fakeBridge, id, lead, no, ok, row } from './samples.ts';

const counts: Record<ViewName, number> = {
  needs_reply: 1,
  unread: 1,
  all: 2,
  starred: 0,
  archived: 0,
  failed: 0,
};

/** An engine that holds these rows and gives them in pages. */
const engine = (rows: { current: readonly LeadRow[] }) =>
  fakeBridge({
    'leads.list': ({ cursor, limit }) => {
      const from = Number(cursor ?? 0);
      const next = from + limit < rows.current.length ? String(from + limit) : null;
      return ok({ leads: rows.current.slice(from, from + limit), next });
    },
    'views.counts': () => ok({ counts, businesses: [] }),
    'leads.get': ({ leadID }) => ok({ lead: lead({}, { leadID, needsReply: false }) }),
  });

const many = (count: number): readonly LeadRow[] =>
  Array.from({ length: count }, (_, index) => row({ leadID: `l${index}` }));
const ids = (rows: readonly LeadRow[]): readonly string[] => rows.map((each) => each.leadID);

describe('the lead list', () => {
  it('reads a page, then more as it is scrolled, and no lead twice', async () => {
    const rows = { current: many(120) };
    const leads = createLeads(engine(rows));
    await leads.getState().reread();
    expect(leads.getState().rows).toHaveLength(50);
    await leads.getState().more();
    await leads.getState().more();
    await leads.getState().more();
    expect(ids(leads.getState().rows)).toEqual(ids(rows.current));
    expect(leads.getState().next).toBeNull();
  });

  it('reads again as far as it was scrolled, and leaves what did not change untouched', async () => {
    const rows = { current: many(120) };
    const leads = createLeads(engine(rows));
    await leads.getState().reread();
    await leads.getState().more();
    const before = leads.getState().rows;
    const fresh = row({ leadID: 'new' });
    rows.current = [fresh, ...structuredClone(rows.current)];
    await leads.getState().reread();
    const after = leads.getState().rows;
    expect(after).toHaveLength(100);
    expect(after[0]).toEqual(fresh);
    expect(after[1]).toBe(before[0]);
  });

  it('turns a burst of changes into two reads', async () => {
    const bridge = engine({ current: many(3) });
    const leads = createLeads(bridge);
    await Promise.all(Array.from({ length: 20 }, () => leads.getState().reread()));
    expect(bridge.inputsOf('leads.list')).toHaveLength(2);
  });

  it('keeps the selected lead in its place when it leaves the view, until another is selected', async () => {
    const rows = { current: many(3) };
    const leads = createLeads(engine(rows));
    await leads.getState().reread();
    leads.getState().select(id('l1'));
    rows.current = rows.current.filter((each) => each.leadID !== 'l1');
    await leads.getState().reread();
    expect(ids(leads.getState().rows)).toEqual(['l0', 'l1', 'l2']);
    expect(leads.getState().rows[1]?.needsReply).toBe(false);
    leads.getState().select(id('l2'));
    await vi.waitFor(() => expect(ids(leads.getState().rows)).toEqual(['l0', 'l2']));
  });

  it('moves the selection down and up and stops at the ends', async () => {
    const leads = createLeads(engine({ current: many(3) }));
    await leads.getState().reread();
    const walk = [1, 1, 1, 1, -1].map((by) => {
      leads.getState().move(by);
      return leads.getState().selected;
    });
    expect(walk).toEqual(['l0', 'l1', 'l2', 'l2', 'l1']);
  });

  it('moves to the first lead of another view that does not hold the selected one', async () => {
    const rows = { current: many(5) };
    const leads = createLeads(engine(rows));
    await leads.getState().reread();
    leads.getState().select(id('l4'));
    rows.current = rows.current.slice(0, 3);
    await leads.getState().show({ query: 'oven' });
    leads.getState().move(1);
    expect(leads.getState().selected).toBe('l0');
  });

  it('shows an error only where there is nothing to show', async () => {
    let broken = true;
    const bridge = fakeBridge({
      'leads.list': () =>
        broken ? no('engine_unavailable') : ok({ leads: [...many(1)], next: null }),
      'views.counts': () => ok({ counts, businesses: [] }),
    });
    const leads = createLeads(bridge);
    await leads.getState().reread();
    expect(leads.getState()).toMatchObject({
      state: 'failed',
      error: { code: 'engine_unavailable' },
    });
    broken = false;
    await leads.getState().show({});
    broken = true;
    await leads.getState().reread();
    expect(leads.getState()).toMatchObject({ state: 'ready', error: null, rows: many(1) });
  });

  it('drops the answer to a search that is no longer wanted', async () => {
    const waiting: (() => void)[] = [];
    const bridge = fakeBridge({
      'leads.list': async ({ query }) => {
        if (query === 'slow') await new Promise<void>((go) => waiting.push(go));
        return ok({ leads: [row({ leadID: query ?? 'none' })], next: null });
      },
      'views.counts': () => ok({ counts, businesses: [] }),
    });
    const leads = createLeads(bridge);
    const shown = new Set<string>();
    leads.subscribe((state) => ids(state.rows).forEach((each) => shown.add(each)));
    const slow = leads.getState().show({ query: 'slow' });
    const quick = leads.getState().show({ query: 'quick' });
    waiting.forEach((go) => go());
    await Promise.all([slow, quick]);
    expect([...shown]).toEqual(['quick']);
  });

  it('shows all businesses again when the chosen one is there no longer', async () => {
    const harbor = {
      key: 'b1@a',
      accountID: 'a1',
      businessID: 'b1',
      name: 'Harbor',
      needsReply: 1,
    };
    let businesses = [business.parse(harbor)];
    const bridge = fakeBridge({
      'leads.list': ({ business: only }) =>
        ok({ leads: only === undefined ? [...many(2)] : [], next: null }),
      'views.counts': () => ok({ counts, businesses }),
    });
    const leads = createLeads(bridge);
    await leads.getState().show({ business: 'b1@a' });
    expect(leads.getState()).toMatchObject({ business: 'b1@a', rows: [] });
    businesses = [];
    await leads.getState().reread();
    await vi.waitFor(() => expect(leads.getState().rows).toHaveLength(2));
    expect(leads.getState().business).toBeNull();
  });
});
