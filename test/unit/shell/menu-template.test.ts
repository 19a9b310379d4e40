import { describe, expect, it } from 'vitest';
import type { MenuItem } from '../../../contract/commands/shell.ts';
import { buildMenuTemplate } from '../../../main/shell/menu-template.ts';
import words from '../../../resources/locales/en/menu.json' with { type: 'json' };

const item = (id: string, change: Partial<MenuItem> = {}): MenuItem => ({
  id,
  menu: 'lead',
  label: `Label of ${id}`,
  accelerator: null,
  isEnabled: true,
  hasSeparator: false,
  ...change,
});

const buildMenu = (
  items: readonly MenuItem[],
  platform: NodeJS.Platform = 'linux',
  choose: (id: string) => void = () => {},
) => buildMenuTemplate({ platform, isDevelopment: false, words, items, choose });

type Entries = ReturnType<typeof buildMenuTemplate>;

const submenu = (template: Entries, label: string): Entries => {
  const found = template.find((each) => each.label === label)?.submenu;
  return Array.isArray(found) ? found : [];
};

describe('the native menu', () => {
  it('has no empty menu', () => {
    expect(buildMenu([]).map(({ label }) => label)).toEqual(['File', 'Edit', 'View', 'Window']);
  });

  it('separates groups and reports the chosen action', () => {
    const chosen: string[] = [];
    const items = [item('star', { hasSeparator: true }), item('note', { hasSeparator: true })];
    const lead = submenu(
      buildMenu(items, 'linux', (id) => chosen.push(id)),
      'Lead',
    );
    expect(lead.map(({ id, type }) => id ?? type)).toEqual(['star', 'separator', 'note']);
    lead[2]?.click?.(undefined as never, undefined, undefined as never);
    expect(chosen).toEqual(['note']);
  });

  it('shows keys without handling them, and on a Mac hides keys that type text', () => {
    const items = [item('star', { accelerator: 'S' }), item('all', { accelerator: 'CmdOrCtrl+3' })];
    const keysOn = (platform: NodeJS.Platform) =>
      submenu(buildMenu(items, platform), 'Lead').map((each) => [
        each.accelerator,
        each.registerAccelerator,
      ]);
    expect(keysOn('win32')).toEqual([
      ['S', false],
      ['CmdOrCtrl+3', false],
    ]);
    expect(keysOn('darwin')).toEqual([
      [undefined, undefined],
      ['CmdOrCtrl+3', false],
    ]);
  });

  it('escapes ampersands in labels', () => {
    const [first] = submenu(buildMenu([item('one', { label: 'Hill & Sons' })]), 'Lead');
    expect(first?.label).toBe('Hill && Sons');
  });
});
