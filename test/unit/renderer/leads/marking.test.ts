/** Marks that are set and undone before the engine answers. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CommandInput } from '../../../../contract/commands.ts';
import type { JobStatus, Marks } from '../../../../contract/marks.ts';
import { createStores } from '../../../../renderer/app/stores.ts';
import { fakeBridge, listed, no, noon, ok, row } from '../support/samples.ts';

const status = (name: JobStatus['status']): JobStatus => ({
  status: name,
  reason: null,
  words: '',
});
const quoted = status('quoted');
const hired = status('hired');
const done = status('done');

const settle = () => vi.advanceTimersByTimeAsync(0);

/** An engine that stores or refuses each request when the test lets it answer. */
const startMarking = () => {
  const waiting: ((isRefused: boolean) => void)[] = [];
  const stored: Partial<Marks> = {};
  const bridge = fakeBridge({
    'leads.mark': ({ leadIDs: _, ...marks }) =>
      new Promise((resolve) =>
        waiting.push((isRefused) => {
          if (!isRefused) Object.assign(stored, marks);
          resolve(isRefused ? no('disk_full') : ok({}));
        }),
      ),
  });
  const { leadEditor, leads, marking, toasts, undoStack } = createStores(bridge, Date.now);
  let lead = row({ customerName: 'Ann' });
  const answer = async (isRefused: boolean): Promise<void> => {
    await settle();
    waiting.shift()?.(isRefused);
    await settle();
  };
  const answerAll = async (isRefused: boolean): Promise<void> => {
    await settle();
    while (waiting.length > 0) await answer(isRefused);
  };
  return {
    stored,
    pressS: () => marking.toggle('starred', lead),
    pressD: () => marking.toggle('noReplyNeeded', lead),
    pressZ: undoStack.undoLast,
    refresh: () => {
      const fresh = listed('1', { customerName: 'Ann', ...stored });
      leads.setState({ rows: [fresh] });
      lead = fresh;
    },
    tag: (tag: string) => void leadEditor.tag(lead, tag),
    untag: (tag: string) => void leadEditor.untag(lead, tag),
    set: (jobStatus: JobStatus) => void leadEditor.setJobStatus(lead, jobStatus),
    accept: () => answer(false),
    refuse: () => answer(true),
    acceptAll: () => answerAll(false),
    refuseAll: () => answerAll(true),
    marks: () => bridge.inputsOf('leads.mark') as CommandInput<'leads.mark'>[],
    failures: () =>
      toasts.getState().toasts.flatMap(({ content }) => (content.kind === 'failed' ? content : [])),
  };
};

beforeEach(() => void vi.useFakeTimers({ now: noon }));
afterEach(() => void vi.useRealTimers());

it('a mark that is set again twice after its undo has one undo', async () => {
  const { pressS, pressZ, acceptAll, marks, stored } = startMarking();
  pressS();
  pressZ();
  pressS();
  pressS();
  await acceptAll();
  expect(marks().map(({ starred }) => starred)).toEqual([true, false, true]);
  expect([pressZ(), pressZ()]).toEqual([true, false]);
  await acceptAll();
  expect(stored).toEqual({ starred: false });
});

it('a mark that is set again during another mark or its undo is sent once', async () => {
  const { pressS, pressD, pressZ, acceptAll, marks } = startMarking();
  pressS();
  pressD();
  pressS();
  pressZ();
  pressS();
  await acceptAll();
  expect(marks().filter(({ starred }) => starred)).toHaveLength(1);
  expect([pressZ(), pressZ()]).toEqual([true, false]);
  await acceptAll();
});

it('a tag that is added twice is sent once despite another tag in between, and again after its removal', async () => {
  const { tag, untag, acceptAll, marks } = startMarking();
  tag('roof');
  tag('urgent');
  tag('roof');
  untag('urgent');
  tag('urgent');
  await acceptAll();
  expect(marks().map(({ tags }) => [tags?.add, tags?.remove].join())).toEqual([
    'roof,',
    'urgent,',
    ',urgent',
    'urgent,',
  ]);
});

it('the undo of a change does not restore the value of an earlier change that failed', async () => {
  const { set, pressZ, accept, refuse, acceptAll, stored } = startMarking();
  set(quoted);
  set(hired);
  await refuse();
  await accept();
  pressZ();
  await acceptAll();
  expect(stored).toEqual({ jobStatus: null });
});

it('an early undo of a change does not restore the value of an earlier change that fails', async () => {
  const { set, pressZ, refuse, acceptAll, stored } = startMarking();
  set(quoted);
  set(hired);
  pressZ();
  await refuse();
  await acceptAll();
  expect(stored).toEqual({ jobStatus: null });
});

it('the undo of a change restores the value before it although an earlier change failed', async () => {
  const { set, pressZ, accept, refuse, acceptAll, stored } = startMarking();
  set(quoted);
  set(hired);
  await refuse();
  await accept();
  set(done);
  await accept();
  pressZ();
  await acceptAll();
  expect(stored).toEqual({ jobStatus: hired });
});

it('a change whose undo failed stays the value that the next undo restores', async () => {
  const { set, pressZ, accept, refuse, acceptAll, stored } = startMarking();
  set(quoted);
  await accept();
  pressZ();
  await refuse();
  set(hired);
  await accept();
  pressZ();
  await acceptAll();
  expect(stored).toEqual({ jobStatus: quoted });
});

it('the undo of a change to a row that was refreshed during an undo does not restore what that removed', async () => {
  const { set, pressZ, refresh, accept, acceptAll, stored } = startMarking();
  set(quoted);
  await accept();
  pressZ();
  refresh();
  set(quoted);
  pressZ();
  await acceptAll();
  expect(stored).toEqual({ jobStatus: null });
});

it('the undo of a change to a row that lacks an earlier undo does not restore what that removed', async () => {
  const { set, pressZ, refresh, accept, acceptAll, stored } = startMarking();
  set(quoted);
  await accept();
  refresh();
  pressZ();
  await accept();
  set(hired);
  await accept();
  pressZ();
  await acceptAll();
  expect(stored).toEqual({ jobStatus: null });
});

it('the undo of a change to a row that lacks an earlier change restores that change', async () => {
  const { set, pressZ, refresh, accept, acceptAll, stored } = startMarking();
  set(quoted);
  refresh();
  await accept();
  set(hired);
  await accept();
  pressZ();
  await acceptAll();
  expect(stored).toEqual({ jobStatus: quoted });
});

it('two undos before the first answer restore the value before both changes', async () => {
  const { set, pressZ, acceptAll, stored } = startMarking();
  set(quoted);
  set(hired);
  pressZ();
  pressZ();
  await acceptAll();
  expect(stored).toEqual({ jobStatus: null });
});

it('two marks of a lead that both fail show one failure', async () => {
  const { pressS, pressD, refuseAll, failures } = startMarking();
  pressS();
  pressD();
  await refuseAll();
  expect(failures()).toMatchObject([{ code: 'disk_full', attempted: 'mark', customer: 'Ann' }]);
});

it('a mark that is set again after its undo, and fails both times, shows one failure', async () => {
  const { pressS, pressZ, refuseAll, failures } = startMarking();
  pressS();
  pressZ();
  pressS();
  await refuseAll();
  expect(failures()).toHaveLength(1);
});
