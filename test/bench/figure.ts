/** Input and output of a figure of the bench. */
import type { Result } from './report.ts';

export type Context = {
  /** Number of leads in the store. */
  readonly size: number;
  /** Folder of the seeded store; write only to copies of it. */
  readonly store: string;
  /** Results of earlier figures and sizes of this run. */
  readonly before: readonly Result[];
  readonly say: (line: string) => void;
};

export type Figure = {
  /** Name on the command line. */
  readonly name: string;
  /** True if the size of the store does not matter: measured once. */
  readonly once?: true;
  /** True if it needs the built app, Electron and a screen (scripts/measure.mjs). */
  readonly needsScreen?: true;
  readonly measure: (context: Context) => Promise<readonly Result[]>;
};
