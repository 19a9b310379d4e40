import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LeadID, LeadRow } from '../../../../contract/records.ts';
import { createLeads, type Leads } from '../../../../renderer/leads/leads.ts';
import { listEngine } from '../support/list-engine.ts';
import { countsOf, fakeBridge, id, listOf, no, ok, row } from '../support/samples.ts';

const counts = countsOf({ needs_reply: 1, unread: 1, all: 2 });

const many = (count: number): readonly LeadRow[] =>
  Array.from({ length: count }, (_, index) => row({ leadID: `l${index}` }));
const ids = (rows: readonly LeadRow[]): readonly string[] => rows.map((each) => each.leadID);

/** The ids of the visible rows; undefined for a row that is not loaded. */
const seen = ({ rows, position }: Leads, first: number, last: number): (string | undefined)[] =>
  Array.from({ length: last - first + 1 }, (_, index) => rows[first + index - position]?.leadID);

const setUp = async (count: number) => {
  const engine = listEngine();
  engine.fill(count);
  const leads = createLeads(engine.bridge);
  await leads.getState().refetch();
  const quiet = () => vi.advanceTimersByTimeAsync(1_000);
  return { engine, leads, state: leads.getState, quiet };
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the lead list', () => {
  it('loads the rows that are scrolled to, and knows its length without them', async () => {
    const { engine, state, quiet } = await setUp(1_000);
    expect(state()).toMatchObject({ position: 0, length: 1_000, isLengthKnown: true });
    expect(state().rows).toHaveLength(50);
    state().see(40, 52);
    await quiet();
    expect(seen(state(), 40, 60)).toEqual(engine.ids().slice(40, 61));
    state().see(700, 712);
    await quiet();
    expect(seen(state(), 690, 720)).toEqual(engine.ids().slice(690, 721));
    state().see(670, 682);
    await quiet();
    expect(seen(state(), 660, 690)).toEqual(engine.ids().slice(660, 691));
  });

  it('keeps only the rows around the visible ones', async () => {
    const { state, quiet } = await setUp(3_000);
    for (let first = 0; first < 2_900; first += 40) {
      state().see(first, first + 12);
      await quiet();
    }
    expect(state().rows.length).toBeLessThan(500);
    expect(seen(state(), 2_880, 2_892)).not.toContain(undefined);
  });

  it('refetches only a changed lead and keeps the other rows', async () => {
    const { engine, state, quiet } = await setUp(1_000);
    const [first, second] = state().rows;
    const before = engine.bridge.inputsOf('leads.list').length;
    state().markChanged([engine.put('new', 99_999)]);
    await quiet();
    expect(ids(state().rows).slice(0, 3)).toEqual(['new', 'l0', 'l1']);
    expect(state().rows[1]).toBe(first);
    expect(state().rows[2]).toBe(second);
    expect(state().length).toBe(1_001);
    expect(engine.bridge.inputsOf('leads.list')).toHaveLength(before);
    expect(engine.bridge.inputsOf('leads.within')).toMatchObject([{ leadIDs: ['new'] }]);
  });

  it('keeps the visible rows when leads are inserted above', async () => {
    const { engine, state, quiet } = await setUp(1_000);
    state().see(500, 512);
    await quiet();
    state().markChanged([engine.put('new', 99_999), engine.put('l900', 99_998)]);
    await quiet();
    const { rows, position } = state();
    expect(position + rows.findIndex(({ leadID }) => leadID === 'l500')).toBe(502);
    expect(seen(state(), 502, 512)).toEqual(engine.ids().slice(502, 513));
  });

  it('turns a burst of changes into two reads', async () => {
    const { engine, state, quiet } = await setUp(20);
    for (let turn = 0; turn < 50; turn++) state().markChanged([engine.put('l7', 500 + turn)]);
    await quiet();
    expect(engine.bridge.inputsOf('leads.within')).toHaveLength(2);
    expect(ids(state().rows)).toEqual(engine.ids());
  });

  it('loads and scrolls even if a change arrives before every answer', async () => {
    const { engine, state, quiet } = await setUp(5_000);
    engine.hold();
    let turn = 0;
    const answerAll = async () => {
      for (let answers = 0; answers < 12; answers++) {
        const touched = engine.put(`l${turn++ % 5_000}`, 60_000 + turn);
        state().markChanged([touched]);
        engine.answer();
        await vi.advanceTimersByTimeAsync(10);
      }
    };
    for (const first of [100, 1_000, 1_030, 4_000]) {
      state().see(first, first + 12);
      await answerAll();
      expect(seen(state(), first, first + 12)).not.toContain(undefined);
    }
    engine.flow();
    await quiet();
    expect(seen(state(), 4_000, 4_012)).toEqual(engine.ids().slice(4_000, 4_013));
  });

  it('refetches all loaded rows when any lead may have changed', async () => {
    const { engine, state, quiet } = await setUp(1_000);
    state().see(300, 312);
    await quiet();
    for (let index = 0; index < 250; index++) engine.leave(`l${index}`);
    state().markChanged(null);
    await quiet();
    state().see(50, 62);
    await quiet();
    expect(seen(state(), 40, 70)).toEqual(engine.ids().slice(40, 71));
    expect(state().length).toBe(750);
  });

  it('shows the end of a list that shrank below the scroll position', async () => {
    const { engine, state, quiet } = await setUp(1_000);
    state().see(900, 912);
    await quiet();
    for (let index = 20; index < 1_000; index++) engine.leave(`l${index}`);
    state().markChanged(null);
    await quiet();
    expect(ids(state().rows)).toEqual(engine.ids());
    expect(state().length).toBe(20);
  });

  it('retries a failed request and continues when the engine is ready', async () => {
    const { engine, state, quiet } = await setUp(1_000);
    const answers = engine.bridge.invoke;
    const leads = createLeads({
      ...engine.bridge,
      invoke: (command, input) =>
        isDown ? Promise.resolve(no('engine_unavailable')) : answers(command, input),
    });
    let isDown = false;
    await leads.getState().refetch();
    isDown = true;
    leads.getState().markChanged([engine.put('l5', 99_999)]);
    leads.getState().see(400, 412);
    await quiet();
    expect(leads.getState()).toMatchObject({ state: 'ready', error: null });
    isDown = false;
    await quiet();
    await quiet();
    expect(seen(leads.getState(), 400, 412)).toEqual(engine.ids().slice(400, 413));
    expect(state().state).toBe('ready');
  });
});

describe('the selected lead', () => {
  it('stays in its place after it left the view, until another is selected', async () => {
    const { engine, state, quiet } = await setUp(3);
    state().select(id('l1'));
    state().markChanged([engine.leave('l1')]);
    await quiet();
    expect(ids(state().rows)).toEqual(['l0', 'l1', 'l2']);
    expect(state().rows[1]?.needsReply).toBe(false);
    expect(state().length).toBe(3);
    state().select(id('l2'));
    expect(ids(state().rows)).toEqual(['l0', 'l2']);
    expect(state().length).toBe(2);
  });

  it('stays selected when it moves up, and is listed once', async () => {
    const { engine, state, quiet } = await setUp(1_000);
    state().see(500, 512);
    await quiet();
    state().select(id('l505'));
    state().markChanged([engine.put('l505', 99_999)]);
    await quiet();
    expect(state().selected).toBe('l505');
    expect(ids(state().rows)).not.toContain('l505');
    state().see(0, 12);
    await quiet();
    expect(ids(state().rows).filter((each) => each === 'l505')).toHaveLength(1);
    expect(state().rows[0]?.leadID).toBe('l505');
  });

  it('moves down and up and stops at the ends', async () => {
    const { state } = await setUp(3);
    const walk = [1, 1, 1, 1, -1].map((by) => {
      state().move(by);
      return state().selected;
    });
    expect(walk).toEqual(['l0', 'l1', 'l2', 'l2', 'l1']);
  });

  it('jumps to the end and back, and moves past the loaded rows', async () => {
    const { state, quiet } = await setUp(1_000);
    state().move(1_000);
    await quiet();
    expect(state().selected).toBe('l999');
    state().move(-1_000);
    await quiet();
    expect(state().selected).toBe('l0');
    for (let presses = 0; presses < 200; presses++) state().move(1);
    await quiet();
    expect(state().selected).toBe('l200');
  });

  it('moves on from its position after the list was scrolled away', async () => {
    const { engine, state, quiet } = await setUp(1_000);
    state().select(id('l3'));
    state().see(700, 712);
    await quiet();
    state().move(1);
    state().move(1);
    await quiet();
    expect(state().selected).toBe('l5');
    state().see(700, 712);
    await quiet();
    state().markChanged([engine.leave('l5')]);
    await quiet();
    state().move(1);
    await quiet();
    expect(state().selected).toBe('l6');
  });

  describe('after it is done', () => {
    const walk = (state: () => Leads, times: number): readonly (LeadID | null)[] =>
      Array.from({ length: times }, () => {
        state().leave();
        return state().selected;
      });

    it('is followed by the next one, at the end by the nearest undone one above, then by none', async () => {
      const { state } = await setUp(4);
      state().select(id('l2'));
      expect(walk(state, 4)).toEqual(['l3', 'l1', 'l0', null]);
    });

    it('is skipped until the list shows the change', async () => {
      const { engine, state, quiet } = await setUp(4);
      state().select(id('l3'));
      expect(walk(state, 2)).toEqual(['l2', 'l1']);
      state().markChanged([engine.leave('l3'), engine.leave('l2')]);
      await quiet();
      expect(walk(state, 1)).toEqual(['l0']);
    });

    it('can be next again after a change, when it was opened, or when marking failed', async () => {
      const { engine, state, quiet } = await setUp(3);
      state().select(id('l1'));
      expect(walk(state, 1)).toEqual(['l2']);
      state().markChanged([engine.put('l1', 11)]);
      await quiet();
      expect(walk(state, 1)).toEqual(['l1']);
      state().select(id('l2'));
      state().select(id('l1'));
      expect(walk(state, 1)).toEqual(['l2']);
      state().revokeLeave(id('l1'));
      expect(walk(state, 1)).toEqual(['l1']);
    });
  });

  it('moves through the list while leads are inserted above', async () => {
    const { engine, state, quiet } = await setUp(500);
    const walk: (string | null)[] = [];
    for (let step = 0; step < 120; step++) {
      state().markChanged([engine.put(`new${step}`, 99_000 + step)]);
      await vi.advanceTimersByTimeAsync(10);
      if (step === 0) state().select(id('l0'));
      else state().move(1);
      await quiet();
      walk.push(state().selected);
    }
    expect(walk).toEqual(Array.from({ length: 120 }, (_, step) => `l${step}`));
  });

  it('is scrolled to when it is opened further down in the view', async () => {
    const { engine, state, quiet } = await setUp(1_000);
    await state().reveal(id('l700'));
    expect(state()).toMatchObject({ selected: 'l700', view: 'needs_reply' });
    await quiet();
    expect(seen(state(), 700, 700)).toEqual(['l700']);
    expect(state().revealCount).toBe(1);
    state().see(695, 707);
    await quiet();
    state().move(1);
    expect(state().selected).toBe('l701');
    expect(engine.bridge.inputsOf('leads.list')).not.toContainEqual(
      expect.objectContaining({ view: 'all' }),
    );
  });

  it('is scrolled to when it is selected already, also in a list that is shown again', async () => {
    const { state, quiet } = await setUp(100);
    state().select(id('l5'));
    state().see(40, 52);
    await quiet();
    expect(state().getLastSeen()).toMatchObject({ at: 40, selected: 'l5' });
    await state().reveal(id('l5'));
    expect(state()).toMatchObject({ selected: 'l5', view: 'needs_reply', revealCount: 1 });
    expect(state().getLastSeen()).toMatchObject({ at: 40, selected: null });
  });

  it('opens even if it moves while it is located', async () => {
    const { engine, state, quiet } = await setUp(1_000);
    engine.hold();
    const revealed = state().reveal(id('l700'));
    expect(state().selected).toBe('l700');
    engine.answer();
    await vi.advanceTimersByTimeAsync(0);
    state().markChanged([engine.put('l700', 99_999)]);
    engine.flow();
    await revealed;
    await quiet();
    expect(state()).toMatchObject({ selected: 'l700', view: 'needs_reply', revealCount: 0 });
    // The list was not scrolled.
    state().see(0, 12);
    await quiet();
    expect(seen(state(), 0, 12)).toEqual(engine.ids().slice(0, 13));
    expect(engine.ids()[0]).toBe('l700');
  });

  it('opens in the view of all leads when it is not in this one, unless another is chosen meanwhile', async () => {
    const { engine, state, quiet } = await setUp(100);
    engine.leave('l70');
    await state().reveal(id('l70'));
    expect(state()).toMatchObject({ selected: 'l70', view: 'all' });
    await state().show({ view: 'needs_reply' });
    engine.hold();
    const revealed = state().reveal(id('l70'));
    state().select(id('l3'));
    engine.flow();
    await revealed;
    await quiet();
    expect(state()).toMatchObject({ selected: 'l3', view: 'needs_reply' });
  });

  it('opens in this view when the engine cannot say whether it is there', async () => {
    const { engine, state } = await setUp(1_000);
    vi.spyOn(engine.bridge, 'invoke').mockResolvedValue(no('engine_unavailable'));
    await state().reveal(id('l700'));
    expect(state()).toMatchObject({ selected: 'l700', view: 'needs_reply', state: 'ready' });
  });

  it('is scrolled to in all leads when it is opened from a search', async () => {
    const { state, quiet } = await setUp(1_000);
    await state().search('boiler', true);
    await state().reveal(id('l700'));
    await quiet();
    expect(state()).toMatchObject({ view: 'all', query: '', selected: 'l700', revealCount: 1 });
    expect(seen(state(), 700, 700)).toEqual(['l700']);
    state().move(1);
    await quiet();
    expect(state().selected).toBe('l701');
  });

  it('is scrolled to on the first page of all leads too', async () => {
    const { engine, state, quiet } = await setUp(1_000);
    state().markChanged([engine.leave('l20')]);
    await quiet();
    engine.hold();
    const revealed = state().reveal(id('l20'));
    engine.put('l20', 9_800);
    engine.flow();
    await revealed;
    expect(state()).toMatchObject({ view: 'all', selected: 'l20', revealCount: 1 });
  });

  it('starts at the first lead in a view without it', async () => {
    const { engine, state } = await setUp(5);
    state().select(id('l4'));
    engine.leave('l4');
    await state().show({ view: 'all' });
    state().move(1);
    expect(state().selected).toBe('l0');
  });
});

describe('the content of the list', () => {
  it('is an error only when there are no rows', async () => {
    let broken = true;
    const bridge = fakeBridge({
      'leads.list': () => (broken ? no('engine_unavailable') : ok(listOf(many(1)))),
      'views.counts': () => ok({ counts, businesses: [] }),
    });
    const leads = createLeads(bridge);
    await leads.getState().refetch();
    expect(leads.getState()).toMatchObject({
      state: 'failed',
      error: { code: 'engine_unavailable' },
    });
    broken = false;
    await leads.getState().show({});
    broken = true;
    await leads.getState().refetch();
    expect(leads.getState()).toMatchObject({ state: 'ready', error: null, rows: many(1) });
  });

  it('is loaded by a second request when the first one fails later', async () => {
    const reads: ((isThere: boolean) => void)[] = [];
    const bridge = fakeBridge({
      'leads.list': () =>
        new Promise((answer) =>
          reads.push((isThere) => answer(isThere ? ok(listOf(many(1))) : no('engine_unavailable'))),
        ),
      'views.counts': () => ok({ counts, businesses: [] }),
    });
    const leads = createLeads(bridge);
    void leads.getState().refetch();
    void leads.getState().refetch();
    reads[0]?.(false);
    await vi.advanceTimersByTimeAsync(0);
    expect(leads.getState().state).toBe('loading');
    reads[1]?.(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(leads.getState()).toMatchObject({ state: 'ready', error: null, rows: many(1) });
  });

  it('is never from an outdated search', async () => {
    const waiting: (() => void)[] = [];
    const bridge = fakeBridge({
      'leads.list': async ({ query }) => {
        if (query === 'slow') await new Promise<void>((go) => waiting.push(go));
        return ok(listOf([row({ leadID: query ?? 'none' })]));
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

  it('has the hits of a search, more while scrolling, and new hits on top', async () => {
    const found = Array.from({ length: 120 }, (_, index) => `l${index}`);
    const pageOf = (names: readonly string[], after: number, limit: number) => ({
      leads: names.slice(after, after + limit).map((leadID, index) => ({
        ...row({ leadID }),
        place: `${10_000 - names.length + after + index}`,
      })),
      next: after + limit < names.length ? `${10_000 - names.length + after + limit - 1}` : null,
      total: null,
      parts: [],
    });
    const bridge = fakeBridge({
      'leads.list': ({ cursor, limit }) =>
        ok(
          pageOf(
            found,
            cursor === undefined ? 0 : Number(cursor) - 10_000 + found.length + 1,
            limit,
          ),
        ),
      'leads.within': ({ leadIDs }) =>
        ok({
          leads: leadIDs
            .filter((leadID) => leadID !== 'l70')
            .map((leadID) => ({ ...row({ leadID, starred: true }), place: '1' })),
          position: 0,
          total: 120,
          parts: [],
        }),
      'views.counts': () => ok({ counts, businesses: [] }),
    });
    const leads = createLeads(bridge);
    await leads.getState().show({ query: 'oven' });
    expect(leads.getState()).toMatchObject({ length: 51, isLengthKnown: false });
    leads.getState().see(60, 72);
    await vi.advanceTimersByTimeAsync(1_000);
    leads.getState().see(110, 119);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(leads.getState()).toMatchObject({ length: 120, isLengthKnown: true });
    found.unshift('new');
    leads.getState().markChanged([id('new'), id('l70'), id('l80')]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(ids(leads.getState().rows)).toEqual(found.filter((each) => each !== 'l70'));
    expect(leads.getState().rows.find(({ leadID }) => leadID === 'l80')?.starred).toBe(true);
  });

  it('has the hits so far when a search pauses, until it continues', async () => {
    let isSlow = true;
    let asked = 0;
    const bridge = fakeBridge({
      'leads.list': ({ cursor = '0' }) => {
        asked += 1;
        const at = Number(cursor) + 1;
        const next = !isSlow && at > 30 ? null : `${at}`;
        const leads =
          at === 5 || next === null ? [{ ...row({ leadID: `l${at}` }), place: `${at}` }] : [];
        return ok({ leads, next, total: null, parts: [] });
      },
      'views.counts': () => ok({ counts, businesses: [] }),
    });
    const leads = createLeads(bridge);
    await leads.getState().show({ query: '-"a b"' });
    expect(leads.getState()).toMatchObject({ isPaused: true, isLengthKnown: false, length: 1 });
    const before = asked;
    leads.getState().see(0, 10);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked).toBe(before);
    isSlow = false;
    leads.getState().continueSearch();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(leads.getState()).toMatchObject({ isPaused: false, isLengthKnown: true, length: 2 });
  });
});
