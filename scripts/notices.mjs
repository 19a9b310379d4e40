/**
 * `npm run notices [-- --check]`: writes THIRD-PARTY-NOTICES.md, which says whose work the app is made of and
 * under which terms: what package-lock.json installs beside the app, and what is in its bundles. With
 * --check nothing is written, and it fails when the file is not what would be written.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bundledPackages } from './bundled-packages.mjs';
import { licensesOf } from './licenses.mjs';
import { continueUnderNode24, isNewEnough } from './node24.mjs';
import { CannotContinue, root, runScript } from './script.mjs';
import { ensurePackages } from './setup.mjs';

const file = path.join(root, 'THIRD-PARTY-NOTICES.md');

const head = `# Third-party notices

Hearthline is made with the work of others. This file names the packages that are in the app, with their versions and licenses, and
has the text of each license once, with the packages that it belongs to. \`npm run notices\` writes it from \`package-lock.json\`
and the build; change nothing here by hand.

- **Electron and Chromium**: their licenses are the files \`LICENSE\` (or \`LICENSE.electron.txt\`) and \`LICENSES.chromium.html\` beside
  the program.
- **SQLite**, inside better-sqlite3, is in the public domain.
- **The keychain's native part** (\`@napi-rs/keyring-…\`) is built of Rust crates. The file \`LICENSE.third-party.md\` beside it, in the
  app's archive, lists those of each system, with their texts.
- **Inter**, the typeface, is the package \`@fontsource-variable/inter\` below.
`;

/** What npm installs beside the app: everything that package.json's dependencies need. */
const installed = (locked) =>
  Object.entries(locked)
    .filter(([folder, { dev, devOptional }]) => folder !== '' && !dev && !devOptional)
    .map(([folder]) => folder);

function written(packages) {
  const row = ({ name, version, license }) => `| ${name} | ${version} | ${license} |`;
  const belongs = new Map();
  for (const { name, version, texts } of packages)
    for (const text of texts)
      belongs.set(text, [...(belongs.get(text) ?? []), `${name} ${version}`]);
  const texts = [...belongs].map(
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

await runScript(async () => {
  const { check } = parseArgs({ options: { check: { type: 'boolean' } } }).values;
  await ensurePackages({ log: (line) => console.error(`hearthline: ${line}`) });
  if (!isNewEnough()) {
    return continueUnderNode24(fileURLToPath(import.meta.url), process.argv.slice(2));
  }
  const { packages: locked } = JSON.parse(
    readFileSync(path.join(root, 'package-lock.json'), 'utf8'),
  );
  const folders = [...new Set([...installed(locked), ...(await bundledPackages())])];
  const packages = licensesOf(folders, { repo: root, locked });
  const text = written(packages);
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (check && text !== before) {
    throw new CannotContinue('THIRD-PARTY-NOTICES.md is not what is shipped: npm run notices');
  }
  if (!check) writeFileSync(file, text);
  console.log(`hearthline: ${packages.length} packages in THIRD-PARTY-NOTICES.md`);
  return 0;
});
