/** Random values that depend only on seed and purpose, so that each lead can be generated alone, in any order. */

export type Random = ReturnType<typeof createRandom>;

/** Creates an independent source for one purpose, for example `createRandom(1, 'lead', 7)`. */
export const createRandom = (seed: number, ...purpose: readonly (string | number)[]) => {
  const key = `${seed}/${purpose.join('/')}`;
  let a = 0x9e3779b9;
  let b = 0x243f6a88;
  let c = 0xb7e15162;
  for (let i = 0; i < key.length; i++) {
    const code = key.charCodeAt(i);
    a = Math.imul(a ^ code, 0x85ebca6b);
    b = Math.imul(b ^ code, 0xc2b2ae35) ^ (a >>> 15);
    c = Math.imul(c ^ code, 0x27d4eb2f) ^ (b >>> 13);
  }
  let counter = 1;
  // sfc32
  const drawWord = () => {
    const t = (a + b + counter++) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + t;
    return t >>> 0;
  };
  for (let i = 0; i < 12; i++) drawWord();

  const next = () => drawWord() / 2 ** 32;
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    /** From 0 up to but not including 1. */
    next,
    /** A whole number from `min` to `max`, inclusive. */
    int,
    chance: (probability: number) => next() < probability,
    pick: <T>(list: readonly T[]) => list[int(0, list.length - 1)] as T,
    shuffle: <T>(list: readonly T[]): T[] => {
      const result = [...list];
      for (let i = result.length - 1; i > 0; i--) {
        const j = int(0, i);
        [result[i], result[j]] = [result[j] as T, result[i] as T];
      }
      return result;
    },
  };
};

/** Generates an id in the service's format: a decimal string of 18 digits. */
export const deriveID = (seed: number, ...purpose: readonly (string | number)[]): string => {
  const random = createRandom(seed, 'id', ...purpose);
  return `${random.int(400_000_000, 599_999_999)}${String(random.int(0, 999_999_999)).padStart(9, '0')}`;
};

/** Generates a credential of letters and digits, which needs no encoding in headers or addresses. */
export const deriveSecret = (
  seed: number,
  length: number,
  ...purpose: readonly string[]
): string => {
  const random = createRandom(seed, 'secret', ...purpose);
  const letters = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  return Array.from({ length }, () => letters[random.int(0, letters.length - 1)]).join('');
};
