/** The key of an action as native menus write it. */

const nativeNames: Readonly<Record<string, string>> = {
  Mod: 'CmdOrCtrl',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
};

/** The first key that is pressed at once; two that follow each other are none for a menu. */
export const acceleratorOf = ({ keys }: { readonly keys: readonly string[] }): string | null => {
  const key = keys.find((each) => !each.includes(' '));
  if (key === undefined) return null;
  const parts = key.split('+').map((part) => nativeNames[part] ?? part);
  return parts.map((part) => (part.length === 1 ? part.toUpperCase() : part)).join('+');
};

/**
 * An entry of a native menu, with the key that does the same if there is one.
 *
 * @param checked whether it is checked; undefined for what is no choice
 */
export const nativeEntry = (label: string, accelerator: string | null, checked?: boolean) =>
  accelerator === null && checked === undefined
    ? label
    : {
        label,
        ...(accelerator !== null && { accelerator }),
        ...(checked !== undefined && { checked }),
      };
