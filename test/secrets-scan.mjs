/**
 * The last stage of `npm test` (security rule 7): every end-to-end run leaves its data folders and the
 * state of the service it talked to. Each secret that the service gave out (client secrets, codes,
 * tokens, passwords of webhooks) is looked for in everything that the app wrote: database, logs, browser
 * storage, crash files. Only the encrypted vault may hold them, and there they cannot be read.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const data = join(import.meta.dirname, '../test-results/data');

const filesBelow = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
    : [];

const isSecretName = (name) =>
  /secret|token|password|^codes?$|refresh/i.test(name) && !/url$/i.test(name);

/** Long strings under the name of a secret, and the keys of a map under one, at any depth. */
const secretsIn = (value, isSecret = false) => {
  if (typeof value === 'string') return isSecret ? [value] : [];
  if (value === null || typeof value !== 'object') return [];
  const inner = Object.entries(value).flatMap(([name, one]) => secretsIn(one, isSecretName(name)));
  return isSecret && !Array.isArray(value) ? [...Object.keys(value), ...inner] : inner;
};
const isLong = (text) => text.length >= 16;

const files = filesBelow(data);
const states = files.filter((file) => /(service|practice|profile)\.json$/.test(file));
const secrets = new Set(
  states.flatMap((file) => secretsIn(JSON.parse(readFileSync(file, 'utf8')))).filter(isLong),
);
const isOfApp = (file) => /[\\/]app[\\/]/.test(relative(data, file));
const written = files.filter((file) => isOfApp(file) && !states.includes(file));

if (secrets.size === 0 || written.length === 0) {
  console.error(
    'No end-to-end run left anything to look through: run npm test with its e2e stage.',
  );
  process.exit(1);
}
const needles = [...secrets].map((secret) => Buffer.from(secret));
const found = written.filter((file) => {
  const bytes = readFileSync(file);
  return needles.some((needle) => bytes.includes(needle));
});
for (const file of found) console.error(`a secret stands in ${relative(data, file)}`);
console.log(`${secrets.size} secrets looked for in ${written.length} files: ${found.length} found`);
process.exit(found.length === 0 ? 0 : 1);
