/** The files and commands that CONTRIBUTING.md names must exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createStages } from '../../../scripts/test-stages.mjs';

const repo = join(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(join(repo, file), 'utf8');
const text = read('CONTRIBUTING.md');

describe('CONTRIBUTING.md', () => {
  it('names only files and folders that exist', () => {
    const paths = [...text.matchAll(/\b(?:[\w-]+\/)+[\w.-]*|\b[\w-]+\.(?:md|json)\b/g)]
      .map(([path]) => path)
      .filter((path) => !/^(test-results|PWD)\//.test(path));
    expect(paths.length).toBeGreaterThan(30);
    expect(paths.filter((path) => !existsSync(join(repo, path)))).toEqual([]);
  });

  it('names only scripts that exist, and every stage', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const run = [...text.matchAll(/\bnpm (?:run )?(\w+)\b/g)];
    expect(run.map(([, name = '']) => name).filter((name) => !(name in scripts))).toEqual([]);
    const missing = createStages().filter(({ name }) => !new RegExp(`\\b${name}\\b`).test(text));
    expect(missing.map(({ name }) => name)).toEqual([]);
  });
});

it('a clone has the same line endings on every system, except for cmd scripts', () => {
  const rules = read('.gitattributes').split('\n');
  expect(rules).toContain('* text=auto eol=lf');
  expect(rules).toContain('*.cmd text eol=crlf');
});

describe('the test folder', () => {
  it.each([
    ['unit/engine', 'main/engine'],
    ['unit/renderer', 'renderer'],
    ['integration/engine', 'main/engine'],
  ])('test/%s mirrors %s', (tests, sources) => {
    const folders = readdirSync(join(repo, 'test', tests), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'support')
      .map(({ parentPath, name }) => relative(join(repo, 'test', tests), join(parentPath, name)));
    expect(folders.length).toBeGreaterThan(0);
    expect(folders.filter((folder) => !existsSync(join(repo, sources, folder)))).toEqual([]);
  });
});
