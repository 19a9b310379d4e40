/** Replaces unchanged fresh records by the old objects, which are then not rerendered. */
export const keepUnchanged = <T>(
  old: readonly T[],
  fresh: readonly T[],
  getID: (record: T) => string,
): readonly T[] => {
  const oldByID = new Map(old.map((record) => [getID(record), record]));
  const merged = fresh.map((record) => {
    const before = oldByID.get(getID(record));
    if (before === undefined || before === record) return record;
    return JSON.stringify(before) === JSON.stringify(record) ? before : record;
  });
  const isSame =
    merged.length === old.length && merged.every((record, index) => record === old[index]);
  return isSame ? old : merged;
};
