/** Time to look at a backup before it is restored, next to the time to make it. */
import { join } from 'node:path';
import type { z } from 'zod';
import { fileCounts, inspectedBackup, type FileJob } from '../../../contract/file-jobs.ts';
import { runFileJob } from '../../../main/shell/file-job.ts';
import { createNodeStarter } from '../../../main/shell/node-child.ts';
import type { Figure } from '../figure.ts';
import { median, timeRuns } from '../measure.ts';
import { ratioAtMost, createResult } from '../report.ts';
import { copyStore, dispose } from '../seed.ts';

const runs = 3;

const program = join(import.meta.dirname, '../../../main/engine/files/process.ts');
const start = createNodeStarter({ locateProgram: () => process.execPath, env: process.env });

/** Runs a job as main does, in a separate process. */
const run = async (job: FileJob, value: z.ZodType): Promise<void> => {
  const answer = await runFileJob(() => start(program, [], 'files'), job, value).answer;
  if (!answer.ok) throw new Error(`${job.kind}: ${answer.error.message}`);
};

export const backups: Figure = {
  name: 'backups',
  measure: async ({ size, store }) => {
    const folder = copyStore(store);
    const database = join(folder, 'leads.db');
    const file = join(folder, 'bench.hearthline-backup');
    const making = await timeRuns(runs, 0, () =>
      run({ kind: 'backup', database, to: file, madeBy: 'bench' }, fileCounts),
    );
    const looking = await timeRuns(runs, 0, () =>
      run({ kind: 'inspect', database, from: file }, inspectedBackup),
    );
    dispose(folder);
    return [
      createResult({
        figure: 'looking at a backup (floor: making it)',
        size,
        value: median(looking) / 1_000,
        unit: 's',
        floor: median(making) / 1_000,
        goal: ratioAtMost(0.75),
      }),
    ];
  },
};
