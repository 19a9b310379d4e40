/** Every picture that the documents show is there, and every state the tests look at is shown. */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const folder = 'docs/screenshots';

const shownIn = (page: string): string[] =>
  [...readFileSync(page, 'utf8').matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, path = '']) =>
    join(dirname(page), path),
  );

const onThePage = shownIn(join(folder, 'README.md'));

describe('the pictures', () => {
  it('that a document shows are there', () => {
    const pages = ['README.md', ...globSync('docs/**/*.md')];
    expect(pages.flatMap(shownIn).filter((path) => !existsSync(path))).toEqual([]);
  });

  it('stand on their page, each of them', () => {
    const pictures = readdirSync(folder).filter((name) => name.endsWith('.png'));
    expect(pictures.filter((name) => !onThePage.includes(join(folder, name)))).toEqual([]);
  });

  it('show every state that the end-to-end tests look at', () => {
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
