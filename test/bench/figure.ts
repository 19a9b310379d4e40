/** What a figure of the bench is given and what it answers with. */
import type { Result } from './report.ts';

export type Context = {
  /** How many leads the store has. */
  readonly size: number;
  /** The folder of the seeded store; only copies of it are written to. */
  readonly store: string;
  /** What earlier figures and sizes of this run found. */
  readonly before: readonly Result[];
  readonly say: (line: string) => void;
};

export type Figure = {
  /** What the command line calls it. */
  readonly name: string;
  /** True where the size of the store changes nothing: measured once. */
  readonly once?: true;
  /** True for one that needs the built app, an Electron and a screen (scripts/bench.mjs). */
  readonly needsScreen?: true;
  readonly measure: (context: Context) => Promise<readonly Result[]>;
};
