/** Parses and compares release versions (semver without build data), for updates and the changelog. */

const number = '(?:0|[1-9]\\d{0,8})';
const part = `(?:${number}|\\d*[A-Za-z-][0-9A-Za-z-]*)`;
const named = new RegExp(
  `^(?<numbers>${number}\\.${number}\\.${number})(?:-(?<before>${part}(?:\\.${part})*))?$`,
);
const longest = 64;

type Read = { readonly numbers: readonly number[]; readonly before: readonly string[] };

const read = (version: string): Read | null => {
  const groups = version.length > longest ? undefined : named.exec(version)?.groups;
  if (groups === undefined) return null;
  return {
    numbers: (groups['numbers'] ?? '').split('.').map(Number),
    before: groups['before']?.split('.') ?? [],
  };
};

/** Whether a text is a release version. */
export const isVersion = (text: string): boolean => read(text) !== null;

/** True for `1.0.0-beta.2`. */
export const isPrerelease = (version: string): boolean => (read(version)?.before.length ?? 0) > 0;

const compareParts = (one: string, other: string): number => {
  const [a, b] = [one, other].map((text) => (/^\d+$/.test(text) ? Number(text) : null));
  if (a !== null && b !== null && a !== undefined && b !== undefined) return a - b;
  if (a === null && b === null) return one < other ? -1 : Number(one > other);
  return a === null ? 1 : -1;
};

const compareBefore = (one: readonly string[], other: readonly string[]): number => {
  // A release is newer than its prereleases.
  if (one.length === 0 || other.length === 0) return other.length - one.length;
  for (const [index, each] of one.entries()) {
    const against = other[index];
    if (against === undefined) return 1;
    const order = compareParts(each, against);
    if (order !== 0) return order;
  }
  return one.length - other.length;
};

/** Positive if the first version is newer, negative if older. Throws for an invalid version. */
export const compareVersions = (one: string, other: string): number => {
  const [a, b] = [read(one), read(other)];
  if (a === null || b === null) throw new Error('this is no version');
  for (const [index, each] of a.numbers.entries()) {
    const order = each - (b.numbers[index] ?? 0);
    if (order !== 0) return order;
  }
  return compareBefore(a.before, b.before);
};
