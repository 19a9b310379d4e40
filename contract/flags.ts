/** Marks without a value that a lead's row shows. The window reads this list, so it imports no schema. */
export const shownFlagNames = ['starred', 'archived', 'noReplyNeeded'] as const;
export type ShownFlagName = (typeof shownFlagNames)[number];

export const mapFlags = <T>(getValue: (name: ShownFlagName) => T): Record<ShownFlagName, T> =>
  Object.fromEntries(shownFlagNames.map((name) => [name, getValue(name)])) as Record<
    ShownFlagName,
    T
  >;
