import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { describe, expect, it } from 'vitest';

const accounts = 'main/engine/accounts';

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

describe('an interface generation', () => {
  it.each(['legacy', 'v4'])('can be removed with its folder and one line: %s', (name) => {
    const folder = `${accounts}/${name}`;
    expect(importsFromOutside(folder)).toEqual([
      `${accounts}/generations.ts → ${folder}/generation.ts`,
    ]);
    const lines = readFileSync(`${accounts}/generations.ts`, 'utf8').split('\n');
    expect(lines.filter((line) => line.includes(`'./${name}/`))).toHaveLength(1);
  });
});
