/** A document that sends its reader to another one sends him to one that is there. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const repo = join(import.meta.dirname, '../../..');
const pages = globSync(['*.md', 'docs/**/*.md', '.github/**/*.md'], { cwd: repo });

it('every link of a document leads to a file', () => {
  const links = pages.flatMap((page) =>
    [...readFileSync(join(repo, page), 'utf8').matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
      .map(([, to = '']) => to)
      .filter((to) => !/^\w+:/.test(to))
      .map((to) => ({ page, to })),
  );
  expect(links.length).toBeGreaterThan(200);
  expect(links.filter(({ page, to }) => !existsSync(join(repo, dirname(page), to)))).toEqual([]);
});
