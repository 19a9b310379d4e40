/** Finds the packages in the app, and formats THIRD-PARTY-NOTICES.md with their licenses. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findBundledPackages } from './bundled-packages.mjs';
import { readLicenses } from './licenses.mjs';
import { root } from './script.mjs';

const head = `# Third-party notices

Hearthline is made with the work of others. This file names the packages that are in the app, with their versions and licenses, and
has the text of each license once, with the packages that it belongs to. \`npm run notices\` writes it from \`package-lock.json\`
and the build; change nothing here by hand.

- **Electron and Chromium**: their licenses are the files \`LICENSE\` (or \`LICENSE.electron.txt\`) and \`LICENSES.chromium.html\` beside
  the program, on macOS in the app's folder \`Contents/Resources\`.
- **SQLite**, inside better-sqlite3, is in the public domain.
- **The keychain's native part** (\`@napi-rs/keyring-…\`) is built of Rust crates. The file \`LICENSE.third-party.md\` beside it, in the
  app's archive, lists those of each system, with their texts.
- **Inter**, the typeface, is the package \`@fontsource-variable/inter\` below.
`;

/** Lists the packages that npm installs with the app: package.json's dependencies, and theirs. */
const listInstalled = (locked) =>
  Object.entries(locked)
    .filter(([folder, { dev, devOptional }]) => folder !== '' && !dev && !devOptional)
    .map(([folder]) => folder);

function formatPackages(packages) {
  const row = ({ name, version, license }) => `| ${name} | ${version} | ${license} |`;
  const namesByText = new Map();
  for (const { name, version, texts } of packages)
    for (const text of texts)
      namesByText.set(text, [...(namesByText.get(text) ?? []), `${name} ${version}`]);
  const texts = [...namesByText].map(
    ([text, names]) => `### ${names.join(', ')}\n\n~~~~text\n${text}\n~~~~`,
  );
  return [
    head,
    '## Packages\n',
    '| Package | Version | License |',
    '| --- | --- | --- |',
    ...packages.map(row),
    '\n## Texts\n',
    `${texts.join('\n\n')}\n`,
  ].join('\n');
}

/** Finds the packages that npm installs with the app and those in its bundles. Returns them with the lockfile's entries. */
export async function findShippedPackages() {
  const lockfile = readFileSync(path.join(root, 'package-lock.json'), 'utf8');
  const { packages: locked } = JSON.parse(lockfile);
  return {
    folders: [...new Set([...listInstalled(locked), ...(await findBundledPackages())])],
    locked,
  };
}

/** Formats the notices. Throws CannotContinue with every package that cannot be shipped. */
export function formatNotices({ folders, locked }) {
  return formatPackages(readLicenses(folders, { repo: root, locked }));
}
