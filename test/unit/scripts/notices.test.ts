/**
 * The app ships with the licenses of its packages: the file that has them is what the build
 * and the lockfile say, and nothing is in it that may not be shipped.
 */
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { billOfMaterials } from '../../../scripts/bill-of-materials.mjs';
import { isAllowed, licensesOf } from '../../../scripts/licenses.mjs';
import { shippedPackages, thirdPartyNotices } from '../../../scripts/third-party.mjs';

const repo = join(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(join(repo, file), 'utf8');
const notices = read('THIRD-PARTY-NOTICES.md');

let shipped: Awaited<ReturnType<typeof shippedPackages>>;
beforeAll(async () => {
  shipped = await shippedPackages();
  // A whole build, beside whatever else the computer does.
}, 180_000);

describe('the notices', () => {
  it('are those of what package-lock.json installs and of what is in the bundles', () => {
    expect(thirdPartyNotices(shipped)).toBe(notices);
  });

  it('name what stands inside the app in each way: bundled, beside it, as a font, in its native part', () => {
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

  it('have each text once, and one for each package', () => {
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

  it('lead to a list of the native part’s own parts, which may be shipped as well', () => {
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
  const made = () => billOfMaterials({ app, shipped, at: new Date('2026-11-24T12:00:00Z') });

  it('has the packages of the notices with Electron, and nothing that only builds and tests need', () => {
    const rows = [...notices.matchAll(/^\| (\S+) \| (\d\S*) \|/gm)];
    const { devDependencies } = JSON.parse(read('package.json')) as {
      devDependencies: Record<string, string>;
    };
    expect(
      made()
        .components.map(({ name, version }) => `${name} ${version}`)
        .toSorted(),
    ).toEqual(
      [
        `electron ${devDependencies['electron'] ?? ''}`,
        ...rows.map(([, name, version]) => `${name} ${version}`),
      ].toSorted(),
    );
    const names = made().components.map(({ name }) => name);
    expect(names).toContain('react');
    expect(names).not.toContain('vitest');
  });

  it('is of the version that is released, and says of each part what it is, whatever it is looked up by', () => {
    expect(made().metadata).toEqual({
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
    expect(made().components.find(({ name }) => name === '@napi-rs/keyring')).toEqual({
      type: 'library',
      'bom-ref': purl,
      name: '@napi-rs/keyring',
      version: text(/^\d/),
      purl,
      hashes: [{ alg: 'SHA-512', content: text(/^[0-9a-f]{128}$/) }],
      licenses: [{ expression: 'MIT' }],
    });
    const references = made().components.map(({ purl }) => purl);
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
  ])('“%s” may not, unless somebody has looked at it', (expression) =>
    expect(isAllowed(expression)).toBe(false),
  );
});

/** Creates a separate repository with packages: the lockfile entry of each, and its files. */
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
  return () => licensesOf(Object.keys(locked), { repo: folder, locked });
};
const mit = { version: '1.0.0', license: 'MIT' };

describe('a package that is to be shipped', () => {
  it('is refused under a license that is not allowed, without any, and without a text', () => {
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

  it('brings the texts of what it has taken in, and not of what it only needs', () => {
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

  it('has, as a native part for one system, the text of the package that it belongs to, wherever it is asked', () => {
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

it('our own license is the file LICENSE, for npm and for people', () => {
  const { license, private: isPrivate } = JSON.parse(read('package.json')) as Record<
    string,
    unknown
  >;
  expect([license, isPrivate]).toEqual(['SEE LICENSE IN LICENSE', true]);
  expect(read('LICENSE')).toMatch(/^Copyright \(c\) 2026 The Hearthline founders\./m);
});
