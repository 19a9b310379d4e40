/** Returns the fresh records, with the old object for each unchanged one, which is then not rerendered. */
export const keepUnchanged = <T>(
  old: readonly T[],
  fresh: readonly T[],
  idOf: (record: T) => string,
): readonly T[] => {
  const oldByID = new Map(old.map((record) => [idOf(record), record]));
  const merged = fresh.map((record) => {
    const before = oldByID.get(idOf(record));
    if (before === undefined || before === record) return record;
    return JSON.stringify(before) === JSON.stringify(record) ? before : record;
  });
  const isSame =
    merged.length === old.length && merged.every((record, index) => record === old[index]);
  return isSame ? old : merged;
};
