/**
 * The app ships with the licenses of its packages: THIRD-PARTY-NOTICES.md must match the build and the lockfile,
 * and every license must allow shipping.
 */
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildBillOfMaterials } from '../../../scripts/bill-of-materials.mjs';
import { isAllowed, readLicenses } from '../../../scripts/licenses.mjs';
import { findShippedPackages, formatNotices } from '../../../scripts/third-party.mjs';

const repo = join(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(join(repo, file), 'utf8');
const notices = read('THIRD-PARTY-NOTICES.md');

let shipped: Awaited<ReturnType<typeof findShippedPackages>>;
beforeAll(async () => {
  shipped = await findShippedPackages();
  // This is a whole build on a busy computer.
}, 180_000);

describe('the notices', () => {
  it('match package-lock.json and the bundles', () => {
    expect(formatNotices(shipped)).toBe(notices);
  });

  it('list bundled, unbundled and native packages, fonts, and Chromium', () => {
    for (const name of [
      'fastify',
      'react',
      'zod',
      'better-sqlite3',
      '@napi-rs/keyring-win32-x64-msvc',
    ])
      expect(notices).toMatch(new RegExp(`^\\| ${name} \\| \\d+\\.\\d+\\.\\d+ \\| MIT \\|$`, 'm'));
    expect(notices).toMatch(/^\| @fontsource-variable\/inter \| \S+ \| OFL-1\.1 \|$/m);
    expect(notices).toContain('SIL OPEN FONT LICENSE');
    expect(notices).toContain('LICENSES.chromium.html');
  });

  it('have each text once and a text for each package', () => {
    const [, list = '', texts = ''] =
      /\n## Packages\n([\s\S]*)\n## Texts\n([\s\S]*)/.exec(notices) ?? [];
    const bodies = [...texts.matchAll(/~~~~text\n([\s\S]*?)\n~~~~/g)].map(([, body]) => body);
    expect(new Set(bodies).size).toBe(bodies.length);
    const packages = [...list.matchAll(/^\| (\S+) \| (\d\S*) \|/gm)].map(
      ([, name, version]) => `${name} ${version}`,
    );
    expect(packages.length).toBeGreaterThan(100);
    const withText = [...texts.matchAll(/^### (.+)$/gm)].flatMap(([, names = '']) =>
      names.split(', '),
    );
    expect([...new Set(withText)].toSorted()).toEqual(packages.toSorted());
  });

  it('refer to the crates of the native package, whose licenses allow shipping', () => {
    const lists = globSync('node_modules/@napi-rs/keyring-*/LICENSE.third-party.md', { cwd: repo });
    const crates = lists.flatMap((file) => [
      ...read(file).matchAll(/^\| ([\w-]+) \| (\d\S*) \| (.+) \|$/gm),
    ]);
    expect(crates.length).toBeGreaterThan(50);
    expect(
      crates.filter(([, , , license = '']) => !isAllowed(license)).map(([row]) => row),
    ).toEqual([]);
  });
});

describe('the bill of materials', () => {
  const app = { name: 'hearthline', version: '1.2.0' };
  const buildBill = () =>
    buildBillOfMaterials({ app, shipped, at: new Date('2026-11-24T12:00:00Z') });

  it('has the packages of the notices and Electron, and no development packages', () => {
    const rows = [...notices.matchAll(/^\| (\S+) \| (\d\S*) \|/gm)];
    const { devDependencies } = JSON.parse(read('package.json')) as {
      devDependencies: Record<string, string>;
    };
    expect(
      buildBill()
        .components.map(({ name, version }) => `${name} ${version}`)
        .toSorted(),
    ).toEqual(
      [
        `electron ${devDependencies['electron'] ?? ''}`,
        ...rows.map(([, name, version]) => `${name} ${version}`),
      ].toSorted(),
    );
    const names = buildBill().components.map(({ name }) => name);
    expect(names).toContain('react');
    expect(names).not.toContain('vitest');
  });

  it('has the app’s version and a complete entry for each package', () => {
    expect(buildBill().metadata).toEqual({
      timestamp: '2026-11-24T12:00:00.000Z',
      component: {
        type: 'application',
        'bom-ref': 'pkg:npm/hearthline@1.2.0',
        name: 'hearthline',
        version: '1.2.0',
        purl: 'pkg:npm/hearthline@1.2.0',
      },
    });
    const text = (pattern: RegExp) => expect.stringMatching(pattern) as string;
    const purl = text(/^pkg:npm\/%40napi-rs\/keyring@\d/);
    expect(buildBill().components.find(({ name }) => name === '@napi-rs/keyring')).toEqual({
      type: 'library',
      'bom-ref': purl,
      name: '@napi-rs/keyring',
      version: text(/^\d/),
      purl,
      hashes: [{ alg: 'SHA-512', content: text(/^[0-9a-f]{128}$/) }],
      licenses: [{ expression: 'MIT' }],
    });
    const references = buildBill().components.map(({ purl }) => purl);
    expect(new Set(references).size).toBe(references.length);
  });
});

describe('a license', () => {
  it.each([
    'MIT',
    '(MIT OR GPL-3.0)',
    'GPL-2.0 OR (MIT AND ISC)',
    '(MIT OR Apache-2.0) AND Unicode-3.0',
  ])('%s may be shipped', (expression) => expect(isAllowed(expression)).toBe(true));

  it.each([
    'GPL-3.0',
    'AGPL-3.0-only',
    'MIT AND GPL-2.0',
    'SEE LICENSE IN EULA',
    'UNLICENSED',
    '',
    '(MIT',
  ])('“%s” may not without a review', (expression) => expect(isAllowed(expression)).toBe(false));
});

/** A temporary repository with packages: the lockfile entry of each, and its files. */
const packages = (
  contents: Readonly<Record<string, { lock: object; files?: Record<string, string> }>>,
) => {
  const folder = mkdtempSync(join(tmpdir(), 'packages-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, { files = {} }] of Object.entries(contents))
    for (const [file, text] of Object.entries(files)) {
      const path = join(folder, 'node_modules', name, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
  const locked = Object.fromEntries(
    Object.entries(contents).map(([name, { lock }]) => [`node_modules/${name}`, lock]),
  );
  return () => readLicenses(Object.keys(locked), { repo: folder, locked });
};
const mit = { version: '1.0.0', license: 'MIT' };

describe('a shipped package', () => {
  it('is refused with a forbidden license, without a license, and without a license text', () => {
    const ask = packages({
      copyleft: { lock: { version: '2.0.0', license: 'GPL-3.0' }, files: { LICENSE: 'GPL' } },
      silent: { lock: { version: '3.0.0' }, files: { LICENSE: 'Who knows' } },
      textless: { lock: mit, files: { 'README.md': 'MIT' } },
      good: { lock: mit, files: { 'LICENCE.md': 'Good' } },
    });
    expect(ask).toThrow(
      [
        'copyleft 2.0.0: the license GPL-3.0 is not allowed',
        'silent 3.0.0: the license none is not allowed',
        'textless 1.0.0: there is no text of its license',
      ].join('\n'),
    );
  });

  it('includes the license texts of vendored code, not those of its dependencies', () => {
    const files = {
      LICENSE: 'Its own \r\n',
      NOTICE: 'Its notice',
      'lib/taken/license.txt': 'Taken in',
      'node_modules/needed/LICENSE': 'Needed',
    };
    expect(packages({ one: { lock: mit, files } })()).toEqual([
      {
        name: 'one',
        version: '1.0.0',
        license: 'MIT',
        texts: ['Its own', 'Its notice', 'Taken in'],
      },
    ]);
  });

  it('has the license text of its owner if it is the native package for one system', () => {
    const ask = packages({
      owner: {
        lock: { ...mit, optionalDependencies: { 'owner-elsewhere': '1.0.0' } },
        files: { LICENSE: 'Of the owner' },
      },
      'owner-elsewhere': { lock: { ...mit, optional: true } },
    });
    expect(ask().map(({ name, texts }) => [name, ...texts])).toEqual([
      ['owner', 'Of the owner'],
      ['owner-elsewhere', 'Of the owner'],
    ]);
  });
});

it('our license is the file LICENSE, in package.json too', () => {
  const { license, private: isPrivate } = JSON.parse(read('package.json')) as Record<
    string,
    unknown
  >;
  expect([license, isPrivate]).toEqual(['SEE LICENSE IN LICENSE', true]);
  expect(read('LICENSE')).toMatch(/^Copyright \(c\) 2026 The Hearthline founders\./m);
});
