/** Where an axis ends: on a round value that is not below the largest one. */

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Halves of these are round too. */
const lengths = [
  ...[minute, 2 * minute, 10 * minute, 20 * minute, 30 * minute, hour, 2 * hour, 4 * hour],
  ...[8 * hour, 12 * hour, day, 2 * day, 4 * day, 8 * day, 14 * day, 30 * day, 60 * day],
];

/** For milliseconds. */
export const topLength = (largest: number): number =>
  lengths.find((length) => length >= largest) ?? Math.ceil(largest / (60 * day)) * 60 * day;

/** For numbers of things: an even one, at least 2. */
export const topCount = (largest: number): number => {
  if (largest <= 2) return 2;
  const power = 10 ** Math.floor(Math.log10(largest));
  const round = [1, 2, 4, 6, 8, 10].find((step) => step * power >= largest) ?? 10;
  return Math.max(2, Math.ceil((round * power) / 2) * 2);
};
