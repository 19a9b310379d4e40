/** Reproducible random numbers: each actor has its own sequence, derived from the seed. */

export type Chance = {
  /** A whole number from `least` to `most`, both included. */
  readonly between: (least: number, most: number) => number;
  /** True with the probability `share`. */
  readonly happens: (share: number) => boolean;
  /** An item of a list that is not empty. */
  readonly pick: <T>(list: readonly T[]) => T;
  readonly shuffle: <T>(list: readonly T[]) => readonly T[];
  /** A separate sequence for another actor. */
  readonly derive: (name: string) => Chance;
};

/** The sequence of a seed (a 32-bit mixer: all seeds are equally good). */
export const createChance = (seed: number): Chance => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number): number =>
    least + Math.floor(next() * (most - least + 1));
  const pick = <T>(list: readonly T[]): T => list[between(0, list.length - 1)] as T;
  return {
    between,
    pick,
    happens: (share) => next() < share,
    shuffle: (list) =>
      list
        .map((one) => ({ one, at: next() }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ one }) => one),
    derive: (name) =>
      createChance(
        [...name].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), seed),
      ),
  };
};
