/**
 * Changes come in bursts, and each one says "read again". This keeps one read in flight and at most
 * one waiting, so that a burst costs two reads and the last one always sees the newest state.
 */

/**
 * @param read reads and stores what is shown; must not throw
 * @returns asks for a read; resolves when a read that began after this call has ended
 */
export const coalesced = (read: () => Promise<void>): (() => Promise<void>) => {
  let running: Promise<void> | null = null;
  let waiting: Promise<void> | null = null;
  const start = (): Promise<void> => {
    running = read().finally(() => {
      running = null;
    });
    return running;
  };
  return () => {
    if (running === null) return start();
    waiting ??= running.then(() => {
      waiting = null;
      return start();
    });
    return waiting;
  };
};

/**
 * Does the work at once, and again for whoever asks within the pause after it: once, when it is over.
 *
 * @param pause milliseconds
 */
export const paced = (pause: number, work: () => void): (() => void) => {
  let isResting = false;
  let isAsked = false;
  const ask = (): void => {
    isAsked = isResting;
    if (isResting) return;
    isResting = true;
    work();
    setTimeout(() => {
      isResting = false;
      if (isAsked) ask();
    }, pause);
  };
  return ask;
};

/**
 * The fresh records, with the old object in place of each fresh one that says the same: what did not
 * change is not drawn again.
 */
export const keepUnchanged = <T>(
  old: readonly T[],
  fresh: readonly T[],
  idOf: (record: T) => string,
): readonly T[] => {
  const known = new Map(old.map((record) => [idOf(record), record]));
  const kept = fresh.map((record) => {
    const before = known.get(idOf(record));
    return before !== undefined && JSON.stringify(before) === JSON.stringify(record)
      ? before
      : record;
  });
  const same = kept.length === old.length && kept.every((record, index) => record === old[index]);
  return same ? old : kept;
};
