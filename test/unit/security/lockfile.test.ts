/**
 * Packages are pinned by digest, come from the registry, and run no install script unless package.json allows it
 * (security rule 18).
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
const getPackageName = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 13);
const findOthers = (isGood: (one: Locked, path: string) => boolean): string[] =>
  locked.filter(([path, one]) => !isGood(one, path)).map(([path]) => path);

describe('the lockfile', () => {
  it('pins every package by a SHA-512 digest', () => {
    expect(lockfileVersion).toBe(3);
    expect(locked.length).toBeGreaterThan(300);
    expect(
      findOthers(({ integrity = '' }) => /^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity)),
    ).toEqual([]);
  });

  it('has no download addresses, so packages come from the installer’s registry', () => {
    // With `omit-lockfile-registry-resolved` packages from the registry have no address here.
    expect(
      findOthers(({ resolved, link }) => resolved === undefined && link === undefined),
    ).toEqual([]);
  });

  it('has exactly the versions of package.json', () => {
    const asked = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).map(
      // An alias contains its package: `npm:typescript@7.0.2`.
      ([name, version]) => [name, version.slice(version.lastIndexOf('@') + 1)] as const,
    );
    expect(asked.length).toBeGreaterThan(40);
    expect(
      asked.filter(([name, version]) => packages[`node_modules/${name}`]?.version !== version),
    ).toEqual([]);
  });
});

describe('the install script of a package', () => {
  const withScripts = locked
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => getPackageName(path));

  it('is explicitly allowed or forbidden', () => {
    expect(withScripts).not.toEqual([]);
    expect(withScripts.filter((name) => !(name in manifest.allowScripts))).toEqual([]);
  });

  it('is allowed only for node', () => {
    const allowed = Object.entries(manifest.allowScripts).filter(([, may]) => may);
    expect(allowed.map(([name]) => name)).toEqual(['node']);
  });
});
