import { describe, expect, it } from 'vitest';
import type { MenuItem } from '../../../contract/commands/shell.ts';
import { menuTemplate } from '../../../main/shell/menu-template.ts';
import words from '../../../resources/locales/en/menu.json' with { type: 'json' };

const item = (id: string, change: Partial<MenuItem> = {}): MenuItem => ({
  id,
  menu: 'lead',
  label: `Label of ${id}`,
  accelerator: null,
  isEnabled: true,
  isApart: false,
  ...change,
});

const menuOf = (
  items: readonly MenuItem[],
  platform: NodeJS.Platform = 'linux',
  choose: (id: string) => void = () => {},
) => menuTemplate({ platform, developing: false, words, items, choose });

type Entries = ReturnType<typeof menuTemplate>;

const submenu = (template: Entries, label: string): Entries => {
  const found = template.find((each) => each.label === label)?.submenu;
  return Array.isArray(found) ? found : [];
};

describe('the native menu', () => {
  it('has no menu in which nothing stands', () => {
    expect(menuOf([]).map(({ label }) => label)).toEqual(['File', 'Edit', 'View', 'Window']);
  });

  it('has a line between kinds, and says which action was chosen', () => {
    const chosen: string[] = [];
    const items = [item('star', { isApart: true }), item('note', { isApart: true })];
    const lead = submenu(
      menuOf(items, 'linux', (id) => chosen.push(id)),
      'Lead',
    );
    expect(lead.map(({ id, type }) => id ?? type)).toEqual(['star', 'separator', 'note']);
    lead[2]?.click?.(undefined as never, undefined, undefined as never);
    expect(chosen).toEqual(['note']);
  });

  it('shows keys and leaves hearing them to the window; on a Mac it names none that types', () => {
    const items = [item('star', { accelerator: 'S' }), item('all', { accelerator: 'CmdOrCtrl+3' })];
    const keysOn = (platform: NodeJS.Platform) =>
      submenu(menuOf(items, platform), 'Lead').map((each) => [
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

  it('has every sign of a label printed', () => {
    const [first] = submenu(menuOf([item('one', { label: 'Hill & Sons' })]), 'Lead');
    expect(first?.label).toBe('Hill && Sons');
  });
});
