// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { UpdateState } from '../../../../contract/commands/updates.ts';
import { createStores } from '../../../../renderer/app/stores.ts';
import { SidebarUpdate } from '../../../../renderer/app/sidebar/sidebar-foot.tsx';
import { fakeBridge, noon, ok } from '../support/samples.ts';
import { showIn } from '../support/window.tsx';

const show = (update: UpdateState, isNew: boolean) => {
  const bridge = fakeBridge({
    'updates.get': () => ok({ update, checkedAt: noon, oldRelease: null }),
    'updates.restart': () => ok({}),
    'whatsNew.get': () => ok({ version: '1.3.0', since: '1.2.0', isNew }),
  });
  const stores = createStores(bridge, () => noon);
  showIn(
    stores,
    <ul>
      <SidebarUpdate />
    </ul>,
  );
  return { bridge, stores };
};

const answered = async (bridge: ReturnType<typeof show>['bridge']): Promise<void> => {
  await vi.waitFor(() => expect(bridge.inputsOf('whatsNew.get')).toHaveLength(1));
  await new Promise(setImmediate);
};

describe('the foot of the sidebar', () => {
  it.each<UpdateState>([
    { state: 'idle' },
    { state: 'checking' },
    { state: 'downloading', version: '1.4.0', percent: 50 },
    { state: 'off', reason: 'no_address' },
    { state: 'failed', error: { code: 'offline', message: '' } },
  ])('shows nothing for an update that is $state', async (update) => {
    const { bridge } = show(update, false);
    await answered(bridge);
    expect(screen.queryByRole('button')).toBe(null);
  });

  it('offers a restart for a ready update and requests it once', async () => {
    const { bridge } = show({ state: 'ready', version: '1.4.0' }, false);
    const button = await screen.findByRole('button', { name: 'Restart to update' });
    fireEvent.click(button);
    fireEvent.click(button);
    expect(bridge.inputsOf('updates.restart')).toEqual([{}]);
  });

  it('offers what is new after an update', async () => {
    const { stores } = show({ state: 'idle' }, true);
    fireEvent.click(await screen.findByRole('button', { name: "What's new in 1.3.0" }));
    expect(stores.news.getState().isOpen).toBe(true);
  });
});
