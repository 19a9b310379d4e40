/** Compressed size of everything that the window loads before its first screen. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Figure } from '../figure.ts';
import { createResult, valueAtMost } from '../report.ts';

const built = join(import.meta.dirname, '../../../out/renderer');

export const bundle: Figure = {
  name: 'bundle',
  once: true,
  needsScreen: true,
  measure: ({ size }) => {
    const page = readFileSync(join(built, 'index.html'), 'utf8');
    const scripts = [...page.matchAll(/(?:src|href)="\.?\/?([^"]+\.js)"/g)].map(([, path]) => path);
    const bytes = scripts.map((path) => gzipSync(readFileSync(join(built, path ?? ''))).length);
    return Promise.resolve([
      createResult({
        figure: 'the window’s scripts before the first screen, gzip',
        size,
        value: bytes.reduce((sum, one) => sum + one, 0) / 1_000,
        unit: 'kB',
        goal: valueAtMost(200),
      }),
    ]);
  },
};
