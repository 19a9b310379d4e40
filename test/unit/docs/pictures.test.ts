/** Every picture in the docs exists, and docs/screenshots has every state that the tests check. */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const folder = 'docs/screenshots';

const listPictures = (page: string): string[] =>
  [...readFileSync(page, 'utf8').matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, path = '']) =>
    join(dirname(page), path),
  );

const onThePage = listPictures(join(folder, 'README.md'));

describe('the screenshots', () => {
  it('that a document shows exist', () => {
    const pages = ['README.md', ...globSync('docs/**/*.md')];
    expect(pages.flatMap(listPictures).filter((path) => !existsSync(path))).toEqual([]);
  });

  it('are all on their page', () => {
    const pictures = readdirSync(folder).filter((name) => name.endsWith('.png'));
    expect(pictures.filter((name) => !onThePage.includes(join(folder, name)))).toEqual([]);
  });

  it('show every state that the end-to-end tests check', () => {
    const states = globSync('test/e2e/*.test.ts').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\blook\(\s*\w+,\s*'([^']+)'/g)].map(
        ([, name = '']) => name,
      ),
    );
    expect(states.length).toBeGreaterThan(150);
    const shown = (state: string): boolean =>
      onThePage.includes(join(folder, `${state}-light-1280.png`));
    expect(states.filter((state) => !shown(state))).toEqual([]);
  });
});
