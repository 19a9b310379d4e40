/** One action on many leads, whatever falls into the middle of it. */
import { describe, expect, it, vi } from 'vitest';
import type { CommandInput, CommandOutput } from '../../../../contract/commands.ts';
import type { Answer } from '../../../../contract/errors.ts';
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
  starred: 0,
  archived: 0,
  noReplyNeeded: 0,
  snoozed: 0,
  waitingSince: null,
  businesses: [],
  categories: [],
  tags: [],
};

const bench = async (count = 3) => {
  let now = 0;
  /** What the engine says to each part; nothing for a part that goes well. */
  const said: ((answer: Marked) => Marked | Promise<Marked>)[] = [];
  const undoResult = { restored: count, changed: 0 };
  const done = (leadIDs: readonly string[]): Marked =>
    ok({ marked: leadIDs.length, same: 0, notWaiting: 0, full: 0, next: null });
  const bridge = fakeBridge({
    'leads.list': () => ok(listOf([row({ leadID: 'l1' }), row({ leadID: 'l2' })])),
    'selection.report': ({ leadIDs }) => ok({ leads: leadIDs?.length ?? 9, gone: [], facts }),
    'selection.mark': ({ leadIDs }) => {
      const answer = done(leadIDs ?? []);
      return said.shift()?.(answer) ?? answer;
    },
    'selection.unmark': () => ok({ ...undoResult, isWhole: true }),
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
    said,
    toast: () => {
      const latest = toasts.getState().toasts.at(-1)?.content;
      return latest?.kind === 'done' ? latest.getText(t) : null;
    },
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
  it('is done once however often it is pressed, and the second press is not the open lead’s', async () => {
    const { bulk, marks, selecting, wait } = await bench();
    const { toggle, isMeant } = bulk.getState();
    await Promise.all([toggle('archived'), toggle('archived'), toggle('archived')]);
    expect(marks()).toHaveLength(1);
    expect(selecting.getState().count).toBe(0);
    expect(isMeant()).toBe(true);
    wait(1_000);
    expect(isMeant()).toBe(false);
  });

  it('goes in parts under one name, and comes back with one undo', async () => {
    const { bulk, marks, undoStack, undone } = await bench(1_200);
    await bulk.getState().toggle('starred');
    expect(marks().map(({ leadIDs }) => leadIDs?.length)).toEqual([500, 500, 200]);
    const names = new Set(marks().map(({ batchID }) => batchID));
    expect(names.size).toBe(1);
    expect(undoStack.undoLast()).toBe(true);
    await vi.waitFor(() => expect(undone()).toEqual([{ batchID: [...names][0] }]));
    expect(undoStack.undoLast()).toBe(false);
  });

  it('of a view says who is left out of it, and who came later and was picked', async () => {
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

  it('asks for the part again in which the engine ended', async () => {
    const { bulk, marks, said, session, undoStack } = await bench(600);
    said.push(
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

  it('that is taken back while it is under way stops, and what was done comes back', async () => {
    const { bulk, marks, said, undoStack, undone } = await bench(1_200);
    const { promise, resolve } = Promise.withResolvers<void>();
    said.push(async (answer) => {
      await promise;
      return answer;
    });
    const acted = bulk.getState().toggle('archived');
    await vi.waitFor(() => expect(marks()).toHaveLength(1));
    expect(bulk.getState().takeBack()).toBe(true);
    resolve();
    await acted;
    await vi.waitFor(() => expect(undone()).toHaveLength(1));
    expect(marks()).toHaveLength(1);
    expect(undoStack.canUndo()).toBe(false);
  });

  it('that was stopped stays stopped when an earlier action is undone meanwhile', async () => {
    const { bulk, marks, said, selecting, undoStack, undone } = await bench(1_500);
    selecting.setState({ selection: { kind: 'some', leadIDs: new Set([id('l1')]) }, count: 1 });
    await bulk.getState().toggle('starred');
    const many = Array.from({ length: 1_500 }, (_, n) => id(`m${n}`));
    selecting.setState({ selection: { kind: 'some', leadIDs: new Set(many) }, count: 1_500 });
    const { promise, resolve } = Promise.withResolvers<void>();
    said.push(async (answer) => {
      await promise;
      return answer;
    });
    const acted = bulk.getState().toggle('noReplyNeeded');
    await vi.waitFor(() => expect(marks()).toHaveLength(2));
    bulk.getState().stop();
    expect(undoStack.undoLast()).toBe(true);
    await new Promise((go) => setTimeout(go, 0));
    expect(bulk.getState().underWay).toMatchObject({ isUndo: false });
    resolve();
    await acted;
    await vi.waitFor(() => expect(undone()).toEqual([{ batchID: marks()[0]?.batchID }]));
    await vi.waitFor(() => expect(bulk.getState().underWay).toBeNull());
    expect(marks()).toHaveLength(2);
    expect(undoStack.canUndo()).toBe(true);
  });

  it('says what was left out apart from what was done', async () => {
    const { bulk, said, toast } = await bench();
    said.push(() => ok({ marked: 2, same: 1, notWaiting: 0, full: 0, next: null }));
    await bulk.getState().tag('gutters', true);
    expect(toast()).toBe('Tagged 2 leads “gutters” · 1 already was');
  });

  it.each([
    [{ restored: 3, changed: 0 }, 'Put 3 leads back'],
    [{ restored: 2, changed: 1 }, 'Put 2 leads back · 1 changed since then and stays as it is'],
    [{ restored: 0, changed: 2 }, 'Nothing changed · 2 changed since then and stay as they are'],
    [{ restored: 0, changed: 0 }, 'Nothing changed'],
  ])('whose undo gives %j says so', async (result, expected) => {
    const { bulk, toast, undoStack, undoResult } = await bench();
    Object.assign(undoResult, result);
    await bulk.getState().toggle('starred');
    undoStack.undoLast();
    await vi.waitFor(() => expect(toast()).toBe(expected));
  });

  it('that fails in the middle says so, and what was done can be taken back', async () => {
    const { bulk, said, selecting, undoStack } = await bench(600);
    said.push(
      (answer) => answer,
      () => no('disk_full'),
    );
    await bulk.getState().toggle('archived');
    expect(selecting.getState().count).toBe(600);
    expect(undoStack.canUndo()).toBe(true);
  });

  it('closes the open lead that it is done with, and leaves another one open', async () => {
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
