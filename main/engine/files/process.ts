/**
 * The process that makes files of what is here and reads them back: it is told one job, says how far it
 * is, answers and ends. It reads the database by a connection of its own, so that nobody waits for it,
 * and it can be killed at any moment: what it has not finished has no name that anybody looks for.
 */
import { dirname } from 'node:path';
import { setPriority } from 'node:os';
import { setImmediate as breath } from 'node:timers/promises';
import type { FileJob, FileJobMessage } from '../../../contract/file-jobs.ts';
import { openLog } from '../../log/log.ts';
import { doJob } from './jobs.ts';

/** Under Electron's utilityProcess there is a port in place of Node's `process.send`. */
type ParentPort = {
  readonly postMessage: (message: unknown) => void;
  readonly once: (event: 'message', listener: (event: { readonly data: unknown }) => void) => void;
};
const { parentPort } = process as unknown as { readonly parentPort?: ParentPort };

process.on('disconnect', () => process.exit(0));

const say = (message: FileJobMessage): void => {
  if (parentPort !== undefined) parentPort.postMessage(message);
  else if (process.connected) process.send?.(message, undefined, {}, () => undefined);
};

const job = await new Promise<FileJob>((resolve) => {
  if (parentPort === undefined) process.once('message', (message) => resolve(message as FileJob));
  else parentPort.once('message', ({ data }) => resolve(data as FileJob));
});

// People go on working beside it; while it restores they wait for it.
if (job.kind !== 'restore') setPriority(10);

const answer = await doJob(job, {
  now: Date.now,
  log: await openLog(dirname(job.database), 'files'),
  tell: async (done, total) => {
    say({ type: 'progress', done, total });
    await breath();
  },
});
say({ type: 'answer', answer });
// Disconnecting lets the last words out, and ends the process.
if (parentPort === undefined) process.disconnect?.();
else process.exit(0);
