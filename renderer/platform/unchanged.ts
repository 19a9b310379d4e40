/** The fresh records, with the old object for each unchanged one, so that it is not rendered again. */
export const keepUnchanged = <T>(
  old: readonly T[],
  fresh: readonly T[],
  idOf: (record: T) => string,
): readonly T[] => {
  const known = new Map(old.map((record) => [idOf(record), record]));
  const kept = fresh.map((record) => {
    const before = known.get(idOf(record));
    if (before === undefined || before === record) return record;
    return JSON.stringify(before) === JSON.stringify(record) ? before : record;
  });
  const same = kept.length === old.length && kept.every((record, index) => record === old[index]);
  return same ? old : kept;
};
