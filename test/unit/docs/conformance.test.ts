/** docs/conformance.md covers every clause of the specification, and names only tests and folders that exist. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const repo = join(import.meta.dirname, '../../..');
const exists = (path: string): boolean => existsSync(join(repo, path));
const [intro = '', ...sections] = readFileSync(join(repo, 'docs/conformance.md'), 'utf8').split(
  /^#{2,3} /m,
);

const listNames = (cell: string): string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

/** The rows below the heading of each table. */
const tables = sections.flatMap((section) => {
  const [heading = '', ...lines] = section.split('\n');
  const rows = lines
    .filter((line) => line.startsWith('| '))
    .slice(2)
    .map((line) => {
      const [, clauses = '', tests = ''] = line.split(/(?<!\\)\|/);
      return {
        clauses: clauses.split(';').map((clause) => clause.trim()),
        tests: listNames(tests),
      };
    });
  return rows.length === 0 ? [] : [{ heading, rows }];
});
const rows = tables.flatMap((table) => table.rows);

/** The specification's clauses by section: a section never shrinks. */
const clauses = [
  ['Purpose of the service', 9],
  ['Token response', 4],
  ['Authorization redirect result', 4],
  ['Lead', 28],
  ['Schedule string rules', 9],
  ['Lead types', 13],
  ['ChargeState', 3],
  ['Message delivered to a partner', 7],
  ['Lead update', 3],
  ['Message sent by a partner', 2],
  ['Account info', 4],
  ['Disconnect result', 2],
  ['Test lead', 9],
  ['Business (v4)', 3],
  ['Pagination (v4 lists)', 2],
  ['Webhook (v4)', 8],
  ['Business phone number (v4)', 8],
  ['User (v4, self)', 4],
  ['States and transitions', 10],
  ['Token lifecycle', 5],
  ['Endpoints', 2],
  ['A. Connection page', 8],
  ['B. Token endpoint', 10],
  ['C. Send a message as a pro', 7],
  ['D. Account info', 2],
  ['E. Disconnect', 4],
  ['F. Create test lead (staging only)', 6],
  ['G. Endpoints the partner exposes', 7],
  ['H. v4 businesses', 11],
  ['I. v4 users', 8],
  ['J. v4 negotiations', 1],
  ['K. v4 business phone numbers', 5],
  ['L. Other v4 paths', 8],
  ['OAuth 2.0 authorization-code flow (legacy)', 13],
  ['v4', 7],
  ['Events', 12],
  ['OAuth errors', 9],
  ['General status codes', 8],
  ['Limits', 5],
  ['Versioning', 5],
  ['Legacy to v4 mapping', 8],
  ['Environments and OAuth 2.0', 20],
  ['Negotiation record', 27],
  ['Messages', 8],
  ['Webhooks', 12],
  ['Errors', 9],
  ['Phone numbers', 6],
  ['Other v4 paths', 10],
  ['Recorded in production', 21],
  ['Seen since', 10],
  ['Start', 14],
  ['Control interface', 19],
  ['Points settled', 17],
];

describe('docs/conformance.md', () => {
  it('has every clause of every section', () => {
    const found = tables.map((table) => [
      table.heading,
      table.rows.flatMap((row) => row.clauses).length,
    ]);
    expect(found).toEqual(clauses);
    expect(rows.flatMap((row) => row.clauses).filter((clause) => clause === '')).toEqual([]);
  });

  it('has a test for every row', () => {
    expect(rows.filter(({ tests }) => tests.length === 0)).toEqual([]);
  });

  it('names only test files that exist', () => {
    const missing = rows
      .flatMap(({ tests }) => tests)
      .filter((test) => !exists(`test/${test}.test.ts`) && !exists(`test/${test}.test.tsx`));
    expect(missing).toEqual([]);
  });

  it('names only folders and files that exist', () => {
    const paths = listNames(intro).filter((name) => name.includes('/'));
    expect(paths.length).toBeGreaterThan(15);
    expect(paths.filter((path) => !exists(path))).toEqual([]);
  });
});
