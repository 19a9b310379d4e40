/** Native menus, and their accelerators in Electron's notation. */
import type { Bridge } from './bridge.ts';

const nativeNames: Readonly<Record<string, string>> = {
  Mod: 'CmdOrCtrl',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
};

/** Converts the first key that is not a two-key sequence, which menus do not support. */
export const toAccelerator = ({ keys }: { readonly keys: readonly string[] }): string | null => {
  const key = keys.find((each) => !each.includes(' '));
  if (key === undefined) return null;
  const parts = key.split('+').map((part) => nativeNames[part] ?? part);
  return parts.map((part) => (part.length === 1 ? part.toUpperCase() : part)).join('+');
};

export type MenuEntry = {
  readonly label: string;
  readonly accelerator?: string | null;
  /** Set for each of several choices. */
  readonly checked?: boolean | undefined;
  readonly run: () => unknown;
};

/**
 * Shows groups of entries, with separators between them, in a native menu and runs the chosen one.
 *
 * @param at by default, the position of the mouse
 */
export const showMenu = async (
  bridge: Bridge,
  groups: readonly (readonly MenuEntry[])[],
  at?: { readonly x: number; readonly y: number },
): Promise<void> => {
  const entries = groups
    .filter(({ length }) => length > 0)
    .flatMap((group, index): readonly (MenuEntry | null)[] =>
      index === 0 ? group : [null, ...group],
    );
  const items = entries.map((entry) => {
    if (entry === null) return null;
    const { label, accelerator = null, checked } = entry;
    return {
      label,
      ...(accelerator !== null && { accelerator }),
      ...(checked !== undefined && { checked }),
    };
  });
  const answer = await bridge.invoke('shell.showMenu', { items, ...(at && { at }) });
  if (answer.ok && answer.value.chosen !== null) entries[answer.value.chosen]?.run();
};
