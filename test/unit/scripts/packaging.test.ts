import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { packagingFor } from '../../../scripts/packaging.mjs';

const official = {
  path: '/repo/node_modules/electron/dist/electron',
  version: '45.4.1',
  reason: 'the official one',
  official: true,
  dist: null,
};
const byHand = { ...official, path: '/unpacked/electron', dist: '/unpacked' };
const fromRegistry = {
  ...official,
  path: '/cache/electron-33.2.1/electron',
  version: '33.2.1',
  official: false,
  dist: '/cache/electron-33.2.1',
};
const node = '/repo/node_modules/node/bin/node';

/** What is asked of most packages: the official Electron, on Linux, with nothing in the environment. */
const usual = { runtime: official, node, env: {}, signed: false, platform: 'linux' };

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'packaging-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The path of a key's file. */
const keyFile = (name: string, text: string): string => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};
const pem = (key: KeyObject): string =>
  key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' }).toString();
const makers = generateKeyPairSync('ed25519');
const others = generateKeyPairSync('rsa', { modulusLength: 1024 });

describe('packaging', () => {
  it('has one channel of updates, whatever the version is called', () => {
    const yml = readFileSync(new URL('../../../electron-builder.yml', import.meta.url), 'utf8');
    expect(parse(yml)).toMatchObject({ detectUpdateChannel: false });
  });

  it('adds nothing to electron-builder.yml where the official Electron can be had', () => {
    expect(packagingFor(usual)).toEqual({
      config: { extraResources: [] },
      targets: null,
      env: {},
      says: [],
    });
  });

  it('takes the registry’s Electron, with the newer Node beside it, where only that can be had', () => {
    const { config, targets, says } = packagingFor({ ...usual, runtime: fromRegistry });
    expect(config).toMatchObject({
      electronDist: '/cache/electron-33.2.1',
      electronVersion: '33.2.1',
      extraResources: [{ from: node, to: 'node' }],
    });
    expect(targets).toEqual(['dir', 'tar.gz']);
    expect(says.join('\n')).toContain('one to ship is built where the official Electron');
  });

  it.each([
    [
      'darwin',
      'Electron.app/Contents/Resources',
      ['LICENSE.electron.txt', 'LICENSES.chromium.html'],
    ],
    ['linux', 'resources', []],
  ])(
    'keeps the licenses of Electron and Chromium on %s, and no app of theirs',
    async (platform, inside, kept) => {
      const appOutDir = mkdtempSync(join(folder, 'unpacked-'));
      const resources = join(appOutDir, inside);
      mkdirSync(resources, { recursive: true });
      const papers = ['LICENSE', 'LICENSES.chromium.html'];
      for (const name of papers) writeFileSync(join(appOutDir, name), name);
      writeFileSync(join(resources, 'default_app.asar'), 'theirs');
      const { config } = packagingFor({ ...usual, runtime: byHand, platform });
      const { afterExtract } = config as { afterExtract: (context: object) => Promise<void> };
      await afterExtract({ appOutDir, electronPlatformName: platform });
      expect(readdirSync(resources)).toEqual(kept);
      const beside = readdirSync(appOutDir).filter((name) => papers.includes(name));
      expect(beside).toEqual(kept.length > 0 ? [] : papers);
    },
  );

  it('keeps them on macOS with the official Electron too', () => {
    expect(packagingFor({ ...usual, platform: 'darwin' }).config).toHaveProperty('afterExtract');
  });

  it('takes the shipped version of Electron that was named by hand for all that it is', () => {
    const { config, targets, says } = packagingFor({ ...usual, runtime: byHand });
    expect(config).toMatchObject({ electronDist: '/unpacked', electronVersion: '45.4.1' });
    expect(config).toMatchObject({ extraResources: [] });
    expect([targets, says]).toEqual([null, []]);
  });

  it.each([
    [
      'https://updates.example/hearthline',
      { provider: 'generic', url: 'https://updates.example/hearthline' },
    ],
    ['github:hearth/line', { provider: 'github', owner: 'hearth', repo: 'line' }],
  ])(
    'lets the package ask for updates at %s, and know them by the makers’ key',
    (where, publish) => {
      const file = keyFile('public.pem', pem(makers.publicKey));
      const env = { HEARTHLINE_UPDATES: where, HEARTHLINE_UPDATE_PUBLIC_KEY: file };
      const key = { from: file, to: 'update-key.pem' };
      expect(packagingFor({ ...usual, env }).config).toEqual({ publish, extraResources: [key] });
      const tried = packagingFor({ ...usual, runtime: fromRegistry, env }).config;
      expect(tried).toMatchObject({ publish, extraResources: [{ to: 'node' }, key] });
    },
  );

  it.each<Record<string, string>>([
    { HEARTHLINE_UPDATES: 'github:hearth/line' },
    { HEARTHLINE_UPDATE_PUBLIC_KEY: '/keys/public.pem' },
    {
      HEARTHLINE_UPDATES: 'http://updates.example',
      HEARTHLINE_UPDATE_PUBLIC_KEY: '/keys/public.pem',
    },
  ])('makes no package that would ask for updates it cannot know, or in the open: %j', (env) => {
    expect(() => packagingFor({ ...usual, env })).toThrow(/HEARTHLINE_UPDATE/);
  });

  it.each([
    ['nothing', ''],
    ['a key of another kind', pem(others.publicKey)],
    ['the private key', pem(makers.privateKey)],
    ['something else', 'ssh-ed25519 AAAA'],
  ])('makes no package that could never take an update: its key’s file holds %s', (_, text) => {
    const file = keyFile('wrong.pem', text);
    const env = {
      HEARTHLINE_UPDATES: 'github:hearth/line',
      HEARTHLINE_UPDATE_PUBLIC_KEY: file,
    };
    expect(() => packagingFor({ ...usual, env })).toThrow('holds no Ed25519 public key in PEM');
  });

  it('names in Linux packages the place that a build server takes the sources from', () => {
    const env = { GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'hearth/line' };
    expect(packagingFor({ ...usual, env }).config).toMatchObject({
      extraMetadata: { homepage: 'https://github.com/hearth/line' },
    });
  });

  it('makes Linux packages also where nobody says where the sources are: they must name a page', () => {
    const about = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
    expect(about).toMatch(/^ {2}"homepage": "https:\/\//m);
  });
});

describe('a package that nothing signs', () => {
  /** As a build server tells of a secret that is not there. */
  const absent = { CSC_LINK: '', WIN_CSC_LINK: '' };

  it('has on macOS a signature that names nobody, whatever certificate lies in a keychain', () => {
    const { config } = packagingFor({ ...usual, env: absent, platform: 'darwin' });
    expect(config).toMatchObject({
      mac: { identity: null },
      electronFuses: { resetAdHocDarwinSignature: true },
    });
  });

  it.each(['darwin', 'win32'])('is none on %s where a signed one is asked for', (platform) => {
    const asked = { ...usual, env: absent, platform, signed: true };
    expect(() => packagingFor(asked)).toThrow('nothing signs this package');
  });

  it('is as good as any on Linux', () => {
    expect(packagingFor({ ...usual, env: absent, signed: true }).config).toEqual({
      extraResources: [],
    });
  });
});

it.each([
  ['darwin', { CSC_LINK: 'certificate' }],
  ['darwin', { CSC_NAME: 'The Hearthline founders' }],
  ['win32', { WIN_CSC_LINK: 'certificate' }],
  ['win32', { CSC_LINK: 'certificate' }],
])('a package is signed on %s by what the environment names, or not made: %j', (platform, env) => {
  const { config } = packagingFor({ ...usual, env, platform, signed: true });
  expect(config).toMatchObject({ forceCodeSigning: true });
  expect(config).not.toHaveProperty('mac');
});

describe('electron-builder.yml', () => {
  const yml = readFileSync(new URL('../../../electron-builder.yml', import.meta.url), 'utf8');
  const described: unknown = parse(yml);

  it('puts the licenses and the service profiles of a build beside the program', () => {
    const profiles = { from: 'resources/profiles', to: 'profiles', filter: ['*.hearthline'] };
    expect(described).toMatchObject({
      extraResources: [profiles, 'LICENSE', 'THIRD-PARTY-NOTICES.md'],
    });
  });

  it('has an AppImage started in Chromium’s sandbox, as every other package', () => {
    expect(described).toMatchObject({ appImage: { executableArgs: [] } });
  });

  it('makes one Windows installer for each processor, and none for both', () => {
    expect(described).toMatchObject({ nsis: { buildUniversalInstaller: false } });
  });

  it('names profile files to Windows by a key without spaces, and to people in words', () => {
    const words = 'Hearthline service profile';
    expect(described).toMatchObject({
      win: { fileAssociations: [{ name: 'Hearthline.Profile', description: words }] },
      mac: { fileAssociations: [{ name: words }] },
      linux: { fileAssociations: [{ description: words }] },
    });
    expect(described).not.toHaveProperty('fileAssociations');
  });
});
