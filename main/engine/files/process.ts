/**
 * Process for one file job: reports progress, answers and exits. It reads the database over its own
 * connection, and main can kill it at any time, because an unfinished file has a temporary name.
 */
import { dirname } from 'node:path';
import { setPriority } from 'node:os';
import { setImmediate as pendingEvents } from 'node:timers/promises';
import type { FileJob, FileJobMessage } from '../../../contract/file-jobs.ts';
import { openParentPort } from '../../parent-port/parent-port.ts';
import { openLog } from '../../log/log.ts';
import { runJob } from './jobs.ts';

const port = openParentPort<FileJobMessage, FileJob>(process);
port.onDisconnect(() => process.exit(0));
const job = await port.receiveFirst();

// The professional waits for a restore and works during other jobs.
if (job.kind !== 'restore') setPriority(10);

const answer = await runJob(job, {
  now: Date.now,
  log: await openLog(dirname(job.database), 'files'),
  onProgress: async (done, total) => {
    port.send({ type: 'progress', done, total });
    await pendingEvents();
  },
});
port.send({ type: 'answer', answer });
port.exit();
