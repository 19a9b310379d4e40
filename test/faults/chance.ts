/** Chance that can be repeated: each actor has a row of numbers of its own, which follows from the seed. */

export type Chance = {
  /** A whole number from `least` up to and with `most`. */
  readonly between: (least: number, most: number) => number;
  /** True so often out of one. */
  readonly happens: (share: number) => boolean;
  /** One of them; there must be one. */
  readonly pick: <T>(list: readonly T[]) => T;
  readonly shuffled: <T>(list: readonly T[]) => readonly T[];
  /** A row of its own for somebody else. */
  readonly of: (name: string) => Chance;
};

/** The numbers that follow from a seed (a 32-bit mixer: every seed is as good as another). */
export const chanceOf = (seed: number): Chance => {
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
    shuffled: (list) =>
      list
        .map((one) => ({ one, at: next() }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ one }) => one),
    of: (name) =>
      chanceOf([...name].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), seed)),
  };
};
