/** Entries and accelerators of native menus, in Electron's notation. */

const nativeNames: Readonly<Record<string, string>> = {
  Mod: 'CmdOrCtrl',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
};

/** The accelerator of the first key that is no two-key sequence, which menus do not support. */
export const acceleratorOf = ({ keys }: { readonly keys: readonly string[] }): string | null => {
  const key = keys.find((each) => !each.includes(' '));
  if (key === undefined) return null;
  const parts = key.split('+').map((part) => nativeNames[part] ?? part);
  return parts.map((part) => (part.length === 1 ? part.toUpperCase() : part)).join('+');
};

/** An entry of a native menu; `checked` only for a choice. */
export const nativeEntry = (label: string, accelerator: string | null, checked?: boolean) =>
  accelerator === null && checked === undefined
    ? label
    : {
        label,
        ...(accelerator !== null && { accelerator }),
        ...(checked !== undefined && { checked }),
      };
