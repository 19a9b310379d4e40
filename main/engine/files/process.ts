/**
 * The process that makes files of what is here and reads them back: it is told one job, says how far it
 * is, answers and ends. It reads the database by a connection of its own, so that nobody waits for it,
 * and it can be killed at any moment: what it has not finished has no name that anybody looks for.
 */
import { dirname } from 'node:path';
import { setPriority } from 'node:os';
import { setImmediate as breath } from 'node:timers/promises';
import type { FileJob, FileJobMessage } from '../../../contract/file-jobs.ts';
import { openLine } from '../../line/line.ts';
import { openLog } from '../../log/log.ts';
import { doJob } from './jobs.ts';

const line = openLine<FileJobMessage, FileJob>(process);
line.onGone(() => process.exit(0));
const job = await line.first();

// People go on working beside it; while it restores they wait for it.
if (job.kind !== 'restore') setPriority(10);

const answer = await doJob(job, {
  now: Date.now,
  log: await openLog(dirname(job.database), 'files'),
  tell: async (done, total) => {
    line.send({ type: 'progress', done, total });
    await breath();
  },
});
line.send({ type: 'answer', answer });
line.leave();
