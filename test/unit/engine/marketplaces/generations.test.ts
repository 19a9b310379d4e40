import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { describe, expect, it } from 'vitest';

const marketplaces = 'main/engine/marketplaces';

/** All imports into a folder from outside of it, as "importer → module". */
const importsFromOutside = (folder: string): readonly string[] =>
  globSync('{main,contract,preload,renderer,scripts}/**/*.{ts,tsx,mjs,cjs}')
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.startsWith(`${folder}/`))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)]
        .map(([, specifier = '']) => join(dirname(file), specifier))
        .filter((path) => path.startsWith(`${folder}/`))
        .map((path) => `${file} → ${path}`),
    );

/** Only `entry` may import a folder, in one line. */
const expectOneLine = (folder: string, entry: string): void => {
  const imported = importsFromOutside(folder);
  expect(imported).toHaveLength(1);
  expect(imported[0]).toMatch(new RegExp(`^${entry} → ${folder}/\\w+\\.ts$`));
  const lines = readFileSync(entry, 'utf8').split('\n');
  const name = folder.slice(dirname(entry).length + 1);
  expect(lines.filter((line) => line.includes(`'./${name}/`))).toHaveLength(1);
};

describe('an interface generation', () => {
  it.each(['legacy', 'v4'])('can be removed with its folder and one line: %s', (name) => {
    const own = `${marketplaces}/pro-integration`;
    expectOneLine(`${own}/${name}`, `${own}/generations.ts`);
  });
});

describe('a marketplace', () => {
  it('is in its folder, and one line names it', () => {
    expectOneLine(`${marketplaces}/pro-integration`, `${marketplaces}/marketplaces.ts`);
  });
});
