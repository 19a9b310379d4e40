import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { generateAttachments } from '../../../sandbox/generate/attachments.ts';
import { categories } from '../../../sandbox/generate/categories.ts';
import { createRandom } from '../../../sandbox/generate/random.ts';
import { chooseTrade, trades } from '../../../sandbox/generate/trades/trades.ts';

const folder = new URL('../../../resources/photos/', import.meta.url);
const photos = readdirSync(folder).filter((name) => !name.endsWith('.svg'));

const listPhotos = (trade: string, job: string | undefined, category: string): readonly string[] =>
  generateAttachments(createRandom(1, 'photos'), { trade, job, category }, 9, 1, 'a').map(
    ({ fileName }) => fileName,
  );

const tradePhotos = trades.flatMap(({ key, category, jobs, spanishJobs }) =>
  [undefined, ...[...jobs, ...spanishJobs].map(({ text }) => text)].flatMap((job) =>
    listPhotos(key, job, category),
  ),
);
const categoryPhotos = categories.flatMap(({ name }) =>
  listPhotos(chooseTrade(name).key, undefined, name),
);

it('every photo of every job, trade and category exists', () => {
  const used = new Set([...tradePhotos, ...categoryPhotos]);
  expect([...used].filter((name) => !photos.includes(name))).toEqual([]);
});

it('every photo in the app is used', () => {
  const used = new Set([...tradePhotos, ...categoryPhotos]);
  expect(photos.filter((name) => !used.has(name))).toEqual([]);
});

it('a photo fits the job', () => {
  const [leak] = trades.find(({ key }) => key === 'plumbing')?.jobs ?? [];
  expect(listPhotos('plumbing', leak?.text, 'Plumbing Pipe Repair').toSorted()).toEqual([
    'dripping-sink.jpg',
    'under-sink.jpg',
  ]);
  expect(listPhotos('handyman', undefined, 'Roof Repair or Maintenance')).toEqual(['roof.jpg']);
});

it.each(photos)('%s is a small JPEG', (name) => {
  const bytes = readFileSync(new URL(name, folder));
  expect(bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff');
  expect(bytes.subarray(-2).toString('hex')).toBe('ffd9');
  expect(bytes.length).toBeLessThan(65_000);
});
