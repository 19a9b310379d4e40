/** Visible settings while the engine saves or refuses changes. */
import { describe, expect, it, vi } from 'vitest';
import type { Answer } from '../../../../contract/errors.ts';
import { initialSettings, type Settings } from '../../../../contract/settings.ts';
import { buildQuery } from '../../../../renderer/platform/queries.ts';
import { applyChanges } from '../../../../renderer/platform/settings.ts';
import { createStores } from '../../../../renderer/app/stores.ts';
import { fakeBridge, no, noon, ok } from '../support/samples.ts';

const first: Settings = { ...initialSettings, undoSeconds: 10 };

/** Settings whose changes the test accepts or refuses. */
const setUp = async () => {
  let kept = first;
  const answers: ((isKept: boolean) => void)[] = [];
  const bridge = fakeBridge({
    'settings.get': () => ok({ settings: kept }),
    'settings.change': (change) =>
      new Promise<Answer<{ settings: Settings }>>((answer) =>
        answers.push((isKept) => {
          if (!isKept) return answer(no('disk_full'));
          kept = { ...kept, ...change };
          answer(ok({ settings: kept }));
        }),
      ),
  });
  const { settings, queries } = createStores(bridge, () => noon);
  const query = buildQuery('settings.get', {});
  const read = () => queries.client.fetchQuery({ ...query, staleTime: 0 });
  await read();
  /** Answers the next change. */
  const answer = async (isKept: boolean): Promise<void> => {
    await vi.waitFor(() => expect(answers).not.toHaveLength(0));
    answers.shift()?.(isKept);
  };
  const shown = () =>
    applyChanges(
      queries.client.getQueryData(query.queryKey)?.settings ?? first,
      settings.getState().changes,
    );
  return { answer, read, state: settings.getState, shown };
};

describe('a setting', () => {
  it('shows its change at once, and reverts it with the failure when saving fails', async () => {
    const { answer, state, shown } = await setUp();
    const changed = state().change({ theme: 'dark' });
    expect(shown().theme).toBe('dark');
    await answer(false);
    await changed;
    expect(shown()).toEqual(first);
    expect(state().error).toMatchObject({ code: 'disk_full' });
  });

  it('keeps a later change when an earlier one fails', async () => {
    const { answer, state, shown } = await setUp();
    const earlier = state().change({ theme: 'dark' });
    const later = state().change({ undoSeconds: 5 });
    expect(shown()).toEqual({ ...first, theme: 'dark', undoSeconds: 5 });
    await answer(false);
    await earlier;
    expect(shown()).toEqual({ ...first, undoSeconds: 5 });
    await answer(true);
    await later;
    expect(shown()).toEqual({ ...first, undoSeconds: 5 });
    expect(state().error).toMatchObject({ code: 'disk_full' });
  });

  it('keeps an earlier change when a later one of the same setting fails', async () => {
    const { answer, state, shown } = await setUp();
    const earlier = state().change({ theme: 'dark' });
    const later = state().change({ theme: 'light' });
    expect(shown().theme).toBe('light');
    await answer(true);
    await earlier;
    expect(shown().theme).toBe('light');
    await answer(false);
    await later;
    expect(shown().theme).toBe('dark');
  });

  it('stays changed while the settings are refetched', async () => {
    const { answer, read, state, shown } = await setUp();
    const changed = state().change({ density: 'compact' });
    await read();
    expect(shown().density).toBe('compact');
    await answer(true);
    await changed;
    expect(shown().density).toBe('compact');
  });
});
