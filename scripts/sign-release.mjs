/**
 * `node scripts/sign-release.mjs [FOLDER]`: signs the releases that the packager has left in a folder (dist/), so that
 * apps accept them as updates (docs/updates.md). The private key is read from HEARTHLINE_UPDATE_KEY, as PEM, and never
 * written. Refuses files that differ from the metadata, a release that lacks a system, and a private key that does not
 * match the public key in the file HEARTHLINE_UPDATE_PUBLIC_KEY, if it is set.
 */
import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runUnderNode24 } from './node24.mjs';
import { CannotContinue, hashFile, isProgram, root } from './script.mjs';

/** Signs the metadata of each release, once without and once with the date. Returns the files' names. */
export async function signReleases({ folder, pem, packagedKey, now }) {
  const key = readPrivateKey(pem);
  if (packagedKey !== null && !isPublicHalf(packagedKey, key)) {
    throw new CannotContinue(
      'HEARTHLINE_UPDATE_PUBLIC_KEY is not the public half of HEARTHLINE_UPDATE_KEY: ' +
        'a copy with that one would refuse what this one signs',
    );
  }
  // The app's own functions, so that the signature covers exactly the text that the app verifies.
  const { formatRelease } = await import('../main/shell/updates/release-text.ts');
  const { verifyRelease } = await import('../main/shell/updates/release.ts');
  const { parseUpdateInfo } = (await import('electron-updater/out/providers/Provider.js')).default;
  const signedAt = new Date(now).toISOString();
  const signed = [];
  for (const { name, system } of listReleases(folder)) {
    const file = path.join(folder, name);
    const text = readFileSync(file, 'utf8').replaceAll(
      /^(signature|signedAt|dateSignature):.*\n?/gm,
      '',
    );
    const { version, files } = parseUpdateInfo(text, name, new URL('file:///'));
    for (const each of files) await checkFile(folder, each);
    const signedFiles = files.map(({ url, size, sha512 }) => ({ name: url, size, sha512 }));
    const createSignature = (date) =>
      sign(null, Buffer.from(formatRelease(system, version, signedFiles, date)), key).toString(
        'base64',
      );
    // Older copies of the app know only the first signature, which covers no date.
    const fields = [
      `signature: ${createSignature()}`,
      `signedAt: '${signedAt}'`,
      `dateSignature: ${createSignature(signedAt)}`,
    ];
    const all = [text.trimEnd(), ...fields, ''].join('\n');
    const verified = verifyRelease(parseUpdateInfo(all, name, new URL('file:///')), {
      system,
      key: createPublicKey(key),
    });
    if (!verified.ok)
      throw new CannotContinue(`${name}: the app would refuse it: ${verified.error.message}`);
    if (verified.value.signedAt !== now)
      throw new CannotContinue(`${name}: the app would not believe its date`);
    writeFileSync(file, all);
    signed.push(name);
  }
  return signed;
}

function readPrivateKey(pem) {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Reported below without the key.
  }
  throw new CannotContinue('HEARTHLINE_UPDATE_KEY holds no Ed25519 private key in PEM');
}

function isPublicHalf(pem, key) {
  try {
    return createPublicKey(pem).equals(createPublicKey(key));
  } catch {
    return false;
  }
}

/** Lists the metadata files of a release with their systems. Throws CannotContinue if a system is missing. */
function listReleases(folder) {
  const found = (existsSync(folder) ? readdirSync(folder) : []).flatMap((name) => {
    const parts = /^latest(?:-(mac|linux(?:-[a-z0-9]+)?))?\.yml$/.exec(name);
    return parts === null ? [] : [{ name, system: parts[1] ?? 'win' }];
  });
  if (found.length === 0) throw new CannotContinue(`${folder} holds no release: no latest*.yml`);
  const missing = ['latest.yml', 'latest-mac.yml', 'latest-linux.yml'].filter(
    (wanted) => !found.some(({ name }) => name === wanted),
  );
  if (missing.length > 0)
    throw new CannotContinue(
      `a release is for every system: ${folder} lacks ${missing.join(', ')}`,
    );
  return found;
}

async function checkFile(folder, { url, size, sha512 }) {
  const file = path.join(folder, decodeURIComponent(url));
  if (!existsSync(file))
    throw new CannotContinue(`${url} is not there: it is signed where it was packaged`);
  if (statSync(file).size !== size || (await hashFile(file, 'sha512', 'base64')) !== sha512)
    throw new CannotContinue(`${url} is not the file that the metadata describes`);
}

if (isProgram(import.meta.url)) {
  await runUnderNode24(import.meta.url, async ([chosen]) => {
    const folder = path.resolve(chosen ?? path.join(root, 'dist'));
    const { HEARTHLINE_UPDATE_KEY: pem = '', HEARTHLINE_UPDATE_PUBLIC_KEY: file } = process.env;
    const packagedKey = file ? readFileSync(file, 'utf8') : null;
    const names = await signReleases({ folder, pem, packagedKey, now: Date.now() });
    for (const name of names) console.log(`signed ${name}`);
    return 0;
  });
}
