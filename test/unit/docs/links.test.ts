/** Links and paths in the docs must lead to files that exist. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const repo = join(import.meta.dirname, '../../..');
const pages = globSync(['*.md', 'docs/**/*.md', '.github/**/*.md'], { cwd: repo });

it('every relative link in the docs leads to a file', () => {
  const links = pages.flatMap((page) =>
    [...readFileSync(join(repo, page), 'utf8').matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
      .map(([, to = '']) => to)
      .filter((to) => !/^\w+:/.test(to))
      .map((to) => ({ page, to })),
  );
  expect(links.length).toBeGreaterThan(200);
  expect(links.filter(({ page, to }) => !existsSync(join(repo, dirname(page), to)))).toEqual([]);
});

it('every path in docs/architecture.md exists', () => {
  const page = readFileSync(join(repo, 'docs/architecture.md'), 'utf8').replace(/```[^]*?```/g, '');
  const roots = 'contract|docs|main|preload|renderer|resources|sandbox|scenarios|scripts|test';
  const paths = [...page.matchAll(new RegExp(`\`((?:${roots})/[^\`]*)\``, 'g'))].map(
    ([, path = '']) => path,
  );
  expect(paths.length).toBeGreaterThan(50);
  expect(paths.filter((path) => !existsSync(join(repo, path)))).toEqual([]);
});
