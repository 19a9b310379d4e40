/** Configuration besides electron-builder.yml: Electron, signature, homepage and updates (docs/updates.md). */
import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { CannotContinue } from './script.mjs';

/** The variables that name a certificate, by system; Linux packages have none. */
const certificates = { darwin: ['CSC_LINK', 'CSC_NAME'], win32: ['WIN_CSC_LINK', 'CSC_LINK'] };

/**
 * Returns the configuration, `targets` (null for those of the yml), additional variables and messages. Throws
 * CannotContinue for an incomplete configuration of updates, and if `signed` lacks a certificate.
 */
export function configurePackaging({ runtime, node, env, signed, platform = process.platform }) {
  const home = findHomepage(env);
  const { publish, key } = configureUpdates(env);
  const resources = key === null ? [] : [key];
  const config = {
    ...configureSigning({ env, signed, platform }),
    ...(home !== null && { extraMetadata: { homepage: home } }),
    ...(publish !== null && { publish }),
    ...(runtime.dist !== null && {
      electronDist: runtime.dist,
      ...(runtime.version !== null && { electronVersion: runtime.version }),
    }),
    ...((runtime.dist !== null || platform === 'darwin') && { afterExtract: prepareElectron }),
    extraResources: resources,
  };
  if (runtime.isOfficial) return { config, targets: null, env: {}, messages: [] };
  return {
    config: {
      ...config,
      // Plain Node cannot read the archive, so its files are unpacked.
      asarUnpack: ['out/main/**', 'node_modules/**', 'resources/photos/**'],
      extraResources: [{ from: node, to: path.basename(node) }, ...resources],
    },
    targets: ['dir', 'tar.gz'],
    // It is temporary, so speed matters more than size.
    env: { ELECTRON_BUILDER_COMPRESSION_LEVEL: '1' },
    messages: [
      `the engine needs a newer Node than this Electron brings, so one is put beside it (${path.basename(node)})`,
      'this package is for trying out; one to ship is built where the official Electron can be reached',
    ],
  };
}

/** Removes the default app. On macOS, moves Electron's licenses into the app: the packager would delete them. */
async function prepareElectron({ appOutDir, electronPlatformName }) {
  const isMac = electronPlatformName === 'darwin';
  const inside = isMac ? path.join('Electron.app', 'Contents', 'Resources') : 'resources';
  const resources = path.join(appOutDir, inside);
  for (const name of ['default_app.asar', 'default_app.sha256']) {
    await rm(path.join(resources, name), { force: true });
  }
  if (!isMac) return;
  for (const [name, newName] of [
    ['LICENSE', 'LICENSE.electron.txt'],
    ['LICENSES.chromium.html', 'LICENSES.chromium.html'],
  ]) {
    await rename(path.join(appOutDir, name), path.join(resources, newName));
  }
}

/** Configures signing with the certificate that the environment names, never with one that is just installed. */
function configureSigning({ env, signed, platform }) {
  const names = certificates[platform];
  if (names === undefined) return {};
  if (names.some((name) => env[name])) return { forceCodeSigning: true };
  if (signed)
    throw new CannotContinue(`nothing signs this package: ${names.join(' or ')} is empty`);
  // Apple processors run nothing without a signature. An ad-hoc one is made when the fuses are set: electron-builder's
  // would enable the hardened runtime, under which Electron may not load its own libraries.
  return platform === 'darwin'
    ? { mac: { identity: null }, electronFuses: { resetAdHocDarwinSignature: true } }
    : {};
}

/** Finds the address of the sources in a build server's variables; Linux packages name it. */
function findHomepage({ GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository }) {
  return server && repository ? `${server}/${repository}` : null;
}

/** Returns the address of updates and the key that verifies them. A package without them never checks for updates. */
function configureUpdates({ HEARTHLINE_UPDATES: where, HEARTHLINE_UPDATE_PUBLIC_KEY: keyFile }) {
  if (!where && !keyFile) return { publish: null, key: null };
  if (!where || !keyFile) {
    throw new CannotContinue(
      'updates need HEARTHLINE_UPDATES (https://… or github:OWNER/REPOSITORY) and ' +
        'HEARTHLINE_UPDATE_PUBLIC_KEY (the file of the public key), or neither',
    );
  }
  const [, owner, repo] = /^github:([\w.-]+)\/([\w.-]+)$/.exec(where) ?? [];
  if (owner === undefined && !where.startsWith('https://')) {
    throw new CannotContinue(`HEARTHLINE_UPDATES: ${where} is neither https://… nor github:…`);
  }
  return {
    publish:
      owner === undefined
        ? { provider: 'generic', url: where }
        : { provider: 'github', owner, repo },
    key: { from: checkPublicKey(keyFile), to: 'update-key.pem' },
  };
}

/** Returns the path of a public key after checking it: with an unreadable one, the app would reject every update. */
function checkPublicKey(file) {
  try {
    const pem = readFileSync(file, 'utf8');
    // Node would accept a private key too, which would then be shipped.
    if (
      /^-----BEGIN PUBLIC KEY-----/.test(pem) &&
      createPublicKey(pem).asymmetricKeyType === 'ed25519'
    )
      return path.resolve(file);
  } catch {
    // Reported below.
  }
  throw new CannotContinue(
    `HEARTHLINE_UPDATE_PUBLIC_KEY: ${file} holds no Ed25519 public key in PEM`,
  );
}
