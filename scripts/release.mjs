/** `node scripts/release.mjs TAG`: writes checksums, SBOM and notes of a draft release; refuses prereleases. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildBillOfMaterials } from './bill-of-materials.mjs';
import { runUnderNode24 } from './node24.mjs';
import { CannotContinue, hashFile, isProgram, root } from './script.mjs';
import { findShippedPackages } from './third-party.mjs';

const sumsFile = 'SHA256SUMS';

/** Extracts the changelog's section of a tag's version. Throws CannotContinue for another version and prereleases. */
export function extractReleaseNotes({ tag, version, changelog }) {
  if (tag !== `v${version}`) {
    throw new CannotContinue(`the tag ${tag} is not that of package.json's version ${version}`);
  }
  if (version.includes('-')) {
    throw new CannotContinue(`${tag} is a prerelease, whose copies might never find the release`);
  }
  const [, section] = changelog.split(
    new RegExp(`^## \\[${version.replaceAll('.', '\\.')}\\].*$`, 'm'),
  );
  const notes = section?.split(/^## /m)[0]?.trim();
  if (!notes) throw new CannotContinue(`CHANGELOG.md says nothing of ${version}`);
  return `${notes}\n`;
}

/** Computes the checksums of a folder's files for `sha256sum --check`. Throws CannotContinue without files. */
export async function computeChecksums(folder) {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== sumsFile)
    .map(({ name }) => name)
    .sort();
  if (names.length === 0) throw new CannotContinue(`${folder} holds no packages`);
  const lines = [];
  for (const name of names)
    lines.push(`${await hashFile(path.join(folder, name), 'sha256', 'hex')}  ${name}\n`);
  return lines.join('');
}

if (isProgram(import.meta.url)) {
  await runUnderNode24(import.meta.url, async ([tag = '']) => {
    const read = (name) => readFileSync(path.join(root, name), 'utf8');
    const { name, version } = JSON.parse(read('package.json'));

    writeFileSync(
      path.join(root, 'notes.md'),
      extractReleaseNotes({ tag, version, changelog: read('CHANGELOG.md') }),
    );
    const dist = path.join(root, 'dist');
    const shipped = await findShippedPackages();
    const bill = buildBillOfMaterials({ app: { name, version }, shipped, at: new Date() });
    writeFileSync(path.join(dist, 'sbom.cdx.json'), JSON.stringify(bill, null, 2));
    writeFileSync(path.join(dist, sumsFile), await computeChecksums(dist));
    return 0;
  });
}
