/** Every picture that a sample customer can send is a photo that the app brings along. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { generateAttachments } from '../../../sandbox/generate/attachments.ts';
import { categories } from '../../../sandbox/generate/categories.ts';
import { randomOf } from '../../../sandbox/generate/random.ts';
import { tradeForCategory, trades } from '../../../sandbox/generate/trades/trades.ts';

const folder = new URL('../../../resources/photos/', import.meta.url);
const photos = readdirSync(folder);

const sentBy = (trade: string, job: string | undefined, category: string): readonly string[] =>
  generateAttachments(randomOf(1, 'photos'), { trade, job, category }, 9, 1, 'a').map(
    ({ fileName }) => fileName,
  );

const sentByTrades = trades.flatMap(({ key, category, jobs, spanishJobs }) =>
  [undefined, ...[...jobs, ...spanishJobs].map(({ text }) => text)].flatMap((job) =>
    sentBy(key, job, category),
  ),
);
const sentForCategories = categories.flatMap(({ name }) =>
  sentBy(tradeForCategory(name).key, undefined, name),
);

it('every job of every trade and every category has its photo', () => {
  const sent = new Set([...sentByTrades, ...sentForCategories]);
  expect([...sent].filter((name) => !photos.includes(name))).toEqual([]);
});

it('no photo is brought along that nobody sends', () => {
  const sent = new Set([...sentByTrades, ...sentForCategories]);
  expect(photos.filter((name) => !sent.has(name))).toEqual([]);
});

it('a photo fits what the customer asks for', () => {
  const [leak] = trades.find(({ key }) => key === 'plumbing')?.jobs ?? [];
  expect(sentBy('plumbing', leak?.text, 'Plumbing Pipe Repair').toSorted()).toEqual([
    'dripping-sink.jpg',
    'under-sink.jpg',
  ]);
  expect(sentBy('handyman', undefined, 'Roof Repair or Maintenance')).toEqual(['roof.jpg']);
});

it.each(photos)('%s is a small JPEG', (name) => {
  const bytes = readFileSync(new URL(name, folder));
  expect(bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff');
  expect(bytes.subarray(-2).toString('hex')).toBe('ffd9');
  expect(bytes.length).toBeLessThan(65_000);
});
