/**
 * What an installation runs and where it comes from (security rule 18): every package is pinned by its
 * digest, comes from the registry, and runs nothing of its own unless package.json says that it may.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const repo = join(import.meta.dirname, '../../..');
const read = <T>(file: string): T => JSON.parse(readFileSync(join(repo, file), 'utf8')) as T;

type Locked = {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: true;
  readonly link?: true;
};
type Manifest = {
  readonly allowScripts: Readonly<Record<string, boolean>>;
  readonly overrides: Readonly<Record<string, unknown>>;
} & Readonly<Record<'dependencies' | 'devDependencies', Readonly<Record<string, string>>>>;

const { lockfileVersion, packages } = read<{
  readonly lockfileVersion: number;
  readonly packages: Readonly<Record<string, Locked>>;
}>('package-lock.json');
const manifest = read<Manifest>('package.json');

const locked = Object.entries(packages).filter(([path]) => path !== '');
const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 13);
const not = (isGood: (one: Locked, path: string) => boolean): string[] =>
  locked.filter(([path, one]) => !isGood(one, path)).map(([path]) => path);

describe('the lockfile', () => {
  it('pins every package by a SHA-512 digest', () => {
    expect(lockfileVersion).toBe(3);
    expect(locked.length).toBeGreaterThan(300);
    expect(not(({ integrity = '' }) => /^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity))).toEqual([]);
  });

  it('names no place to fetch from: the registry of whoever installs, by https, and nothing else', () => {
    // With `omit-lockfile-registry-resolved` a package of the registry has no address here.
    expect(not(({ resolved, link }) => resolved === undefined && link === undefined)).toEqual([]);
  });

  it('has the version that package.json asks for, exactly', () => {
    const asked = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).map(
      // An alias names its package too: `npm:typescript@7.0.2`.
      ([name, version]) => [name, version.slice(version.lastIndexOf('@') + 1)] as const,
    );
    expect(asked.length).toBeGreaterThan(40);
    expect(
      asked.filter(([name, version]) => packages[`node_modules/${name}`]?.version !== version),
    ).toEqual([]);
  });
});

describe('a program that a package would run when it is installed', () => {
  const withScripts = locked
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => nameOf(path));

  it('was decided about by name', () => {
    expect(withScripts).not.toEqual([]);
    expect(withScripts.filter((name) => !(name in manifest.allowScripts))).toEqual([]);
  });

  it('is allowed to one alone: the Node that the scripts run on', () => {
    const allowed = Object.entries(manifest.allowScripts).filter(([, may]) => may);
    expect(allowed.map(([name]) => name)).toEqual(['node']);
  });
});
