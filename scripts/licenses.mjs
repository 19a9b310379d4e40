/** Finds the licenses of the app's packages, and rejects those without a text or not in the list below. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { CannotContinue } from './script.mjs';

/** SPDX names of licenses that require only a copy of their text. */
const allowed = [
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0'],
  ...['CC0-1.0', 'Unlicense', 'Python-2.0', 'OFL-1.1', 'Unicode-3.0'],
];

/** Texts for packages that name their license without including it. */
const formatMIT = (holder) => `MIT License

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`;
const textless = {
  'abstract-logging': formatMIT('James Sumners'),
  'lazy-val': formatMIT('Vladimir Krivosheev'),
};

/** True if an SPDX expression may be shipped: one of its licenses with OR, each of them with AND. */
export function isAllowed(expression) {
  const words = expression.match(/[()]|[^\s()]+(?:\s+WITH\s+[^\s()]+)?/g) ?? [];
  const parseAny = () => parseList('OR', parseAll, (all) => all.some(Boolean));
  const parseAll = () => parseList('AND', parseOne, (all) => all.every(Boolean));
  const parseOne = () => {
    const word = words.shift();
    if (word !== '(') return allowed.includes(word);
    const inside = parseAny();
    return words.shift() === ')' && inside;
  };
  const parseList = (word, parsePart, judge) => {
    const all = [parsePart()];
    while (words[0] === word) {
      words.shift();
      all.push(parsePart());
    }
    return judge(all);
  };
  return parseAny() && words.length === 0;
}

const isText = (name) => /^(licen[cs]e|copying|notice)([.-].*)?$/i.test(name);

/** Reads the license texts of a package and of code that it includes, without trailing blanks. */
function readTexts(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isText(entry.name))
    .map(({ parentPath, name }) =>
      path.relative(folder, path.join(parentPath, name)).replaceAll('\\', '/'),
    )
    .filter((file) => !file.split('/').includes('node_modules'))
    .sort()
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))
    .map((text) => text.replaceAll(/[^\S\n]+$/gm, '').trim());
}

/** Reads the license notices, sorted by name and version. Throws CannotContinue with all that cannot be shipped. */
export function readLicenses(folders, { repo, locked }) {
  const refused = [];
  const all = folders.map((folder) => {
    const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const { version, license = 'none', optional } = locked[folder] ?? { version: 'unknown' };
    // Optional packages are native parts, of which only this system's is installed: their text is the owner's.
    const from = optional ? findOwner(name, locked) : folder;
    const found = readTexts(path.join(repo, from));
    const texts = found.length > 0 ? found : [textless[name]].filter(Boolean);
    if (!isAllowed(license))
      refused.push(`${name} ${version}: the license ${license} is not allowed`);
    if (texts.length === 0) refused.push(`${name} ${version}: there is no text of its license`);
    return { name, version, license, texts };
  });
  if (refused.length > 0)
    throw new CannotContinue(`these cannot be shipped:\n${refused.join('\n')}`);
  const toKey = ({ name, version }) => `${name} ${version}`;
  const once = [...new Map(all.map((one) => [toKey(one), one])).values()];
  return once.sort((a, b) => (toKey(a) < toKey(b) ? -1 : 1));
}

function findOwner(name, locked) {
  const owners = Object.entries(locked).filter(
    ([, one]) => name in (one.optionalDependencies ?? {}),
  );
  return owners[0]?.[0] ?? '';
}
