/**
 * Searches everything that end-to-end tests left for their secrets (security rule 7). In each test's folder,
 * top-level JSON and profile files name the secrets: the service's state, the profiles and the keys. All
 * other files were written by the app or recorded from it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { createFinder } from './needles.ts';

export type Scan = {
  readonly secrets: number;
  readonly files: number;
  readonly megabytes: number;
  /** A line for each secret in a file, without the secret itself. */
  readonly found: readonly string[];
};

const listFiles = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
    : [];

const isSecretName = (name: string): boolean =>
  /secret|token|password|^codes?$|refresh/i.test(name) && !/url$/i.test(name);

/** Shorter texts also occur by chance. */
const isLong = (text: string): boolean => text.length >= 16;

/** Texts in fields with a secret's name, and keys of maps in such fields, at any depth, with their paths. */
const findSecrets = (value: unknown, path: string, isSecret = false): [string, string][] => {
  if (typeof value === 'string') return isSecret && isLong(value) ? [[value, path]] : [];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((each) => findSecrets(each, path, isSecret));
  const fields = Object.entries(value);
  const keys = isSecret ? fields.map(([name]) => name).filter(isLong) : [];
  return [
    ...keys.map((key): [string, string] => [key, path]),
    ...fields.flatMap(([name, inner]) =>
      findSecrets(inner, isLong(name) ? path : `${path}.${name}`, isSecretName(name)),
    ),
  ];
};

/** True for the JSON that `npm start -- --team` writes before the app: profile, service's state and the hub's file. */
const isOfPracticeTeam = (file: string): boolean =>
  /[\\/]team[\\/](team\.hearthline|marketplace\.json|hub[\\/]hub\.yaml)$/.test(file);

type Left = { readonly sources: readonly string[]; readonly written: readonly string[] };

const listLeft = (data: string, test: string): Left => {
  const files = listFiles(join(data, test));
  const isSource = (file: string): boolean =>
    /[\\/]practice\.json$/.test(file) ||
    isOfPracticeTeam(file) ||
    (/\.(json|hearthline)$/.test(file) && relative(data, file).split(sep).length === 2);
  return { sources: files.filter(isSource), written: files.filter((file) => !isSource(file)) };
};

/** Secrets named by the sources, with their paths. */
export const readSecrets = (data: string, test = ''): ReadonlyMap<string, string> =>
  new Map(
    listLeft(data, test).sources.flatMap((file) =>
      findSecrets(JSON.parse(readFileSync(file, 'utf8')), relative(data, file)),
    ),
  );

/**
 * @param data the folder of all tests' folders
 * @param test limits the scan to one of them
 */
export const scan = (data: string, test = ''): Scan => {
  const secrets = readSecrets(data, test);
  const { written } = listLeft(data, test);
  const find = createFinder(secrets);
  let bytes = 0;
  const found = written.flatMap((file) => {
    const content = readFileSync(file);
    bytes += content.length;
    return find(content).map((name) => `${name} is in ${relative(data, file)}`);
  });
  return {
    secrets: secrets.size,
    files: written.length,
    megabytes: Math.round(bytes / 1e6),
    found,
  };
};
