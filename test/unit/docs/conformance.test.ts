/** docs/conformance.md is only worth what it points to: every file and every test that it names must be there. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const repo = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(repo, path), 'utf8');

type Row = { readonly rule: string; readonly files: readonly string[]; readonly tests: string[] };

/** The rows of every table with a test column: rule, sandbox, client, person, test. */
const rowsOf = (text: string): readonly Row[] =>
  text.split('\n').flatMap((line) => {
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    if (cells.length !== 7 || /^(-+|Rule)$/.test(cells[1] ?? '')) return [];
    const [, rule = '', sandbox = '', client = '', person = '', test = ''] = cells;
    const named = (cell: string): string[] =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '');
    const files = [sandbox, client, person].flatMap(named).filter((name) => name.includes('/'));
    return [{ rule, files, tests: named(test) }];
  });

const testFile = (short: string): string | null =>
  [`test/${short}.test.ts`, `test/${short}.test.tsx`].find((path) =>
    existsSync(join(repo, path)),
  ) ?? null;

/** A title as a pattern: what a table-driven test fills in may be anything. */
const patternOf = (title: string): RegExp => {
  const literal = title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replaceAll(/%[sdifjoO#]|\\\$\w+(?:\\\.\w+)*|\0/g, '.+')}$`, 'u');
};

const textOf = (node: ts.Expression | undefined): string | null => {
  if (node === undefined) return null;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map((span) => `\0${span.literal.text}`).join('');
};

/** Titles of every test of a file, alone and behind those of the groups around them. */
const titlesOf = (path: string): readonly RegExp[] => {
  const source = ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest);
  const found: RegExp[] = [];
  const visit = (node: ts.Node, groups: readonly string[]): void => {
    let inside = groups;
    if (ts.isCallExpression(node)) {
      const called = /^(describe|test\.describe|it|test)\b/.exec(node.expression.getText(source));
      const title = called && textOf(node.arguments[0]);
      if (title != null && called?.[1]?.endsWith('describe')) inside = [...groups, title];
      else if (title != null) found.push(patternOf(title), patternOf([...groups, title].join(' ')));
    }
    ts.forEachChild(node, (child) => visit(child, inside));
  };
  visit(source, []);
  return found;
};

const titles = new Map<string, readonly RegExp[]>();
const exists = (reference: string): boolean => {
  const [short = '', title = ''] = reference.split(' › ');
  const path = testFile(short);
  if (path === null) return false;
  const known = titles.get(path) ?? titlesOf(path);
  titles.set(path, known);
  return known.some((pattern) => pattern.test(title));
};

describe('the conformance table', () => {
  const rows = rowsOf(read('docs/conformance.md'));

  it('has a proof for every row', () => {
    expect(rows.length).toBeGreaterThan(100);
    expect(rows.filter(({ tests }) => tests.length === 0).map(({ rule }) => rule)).toEqual([]);
  });

  it('names only tests that exist', () => {
    const missing = rows.flatMap(({ tests }) => tests.filter((test) => !exists(test)));
    expect(missing).toEqual([]);
  });

  it('names only files that exist', () => {
    const missing = rows.flatMap(({ files }) =>
      files.filter((file) => !existsSync(join(repo, file))),
    );
    expect(missing).toEqual([]);
  });
});
