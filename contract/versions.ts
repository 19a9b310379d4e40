/** Parses and compares release versions (semver without build data), for updates and the changelog. */

const number = '(?:0|[1-9]\\d{0,8})';
const identifier = `(?:${number}|\\d*[A-Za-z-][0-9A-Za-z-]*)`;
const pattern = new RegExp(
  `^(?<numbers>${number}\\.${number}\\.${number})(?:-(?<prerelease>${identifier}(?:\\.${identifier})*))?$`,
);
const maxVersionLength = 64;

type Version = { readonly numbers: readonly number[]; readonly prerelease: readonly string[] };

const parse = (version: string): Version | null => {
  const groups = version.length > maxVersionLength ? undefined : pattern.exec(version)?.groups;
  if (groups === undefined) return null;
  return {
    numbers: (groups['numbers'] ?? '').split('.').map(Number),
    prerelease: groups['prerelease']?.split('.') ?? [],
  };
};

export const isVersion = (text: string): boolean => parse(text) !== null;

/** True for `1.0.0-beta.2`. */
export const isPrerelease = (version: string): boolean =>
  (parse(version)?.prerelease.length ?? 0) > 0;

const isNumeric = (identifier: string): boolean => /^\d+$/.test(identifier);

const compareIdentifiers = (one: string, other: string): number => {
  if (isNumeric(one) !== isNumeric(other)) return isNumeric(one) ? -1 : 1;
  if (isNumeric(one)) return Number(one) - Number(other);
  return one < other ? -1 : Number(one > other);
};

const comparePrereleases = (one: readonly string[], other: readonly string[]): number => {
  // A release is newer than its prereleases.
  if (one.length === 0 || other.length === 0) return other.length - one.length;
  for (const [index, each] of one.entries()) {
    const against = other[index];
    if (against === undefined) return 1;
    const order = compareIdentifiers(each, against);
    if (order !== 0) return order;
  }
  return one.length - other.length;
};

/** Positive if the first version is newer, negative if older. Throws for an invalid version. */
export const compareVersions = (one: string, other: string): number => {
  const [a, b] = [parse(one), parse(other)];
  if (a === null || b === null) throw new Error('this is not a version');
  for (const [index, each] of a.numbers.entries()) {
    const order = each - (b.numbers[index] ?? 0);
    if (order !== 0) return order;
  }
  return comparePrereleases(a.prerelease, b.prerelease);
};
