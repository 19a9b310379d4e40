// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { CommandOutput } from '../../../../contract/commands.ts';
import { actions } from '../../../../renderer/app/areas.ts';
import { createStores } from '../../../../renderer/app/stores.ts';
import { News } from '../../../../renderer/updates/news.tsx';
import { fakeBridge, noon, ok } from '../support/samples.ts';
import { showIn, words } from '../support/window.tsx';

await words.loadNamespaces('updates');

vi.mock('../../../../CHANGELOG.md?raw', () => ({
  default:
    '## [1.3.0] - 2026-12-24\n### Added\n- Third.\n## [1.2.0]\n### Novel\n- Second.\n- Twice.\n- Twice.\n### Novel\n- Twice.\n## [1.1.0]\n- First.\n',
}));

const show = (
  news: CommandOutput<'whatsNew.get'>,
  backup: CommandOutput<'whatsNew.backup'>['backup'] = null,
) => {
  const bridge = fakeBridge({
    'whatsNew.get': () => ok(news),
    'whatsNew.seen': () => ok({}),
    'whatsNew.backup': () => ok({ backup }),
  });
  const stores = createStores(bridge, () => noon);
  showIn(stores, <News />);
  return { bridge, stores };
};

const open = async (...args: Parameters<typeof show>) => {
  const shown = show(...args);
  actions.find(({ id }) => id === 'whatsNew')?.run(shown.stores);
  await screen.findByRole('dialog', { name: "What's new" });
  return shown;
};

describe('“What’s new”', () => {
  it('is hidden before it is opened', () => {
    const { bridge } = show({ version: '1.3.0', since: null, isNew: true });
    expect(screen.queryByRole('dialog')).toBe(null);
    expect(bridge.calls).toEqual([]);
  });

  it('shows the versions since the last one, newest first, and is marked as seen', async () => {
    const complaints = vi.spyOn(console, 'error');
    const { bridge } = await open({ version: '1.3.0', since: '1.1.0', isNew: true });
    await screen.findByText('Third.');
    expect(screen.getAllByRole('heading', { level: 3 }).map((each) => each.textContent)).toEqual([
      'Version 1.3.0 Thu, Dec 24, 2026',
      'Version 1.2.0',
    ]);
    expect(screen.getAllByRole('heading', { level: 4 }).map((each) => each.textContent)).toEqual([
      'Added',
      'Novel',
      'Novel',
    ]);
    expect(screen.getAllByText('Twice.')).toHaveLength(3);
    expect(complaints).not.toHaveBeenCalled();
    expect(screen.queryByText('First.')).toBe(null);
    expect(screen.queryByText(/copy of your data/)).toBe(null);
    expect(bridge.inputsOf('whatsNew.seen')).toEqual([{}]);
  });

  it('explains missing release notes', async () => {
    await open({ version: '1.4.0', since: '1.3.0', isNew: true });
    expect(await screen.findByText('There are no release notes for version 1.4.0.')).toBeTruthy();
  });

  it('shows first the backup from before the update: file, folder, time and purpose', async () => {
    const name = '2026-11-23T12-00-00-000Z-version-29-leads.db';
    const backup = { name, folder: '/home/a/data/backups', at: noon };
    await open({ version: '1.3.0', since: '1.2.0', isNew: true }, backup);
    expect(await screen.findByText(name)).toBeTruthy();
    expect(screen.getByText('/home/a/data/backups')).toBeTruthy();
    expect(screen.getByText(/It was made on .*2026.* An older Hearthline can't open/)).toBeTruthy();
    expect(screen.getAllByRole('heading', { level: 3 }).map((each) => each.textContent)).toEqual([
      'A copy of your data from before the update',
      'Version 1.3.0 Thu, Dec 24, 2026',
    ]);
  });

  it('is closed by its button', async () => {
    const { stores } = await open({ version: '1.3.0', since: null, isNew: false });
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    await vi.waitFor(() => expect(stores.news.getState().isOpen).toBe(false));
    expect(screen.queryByRole('dialog')).toBe(null);
  });
});
