/**
 * Looks for every secret of the end-to-end tests in everything that they left (security rule 7). Each test
 * has a folder of its own: JSON and profile files that lie in it directly are the service's state, the profiles that
 * were handed out, and keys that the test got hold of, and name the secrets; everything else is what the
 * app wrote or what somebody saw of it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { finderOf } from './needles.ts';

export type Scan = {
  readonly secrets: number;
  readonly files: number;
  readonly megabytes: number;
  /** Which secret stands in which file; never the secret itself. */
  readonly found: readonly string[];
};

const filesBelow = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
    : [];

const isSecretName = (name: string): boolean =>
  /secret|token|password|^codes?$|refresh/i.test(name) && !/url$/i.test(name);

/** Shorter ones stand in innocent words. */
const isLong = (text: string): boolean => text.length >= 16;

/** Texts under the name of a secret, and the keys of a map under one, at any depth; with where they stood. */
const secretsIn = (value: unknown, path: string, isSecret = false): [string, string][] => {
  if (typeof value === 'string') return isSecret && isLong(value) ? [[value, path]] : [];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((each) => secretsIn(each, path, isSecret));
  const fields = Object.entries(value);
  const keys = isSecret ? fields.map(([name]) => name).filter(isLong) : [];
  return [
    ...keys.map((key): [string, string] => [key, path]),
    ...fields.flatMap(([name, inner]) =>
      secretsIn(inner, isLong(name) ? path : `${path}.${name}`, isSecretName(name)),
    ),
  ];
};

type Left = { readonly sources: readonly string[]; readonly written: readonly string[] };

const leftIn = (data: string, test: string): Left => {
  const files = filesBelow(join(data, test));
  const isSource = (file: string): boolean =>
    /[\\/]practice\.json$/.test(file) ||
    (/\.(json|hearthline)$/.test(file) && relative(data, file).split(sep).length === 2);
  return { sources: files.filter(isSource), written: files.filter((file) => !isSource(file)) };
};

/** The secrets that the sources name, and where each stands. */
export const secretsOf = (data: string, test = ''): ReadonlyMap<string, string> =>
  new Map(
    leftIn(data, test).sources.flatMap((file) =>
      secretsIn(JSON.parse(readFileSync(file, 'utf8')), relative(data, file)),
    ),
  );

/**
 * @param data a folder that holds one folder for each test
 * @param test the folder of the only one that is looked at; all of them without it
 */
export const scan = (data: string, test = ''): Scan => {
  const secrets = secretsOf(data, test);
  const { written } = leftIn(data, test);
  const find = finderOf(secrets);
  let bytes = 0;
  const found = written.flatMap((file) => {
    const content = readFileSync(file);
    bytes += content.length;
    return find(content).map((name) => `${name} stands in ${relative(data, file)}`);
  });
  return {
    secrets: secrets.size,
    files: written.length,
    megabytes: Math.round(bytes / 1e6),
    found,
  };
};
