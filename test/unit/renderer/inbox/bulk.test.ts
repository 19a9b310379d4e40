/** Bulk actions, and their interruptions. */
import { describe, expect, it, vi } from 'vitest';
import type { CommandInput, CommandOutput } from '../../../../contract/commands.ts';
import type { Answer } from '../../../../contract/errors.ts';
import { mapFlags } from '../../../../contract/flags.ts';
import type { LeadID } from '../../../../contract/records.ts';
import { createBulk } from '../../../../renderer/inbox/bulk.ts';
import { createLeads } from '../../../../renderer/leads/leads.ts';
import { createSelecting } from '../../../../renderer/leads/selection.ts';
import { createI18n } from '../../../../renderer/platform/i18n.ts';
import { createSession } from '../../../../renderer/platform/session.ts';
import { createToasts } from '../../../../renderer/platform/toasts.ts';
import { createUndoStack } from '../../../../renderer/platform/undo.ts';
import { fakeBridge, id, listOf, no, ok, row } from '../support/samples.ts';

const { t } = await createI18n('en');

type Marked = Answer<CommandOutput<'selection.mark'>>;

const facts = {
  unread: 0,
  ...mapFlags(() => 0),
  snoozed: 0,
  waitingSince: null,
  businesses: [],
  categories: [],
  tags: [],
};

const bench = async (count = 3) => {
  let now = 0;
  /** Replaces the answers to the next parts; others succeed. */
  const answers: ((answer: Marked) => Marked | Promise<Marked>)[] = [];
  const undoResult = { restored: count, changed: 0 };
  let cannotUndo = false;
  const done = (leadIDs: readonly string[]): Marked =>
    ok({ marked: leadIDs.length, same: 0, notWaiting: 0, full: 0, next: null });
  const bridge = fakeBridge({
    'leads.list': () => ok(listOf([row({ leadID: 'l1' }), row({ leadID: 'l2' })])),
    'selection.report': ({ leadIDs }) => ok({ leads: leadIDs?.length ?? 9, gone: [], facts }),
    'selection.mark': ({ leadIDs }) => {
      const answer = done(leadIDs ?? []);
      return answers.shift()?.(answer) ?? answer;
    },
    'selection.unmark': () => (cannotUndo ? no('disk_full') : ok({ ...undoResult, isWhole: true })),
  });
  const leads = createLeads(bridge);
  await leads.getState().refetch();
  const toasts = createToasts(() => now);
  const undoStack = createUndoStack(toasts, () => now);
  const session = createSession();
  const selecting = createSelecting({ bridge, leads, toasts });
  const leadIDs = Array.from({ length: count }, (_, n) => id(`l${n + 1}`));
  const select = (): void =>
    selecting.setState({ selection: { kind: 'some', leadIDs: new Set<LeadID>(leadIDs) }, count });
  select();
  const bulk = createBulk({ bridge, leads, selecting, session, toasts, undoStack }, () => now);
  return {
    bridge,
    bulk,
    leads,
    answers,
    toast: () => {
      const latest = toasts.getState().toasts.at(-1)?.content;
      return latest?.kind === 'done' ? latest.getText(t) : null;
    },
    failure: () =>
      toasts.getState().toasts.find(({ content }) => content.kind === 'failed')?.content,
    refuseUndo: () => void (cannotUndo = true),
    select,
    selecting,
    session,
    undoStack,
    leadIDs,
    wait: (ms: number) => void (now += ms),
    marks: () => bridge.inputsOf('selection.mark') as CommandInput<'selection.mark'>[],
    undoResult,
    undone: () => bridge.inputsOf('selection.unmark'),
  };
};

describe('an action on all selected leads', () => {
  it('runs once for repeated presses, and the second press does not affect the open lead', async () => {
    const { bulk, marks, selecting, wait } = await bench();
    const { toggle, isKeyTarget } = bulk.getState();
    await Promise.all([toggle('archived'), toggle('archived'), toggle('archived')]);
    expect(marks()).toHaveLength(1);
    expect(selecting.getState().count).toBe(0);
    expect(isKeyTarget()).toBe(true);
    wait(1_000);
    expect(isKeyTarget()).toBe(false);
  });

  it('refuses another action meanwhile, and says so', async () => {
    const { bulk, marks, toast } = await bench();
    const { toggle, snooze } = bulk.getState();
    const starring = toggle('starred');
    void toggle('starred');
    expect(toast()).toBeNull();
    expect(await snooze(1)).toBe(false);
    expect(toast()).toBe('Still changing the leads. Try again in a moment.');
    await starring;
    expect(marks()).toHaveLength(1);
  });

  it('leaves the keys to the open lead after the clock was set back', async () => {
    const { bulk, wait } = await bench();
    await bulk.getState().toggle('archived');
    wait(-3_600_000);
    expect(bulk.getState().isKeyTarget()).toBe(false);
  });

  it('is sent in parts of one batch and undone at once', async () => {
    const { bulk, marks, undoStack, undone } = await bench(1_200);
    await bulk.getState().toggle('starred');
    expect(marks().map(({ leadIDs }) => leadIDs?.length)).toEqual([500, 500, 200]);
    const names = new Set(marks().map(({ batchID }) => batchID));
    expect(names.size).toBe(1);
    expect(undoStack.undoLast()).toBe(true);
    await vi.waitFor(() => expect(undone()).toEqual([{ batchID: [...names][0] }]));
    expect(undoStack.undoLast()).toBe(false);
  });

  it('on a view sends the excluded leads and later picked ones', async () => {
    const { bulk, marks, selecting } = await bench();
    const selection = {
      kind: 'all',
      asOf: 5,
      except: new Set([id('l1')]),
      also: new Set([id('l2')]),
    } as const;
    selecting.setState({ selection, count: 9 });
    await bulk.getState().toggle('starred');
    expect(marks().map(({ all }) => all)).toEqual([{ asOf: 5, except: ['l1'], also: ['l2'] }]);
  });

  it('repeats a part when the engine restarts', async () => {
    const { bulk, marks, answers, session, undoStack } = await bench(600);
    answers.push(
      (answer) => answer,
      () => {
        session.setState({ engine: { state: 'restarting' } });
        setTimeout(() => session.setState({ engine: { state: 'ready' } }), 5);
        return no('engine_unavailable');
      },
    );
    await bulk.getState().toggle('starred');
    const [first, second, again] = marks();
    expect(marks()).toHaveLength(3);
    expect(first?.leadIDs).toHaveLength(500);
    expect(again).toEqual(second);
    expect(undoStack.canUndo()).toBe(true);
  });

  it('stops and is undone when it is taken back while it runs', async () => {
    const { bulk, marks, answers, undoStack, undone } = await bench(1_200);
    const { promise, resolve } = Promise.withResolvers<void>();
    answers.push(async (answer) => {
      await promise;
      return answer;
    });
    const acted = bulk.getState().toggle('archived');
    await vi.waitFor(() => expect(marks()).toHaveLength(1));
    expect(bulk.getState().revert()).toBe(true);
    resolve();
    await acted;
    await vi.waitFor(() => expect(undone()).toHaveLength(1));
    expect(marks()).toHaveLength(1);
    expect(undoStack.canUndo()).toBe(false);
  });

  it('says so when it is taken back and cannot be undone', async () => {
    const { answers, bulk, failure, marks, refuseUndo } = await bench(1_200);
    const { promise, resolve } = Promise.withResolvers<void>();
    answers.push(async (answer) => {
      await promise;
      return answer;
    });
    refuseUndo();
    const acted = bulk.getState().toggle('archived');
    await vi.waitFor(() => expect(marks()).toHaveLength(1));
    bulk.getState().revert();
    resolve();
    await acted;
    await vi.waitFor(() =>
      expect(failure()).toMatchObject({ code: 'disk_full', attempted: 'undo' }),
    );
  });

  it('stays stopped when an earlier action is undone', async () => {
    const { bulk, marks, answers, selecting, undoStack, undone } = await bench(1_500);
    selecting.setState({ selection: { kind: 'some', leadIDs: new Set([id('l1')]) }, count: 1 });
    await bulk.getState().toggle('starred');
    const many = Array.from({ length: 1_500 }, (_, n) => id(`m${n}`));
    selecting.setState({ selection: { kind: 'some', leadIDs: new Set(many) }, count: 1_500 });
    const { promise, resolve } = Promise.withResolvers<void>();
    answers.push(async (answer) => {
      await promise;
      return answer;
    });
    const acted = bulk.getState().toggle('noReplyNeeded');
    await vi.waitFor(() => expect(marks()).toHaveLength(2));
    bulk.getState().stop();
    expect(undoStack.undoLast()).toBe(true);
    await new Promise((go) => setTimeout(go, 0));
    expect(bulk.getState().progress).toMatchObject({ isUndo: false });
    resolve();
    await acted;
    await vi.waitFor(() => expect(undone()).toEqual([{ batchID: marks()[0]?.batchID }]));
    await vi.waitFor(() => expect(bulk.getState().progress).toBeNull());
    expect(marks()).toHaveLength(2);
    expect(undoStack.canUndo()).toBe(true);
  });

  it('reports skipped leads separately', async () => {
    const { bulk, answers, toast } = await bench();
    answers.push(() => ok({ marked: 2, same: 1, notWaiting: 0, full: 0, next: null }));
    await bulk.getState().tag('gutters', true);
    expect(toast()).toBe('Tagged 2 leads “gutters” · 1 already was');
  });

  it.each([
    [{ restored: 3, changed: 0 }, 'Put 3 leads back'],
    [{ restored: 2, changed: 1 }, 'Put 2 leads back · 1 changed since then and stays as it is'],
    [{ restored: 0, changed: 2 }, 'Nothing changed · 2 changed since then and stay as they are'],
    [{ restored: 0, changed: 0 }, 'Nothing changed'],
  ])('reports the undo result %j', async (result, expected) => {
    const { bulk, toast, undoStack, undoResult } = await bench();
    Object.assign(undoResult, result);
    await bulk.getState().toggle('starred');
    undoStack.undoLast();
    await vi.waitFor(() => expect(toast()).toBe(expected));
  });

  it('keeps the selection when a part fails, and can be undone', async () => {
    const { bulk, answers, selecting, undoStack } = await bench(600);
    answers.push(
      (answer) => answer,
      () => no('disk_full'),
    );
    await bulk.getState().toggle('archived');
    expect(selecting.getState().count).toBe(600);
    expect(undoStack.canUndo()).toBe(true);
  });

  it('closes the open lead only if it is selected', async () => {
    const made = await bench(1);
    made.leads.getState().select(id('l2'));
    made.select();
    await made.bulk.getState().toggle('archived');
    expect(made.leads.getState().selected).toBe('l2');
    made.select();
    made.leads.getState().select(id('l1'));
    made.select();
    await made.bulk.getState().snooze(5);
    expect(made.leads.getState().selected).toBeNull();
  });
});
