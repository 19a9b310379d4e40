/**
 * `node scripts/release.mjs TAG`: writes the files that a draft release needs besides its packages in dist/: checksums,
 * a bill of materials (SBOM), and the notes, from the changelog. Refuses a tag of another version, and prereleases,
 * because there is one channel of updates.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { billOfMaterials } from './bill-of-materials.mjs';
import { continueUnderNode24, isNewEnough } from './node24.mjs';
import { CannotContinue, fileDigest, isProgram, root, runScript } from './script.mjs';
import { shippedPackages } from './third-party.mjs';

const sumsFile = 'SHA256SUMS';

/**
 * The changelog's section of the version that a tag names.
 * @param {{ tag: string, version: string, changelog: string }} release `version`: of package.json
 * @returns {string} Markdown; throws CannotContinue when the three do not agree, and for a prerelease
 */
export function releaseNotes({ tag, version, changelog }) {
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

/**
 * The checksums of a folder's files, as `sha256sum --check` reads them.
 * @param {string} folder
 * @returns {Promise<string>} throws CannotContinue when there is nothing to sum
 */
export async function checksums(folder) {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== sumsFile)
    .map(({ name }) => name)
    .sort();
  if (names.length === 0) throw new CannotContinue(`${folder} holds no packages`);
  const lines = [];
  for (const name of names)
    lines.push(`${await fileDigest(path.join(folder, name), 'sha256', 'hex')}  ${name}\n`);
  return lines.join('');
}

if (isProgram(import.meta.url)) {
  await runScript(async () => {
    const args = process.argv.slice(2);
    if (!isNewEnough()) return continueUnderNode24(fileURLToPath(import.meta.url), args);
    const read = (name) => readFileSync(path.join(root, name), 'utf8');
    const { name, version } = JSON.parse(read('package.json'));
    const [tag = ''] = args;
    writeFileSync(
      path.join(root, 'notes.md'),
      releaseNotes({ tag, version, changelog: read('CHANGELOG.md') }),
    );
    const dist = path.join(root, 'dist');
    const shipped = await shippedPackages();
    const bill = billOfMaterials({ app: { name, version }, shipped, at: new Date() });
    writeFileSync(path.join(dist, 'sbom.cdx.json'), JSON.stringify(bill, null, 2));
    writeFileSync(path.join(dist, sumsFile), await checksums(dist));
    return 0;
  });
}
