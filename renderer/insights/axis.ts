/** Where an axis of time ends: the charts know round numbers, but not that 20 minutes or 8 hours are round. */

const minute = 60 * 1000;
const hour = 60 * minute;
const day = 24 * hour;

/** Halves of these are round too. */
const lengths = [
  ...[minute, 2 * minute, 10 * minute, 20 * minute, 30 * minute, hour, 2 * hour, 4 * hour],
  ...[8 * hour, 12 * hour, day, 2 * day, 4 * day, 8 * day, 14 * day, 30 * day, 60 * day],
];

/** Milliseconds, not below the largest. */
export const topLength = (largest: number): number =>
  lengths.find((length) => length >= largest) ?? Math.ceil(largest / (60 * day)) * 60 * day;
