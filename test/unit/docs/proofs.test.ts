/**
 * Every file and test that docs/features.md and docs/security.md name exists. Reviewers judge if a test proves its row.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const repo = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(repo, path), 'utf8');
const isThere = (path: string): boolean => existsSync(join(repo, path));

type Row = { readonly rule: string; readonly files: string[]; readonly tests: string[] };

const named = (cell: string): string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

/** The cells of the rows of every table that has so many columns, without its heading. */
const cellsOf = (text: string, columns: number): readonly (readonly string[])[] =>
  text.split('\n').flatMap((line, at, lines) => {
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    const isHeading = /^\| -/.test(line) || /^\| -/.test(lines[at + 1] ?? '');
    return cells.length !== columns + 2 || isHeading ? [] : [cells.slice(1, -1)];
  });

/** Feature, or the number of a rule of security; what it does; where; test. */
const featuresOf = (text: string): readonly Row[] =>
  cellsOf(text, 4).map(([feature = '', does = '', where = '', test = '']) => ({
    rule: `${feature}: ${does}`,
    files: named(where),
    tests: named(test),
  }));

/** A title as a pattern: what a table-driven test or a template fills in is a group. */
const patternOf = (title: string): RegExp => {
  const literal = title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replaceAll(/%(?:\d\\\$)?[sdifjoO]|\0/g, '(.+?)')}$`, 'u');
};

const titleOf = (node: ts.Expression | undefined): string | null => {
  if (node === undefined) return null;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map((span) => `\0${span.literal.text}`).join('');
};

type TestFile = { readonly text: string; readonly titles: readonly RegExp[] };

/** Titles of every test of a file, alone and behind those of the groups around them. */
const readTests = (path: string): TestFile => {
  const text = read(path);
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const titles: RegExp[] = [];
  const visit = (node: ts.Node, groups: readonly string[]): void => {
    let inside = groups;
    if (ts.isCallExpression(node)) {
      const called = /^(describe|test\.describe|it|test)\b/.exec(node.expression.getText(source));
      const title = called && titleOf(node.arguments[0]);
      if (title != null && called?.[1]?.endsWith('describe')) inside = [...groups, title];
      else if (title != null)
        titles.push(patternOf(title), patternOf([...groups, title].join(' ')));
    }
    ts.forEachChild(node, (child) => visit(child, inside));
  };
  visit(source, []);
  return { text, titles };
};

const testFiles = new Map<string, TestFile>();

/** Whether `reference`, a file below test/ › a title, is a test; its cases must stand in the file. */
const exists = (reference: string): boolean => {
  const [short = '', title = ''] = reference.split(' › ');
  const path = [`test/${short}.test.ts`, `test/${short}.test.tsx`].find(isThere);
  if (path === undefined) return false;
  const { text, titles } = testFiles.get(path) ?? readTests(path);
  testFiles.set(path, { text, titles });
  return titles.some((pattern) => {
    const [matched, ...cases] = pattern.exec(title) ?? [];
    return matched !== undefined && cases.every((value) => text.includes(value));
  });
};

describe.each([
  {
    table: 'docs/features.md',
    rows: featuresOf(read('docs/features.md')),
    atLeast: 100,
    isProof: (test: string) => test.startsWith('e2e/'),
  },
  {
    table: 'docs/security.md',
    rows: featuresOf(read('docs/security.md')),
    atLeast: 60,
    isProof: () => true,
  },
])('$table', ({ rows, atLeast, isProof }) => {
  it('has a proof for every row', () => {
    expect(rows.length).toBeGreaterThan(atLeast);
    expect(rows.filter(({ tests }) => !tests.some(isProof)).map(({ rule }) => rule)).toEqual([]);
  });

  it('names only tests that exist', () => {
    expect(rows.flatMap(({ tests }) => tests.filter((test) => !exists(test)))).toEqual([]);
  });

  it('names only files that exist', () => {
    expect(rows.flatMap(({ files }) => files.filter((file) => !isThere(file)))).toEqual([]);
  });
});

it('docs/security.md has a row for each rule, in their order', () => {
  const numbers = cellsOf(read('docs/security.md'), 4).map(([number]) => Number(number));
  expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
  expect([...new Set(numbers)]).toEqual(Array.from({ length: 23 }, (_, index) => index + 1));
});
