/**
 * `npm run bench [-- FIGURE…] [--leads N]… [--out FILE]`: measures what docs/performance.md promises,
 * each figure beside its floor in the same run, prints the table and writes bench-results.json. It is
 * no part of the tests: a machine that is busy with something else measures that.
 */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Figure } from './figure.ts';
import { apply } from './figures/apply.ts';
import { bundle } from './figures/bundle.ts';
import { firstSyncWindow } from './figures/first-sync-window.ts';
import { firstSync } from './figures/first-sync.ts';
import { inbox } from './figures/inbox.ts';
import { insights } from './figures/insights.ts';
import { marking } from './figures/marking.ts';
import { opening } from './figures/opening.ts';
import { questions } from './figures/questions.ts';
import { search } from './figures/search.ts';
import { sizeOnDisk } from './figures/size-on-disk.ts';
import { start } from './figures/start.ts';
import { webhooks } from './figures/webhooks.ts';
import { table, type Result } from './report.ts';
import { seeded } from './seed.ts';

const figures: readonly Figure[] = [
  questions,
  search,
  insights,
  marking,
  apply,
  webhooks,
  firstSync,
  opening,
  sizeOnDisk,
  start,
  inbox,
  firstSyncWindow,
  bundle,
];

const say = (line: string): void => void process.stderr.write(`${line}\n`);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    leads: { type: 'string', multiple: true, default: ['10000', '100000'] },
    out: { type: 'string', default: join(import.meta.dirname, '../../bench-results.json') },
  },
});
const sizes = values.leads.map(Number);
const unknown = positionals.filter((name) => !figures.some((figure) => figure.name === name));
if (unknown.length > 0 || sizes.some((size) => !Number.isInteger(size) || size < 1_000)) {
  say(`the figures are: ${figures.map(({ name }) => name).join(' ')}; leads are 1000 or more`);
  process.exit(1);
}
const hasScreen = process.env['HEARTHLINE_ELECTRON'] !== undefined;
const chosen = figures.filter(
  ({ name, needsScreen }) =>
    (positionals.length === 0 || positionals.includes(name)) && (needsScreen !== true || hasScreen),
);

const results: Result[] = [];
/** After each figure, so that a run that is cut short leaves what it has found. */
const keep = (): void =>
  writeFileSync(resolve(values.out), `${JSON.stringify(results, null, 2)}\n`);
keep();
for (const figure of chosen) {
  for (const size of figure.once === true ? sizes.slice(0, 1) : sizes) {
    const began = performance.now();
    const store = seeded(size, say);
    results.push(...(await figure.measure({ size, store, before: results, say })));
    keep();
    say(`${figure.name} at ${size}: ${((performance.now() - began) / 1_000).toFixed(0)} s`);
  }
}
process.stdout.write(`${table(results)}\n`);
