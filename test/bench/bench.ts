/**
 * `npm run bench [-- FIGURE…] [--leads N]… [--runs N] [--out FILE] [--keep]`: measures the figures of
 * docs/performance.md, each next to its floor in the same run, and writes bench-results.json. It fails when a
 * figure is 25 % worse than in latest.json; `--keep` replaces that file and the table in the docs.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Figure } from './figure.ts';
import { apply } from './figures/apply.ts';
import { automaticReplies } from './figures/automatic-replies.ts';
import { backups } from './figures/backups.ts';
import { bundle } from './figures/bundle.ts';
import { firstReply } from './figures/first-reply.ts';
import { firstSyncWindow } from './figures/first-sync-window.ts';
import { firstSync } from './figures/first-sync.ts';
import { hub } from './figures/hub.ts';
import { inbox } from './figures/inbox.ts';
import { insights } from './figures/insights.ts';
import { marking } from './figures/marking.ts';
import { opening } from './figures/opening.ts';
import { questions } from './figures/questions.ts';
import { search } from './figures/search.ts';
import { sizeOnDisk } from './figures/size-on-disk.ts';
import { start } from './figures/start.ts';
import { team } from './figures/team.ts';
import { webhooks } from './figures/webhooks.ts';
import {
  formatDocsTable,
  summarize,
  formatTable,
  findWorse,
  type Result,
  type Summary,
} from './report.ts';
import { seedStore } from './seed.ts';

const figures: readonly Figure[] = [
  questions,
  search,
  insights,
  automaticReplies,
  firstReply,
  marking,
  apply,
  webhooks,
  firstSync,
  hub,
  opening,
  sizeOnDisk,
  backups,
  start,
  inbox,
  firstSyncWindow,
  team,
  bundle,
];

const say = (line: string): void => void process.stderr.write(`${line}\n`);

const repo = join(import.meta.dirname, '../..');
const latest = join(import.meta.dirname, 'latest.json');
const docs = join(repo, 'docs/performance.md');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    leads: { type: 'string', multiple: true, default: ['10000', '100000'] },
    runs: { type: 'string', default: '5' },
    out: { type: 'string', default: join(repo, 'bench-results.json') },
    keep: { type: 'boolean', default: false },
  },
});
const sizes = values.leads.map(Number);
const count = Number(values.runs);
const isCount = (number: number, least: number): boolean =>
  Number.isInteger(number) && number >= least;
const unknown = positionals.filter((name) => !figures.some((figure) => figure.name === name));
if (unknown.length > 0 || !isCount(count, 1) || sizes.some((size) => !isCount(size, 1_000))) {
  say(`the figures are: ${figures.map(({ name }) => name).join(' ')}; leads are 1000 or more`);
  process.exit(1);
}
const hasScreen = process.env['HEARTHLINE_ELECTRON'] !== undefined;
const chosen = figures.filter(
  ({ name, needsScreen }) =>
    (positionals.length === 0 || positionals.includes(name)) && (needsScreen !== true || hasScreen),
);

const write = (file: string, value: unknown): void =>
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

const runs: Result[][] = [];
for (let run = 1; run <= count; run += 1) {
  const results: Result[] = [];
  runs.push(results);
  for (const figure of chosen) {
    for (const size of figure.once === true ? sizes.slice(0, 1) : sizes) {
      const began = performance.now();
      const store = seedStore(size, say);
      results.push(...(await figure.measure({ size, store, before: results, say })));
      // After each figure, so that an interrupted run keeps its results.
      write(resolve(values.out), summarize(runs));
      const seconds = ((performance.now() - began) / 1_000).toFixed(0);
      say(`run ${run} of ${count}: ${figure.name} at ${size}: ${seconds} s`);
    }
  }
}

const summaries = summarize(runs);
process.stdout.write(`${formatTable(summaries)}\n`);
const before = JSON.parse(readFileSync(latest, 'utf8')) as readonly Summary[];
const worse = findWorse(before, summaries);
for (const line of worse) say(`25 % worse: ${line}`);
process.exitCode = worse.length > 0 ? 1 : 0;
if (values.keep) {
  const isNew = new Set(summaries.map(({ figure, size }) => `${figure} ${size}`));
  const all = [
    ...before.filter(({ figure, size }) => !isNew.has(`${figure} ${size}`)),
    ...summaries,
  ];
  write(latest, all);
  const text = readFileSync(docs, 'utf8');
  writeFileSync(docs, text.replace(/(?<=\n)\| figure[^]*?\n(?=\n)/, `${formatDocsTable(all)}\n`));
}
