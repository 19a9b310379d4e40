/** Time from the app's start to its first leads, and its memory, next to an empty window. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context, Figure } from '../figure.ts';
import { median } from '../measure.ts';
import { ratioAtMost, createResult, type Result } from '../report.ts';
import { copyStore, dispose } from '../seed.ts';
import { startApp, startEmpty, type Started } from '../window.ts';

const runs = 9;

type Named = Pick<Parameters<typeof createResult>[0], 'figure' | 'goal'>;

/** Starts an app and its floor alternately; returns the medians as results. */
export const compareStarts = async (
  size: number,
  { floor, app }: Readonly<Record<'floor' | 'app', () => Promise<Started>>>,
  named: { readonly painted: Named; readonly memory: Named },
): Promise<readonly Result[]> => {
  const started: (readonly [Started, Started])[] = [];
  // The first run fills the system's caches.
  for (let run = -1; run < runs; run += 1) {
    const both = [await floor(), await app()] as const;
    if (run >= 0) started.push(both);
  }
  return (['painted', 'memory'] as const).map((key) =>
    createResult({
      ...named[key],
      size,
      value: median(started.map(([, of]) => of[key])),
      unit: key === 'painted' ? 'ms' : 'MB',
      floor: median(started.map(([of]) => of[key])),
    }),
  );
};

const measure = async ({ size, store }: Context): Promise<readonly Result[]> => {
  const folder = copyStore(store);
  const empty = mkdtempSync(join(tmpdir(), 'hearthline-bench-empty-'));
  const both = { floor: () => startEmpty(empty), app: () => startApp(folder) };
  const results = await compareStarts(size, both, {
    painted: {
      figure: 'start to first leads painted (floor: an empty window)',
      goal: ratioAtMost(1.6),
    },
    memory: {
      figure: 'memory of all processes (floor: an empty window)',
      goal: ratioAtMost(1.5),
    },
  });
  dispose(folder);
  dispose(empty);
  return results;
};

export const start: Figure = { name: 'start', needsScreen: true, measure };
