import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { configurePackaging } from '../../../scripts/packaging.mjs';

const official = {
  path: '/repo/node_modules/electron/dist/electron',
  version: '45.4.1',
  reason: 'the official one',
  isOfficial: true,
  dist: null,
};
const byHand = { ...official, path: '/unpacked/electron', dist: '/unpacked' };
const fromRegistry = {
  ...official,
  path: '/cache/electron-33.2.1/electron',
  version: '33.2.1',
  isOfficial: false,
  dist: '/cache/electron-33.2.1',
};
const node = '/repo/node_modules/node/bin/node';

/** The official Electron on Linux with an empty environment. */
const usual = { runtime: official, node, env: {}, signed: false, platform: 'linux' };

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'packaging-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The path of a key's file. */
const writeKey = (name: string, text: string): string => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};
const toPEM = (key: KeyObject): string =>
  key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' }).toString();
const makers = generateKeyPairSync('ed25519');
const others = generateKeyPairSync('rsa', { modulusLength: 1024 });

describe('packaging', () => {
  it('has one update channel for all versions', () => {
    const yml = readFileSync(new URL('../../../electron-builder.yml', import.meta.url), 'utf8');
    expect(parse(yml)).toMatchObject({ detectUpdateChannel: false });
  });

  it('adds nothing to electron-builder.yml with the official Electron', () => {
    expect(configurePackaging(usual)).toEqual({
      config: { extraResources: [] },
      targets: null,
      env: {},
      messages: [],
    });
  });

  it('uses the registry’s Electron with a separate Node when the official one is unavailable', () => {
    const { config, targets, messages } = configurePackaging({ ...usual, runtime: fromRegistry });
    expect(config).toMatchObject({
      electronDist: '/cache/electron-33.2.1',
      electronVersion: '33.2.1',
      extraResources: [{ from: node, to: 'node' }],
    });
    expect(targets).toEqual(['dir', 'tar.gz']);
    expect(messages.join('\n')).toContain('one to ship is built where the official Electron');
  });

  it.each([
    [
      'darwin',
      'Electron.app/Contents/Resources',
      ['LICENSE.electron.txt', 'LICENSES.chromium.html'],
    ],
    ['linux', 'resources', []],
  ])(
    'keeps the licenses of Electron and Chromium on %s, and removes the default app',
    async (platform, inside, kept) => {
      const appOutDir = mkdtempSync(join(folder, 'unpacked-'));
      const resources = join(appOutDir, inside);
      mkdirSync(resources, { recursive: true });
      const papers = ['LICENSE', 'LICENSES.chromium.html'];
      for (const name of papers) writeFileSync(join(appOutDir, name), name);
      writeFileSync(join(resources, 'default_app.asar'), 'theirs');
      const { config } = configurePackaging({ ...usual, runtime: byHand, platform });
      const { afterExtract } = config as { afterExtract: (context: object) => Promise<void> };
      await afterExtract({ appOutDir, electronPlatformName: platform });
      expect(readdirSync(resources)).toEqual(kept);
      const beside = readdirSync(appOutDir).filter((name) => papers.includes(name));
      expect(beside).toEqual(kept.length > 0 ? [] : papers);
    },
  );

  it('keeps the licenses on macOS with the official Electron too', () => {
    expect(configurePackaging({ ...usual, platform: 'darwin' }).config).toHaveProperty(
      'afterExtract',
    );
  });

  it('treats a configured Electron of the shipped version as official', () => {
    const { config, targets, messages } = configurePackaging({ ...usual, runtime: byHand });
    expect(config).toMatchObject({ electronDist: '/unpacked', electronVersion: '45.4.1' });
    expect(config).toMatchObject({ extraResources: [] });
    expect([targets, messages]).toEqual([null, []]);
  });

  it.each([
    [
      'https://updates.example/hearthline',
      { provider: 'generic', url: 'https://updates.example/hearthline' },
    ],
    ['github:hearth/line', { provider: 'github', owner: 'hearth', repo: 'line' }],
  ])('adds the update address %s and the makers’ key', (where, publish) => {
    const file = writeKey('public.pem', toPEM(makers.publicKey));
    const env = { HEARTHLINE_UPDATES: where, HEARTHLINE_UPDATE_PUBLIC_KEY: file };
    const key = { from: file, to: 'update-key.pem' };
    expect(configurePackaging({ ...usual, env }).config).toEqual({
      publish,
      extraResources: [key],
    });
    const tried = configurePackaging({ ...usual, runtime: fromRegistry, env }).config;
    expect(tried).toMatchObject({ publish, extraResources: [{ to: 'node' }, key] });
  });

  it.each<Record<string, string>>([
    { HEARTHLINE_UPDATES: 'github:hearth/line' },
    { HEARTHLINE_UPDATE_PUBLIC_KEY: '/keys/public.pem' },
    {
      HEARTHLINE_UPDATES: 'http://updates.example',
      HEARTHLINE_UPDATE_PUBLIC_KEY: '/keys/public.pem',
    },
  ])(
    'refuses updates without a key, a key without updates, and an unencrypted address: %j',
    (env) => {
      expect(() => configurePackaging({ ...usual, env })).toThrow(/HEARTHLINE_UPDATE/);
    },
  );

  it.each([
    ['nothing', ''],
    ['a key of another kind', toPEM(others.publicKey)],
    ['the private key', toPEM(makers.privateKey)],
    ['something else', 'ssh-ed25519 AAAA'],
  ])('refuses a key file that contains %s', (_, text) => {
    const file = writeKey('wrong.pem', text);
    const env = {
      HEARTHLINE_UPDATES: 'github:hearth/line',
      HEARTHLINE_UPDATE_PUBLIC_KEY: file,
    };
    expect(() => configurePackaging({ ...usual, env })).toThrow(
      'holds no Ed25519 public key in PEM',
    );
  });

  it('sets the homepage of Linux packages to the CI server’s repository', () => {
    const env = { GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'hearth/line' };
    expect(configurePackaging({ ...usual, env }).config).toMatchObject({
      extraMetadata: { homepage: 'https://github.com/hearth/line' },
    });
  });

  it('has a default homepage, which Linux packages require', () => {
    const about = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
    expect(about).toMatch(/^ {2}"homepage": "https:\/\//m);
  });
});

describe('a package without a signing certificate', () => {
  /** CI passes missing secrets as empty variables. */
  const absent = { CSC_LINK: '', WIN_CSC_LINK: '' };

  it('gets an ad hoc signature on macOS, whatever certificate a keychain has', () => {
    const { config } = configurePackaging({ ...usual, env: absent, platform: 'darwin' });
    expect(config).toMatchObject({
      mac: { identity: null },
      electronFuses: { resetAdHocDarwinSignature: true },
    });
  });

  it.each(['darwin', 'win32'])('is refused on %s when a signed one is required', (platform) => {
    const asked = { ...usual, env: absent, platform, signed: true };
    expect(() => configurePackaging(asked)).toThrow('nothing signs this package');
  });

  it('is accepted on Linux', () => {
    expect(configurePackaging({ ...usual, env: absent, signed: true }).config).toEqual({
      extraResources: [],
    });
  });
});

it.each([
  ['darwin', { CSC_LINK: 'certificate' }],
  ['darwin', { CSC_NAME: 'The Hearthline founders' }],
  ['win32', { WIN_CSC_LINK: 'certificate' }],
  ['win32', { CSC_LINK: 'certificate' }],
])('a package must be signed on %s when the environment has a certificate: %j', (platform, env) => {
  const { config } = configurePackaging({ ...usual, env, platform, signed: true });
  expect(config).toMatchObject({ forceCodeSigning: true });
  expect(config).not.toHaveProperty('mac');
});

describe('electron-builder.yml', () => {
  const yml = readFileSync(new URL('../../../electron-builder.yml', import.meta.url), 'utf8');
  const described: unknown = parse(yml);

  it('adds the licenses and service profiles to the resources', () => {
    const profiles = { from: 'resources/profiles', to: 'profiles', filter: ['*.hearthline'] };
    expect(described).toMatchObject({
      extraResources: [profiles, 'LICENSE', 'THIRD-PARTY-NOTICES.md'],
    });
  });

  it('starts an AppImage in Chromium’s sandbox', () => {
    expect(described).toMatchObject({ appImage: { executableArgs: [] } });
  });

  it('builds a Windows installer for each processor, and no universal one', () => {
    expect(described).toMatchObject({ nsis: { buildUniversalInstaller: false } });
  });

  it('registers profile files on Windows under a key without spaces', () => {
    const words = 'Hearthline service profile';
    expect(described).toMatchObject({
      win: { fileAssociations: [{ name: 'Hearthline.Profile', description: words }] },
      mac: { fileAssociations: [{ name: words }] },
      linux: { fileAssociations: [{ description: words }] },
    });
    expect(described).not.toHaveProperty('fileAssociations');
  });
});
