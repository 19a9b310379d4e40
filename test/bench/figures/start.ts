/** Time from the app's start to its first leads, and its memory, next to an empty window. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context, Figure } from '../figure.ts';
import { median } from '../measure.ts';
import { ratioAtMost, result, type Result } from '../report.ts';
import { copyOf, dispose } from '../seed.ts';
import { startApp, startEmpty, type Started } from '../window.ts';

const runs = 5;

const measure = async ({ size, store }: Context): Promise<readonly Result[]> => {
  const folder = copyOf(store);
  const empty = mkdtempSync(join(tmpdir(), 'hearthline-bench-empty-'));
  const app: Started[] = [];
  const bare: Started[] = [];
  // The first run fills the system's caches.
  for (let run = -1; run < runs; run += 1) {
    const started = [await startEmpty(empty), await startApp(folder)] as const;
    if (run < 0) continue;
    bare.push(started[0]);
    app.push(started[1]);
  }
  dispose(folder);
  dispose(empty);
  return [
    result({
      figure: 'start to first leads painted (floor: an empty window)',
      size,
      value: median(app.map(({ painted }) => painted)),
      unit: 'ms',
      floor: median(bare.map(({ painted }) => painted)),
      goal: ratioAtMost(1.6),
    }),
    result({
      figure: 'memory of all processes (floor: an empty window)',
      size,
      value: median(app.map(({ memory }) => memory)),
      unit: 'MB',
      floor: median(bare.map(({ memory }) => memory)),
      goal: ratioAtMost(1.5),
    }),
  ];
};

export const start: Figure = { name: 'start', needsScreen: true, measure };
