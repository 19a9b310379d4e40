/**
 * Files that people make of what is here and read back: exports, backups, what support asks for. Main
 * asks where they are; the page never names a path. One is made or read at a time, beside the work.
 */
import { z } from 'zod';
import { failure } from '../errors.ts';
import { backupPreview, exportFormat, exportQuestion, fileCounts } from '../file-jobs.ts';
import { command, done, noInput } from './command.ts';

const started = z.strictObject({
  /** False when the dialog was closed. */
  started: z.boolean(),
});

const kind = z.enum(['export', 'backup', 'restore']);

/** What is being made or read, or was last. */
export const fileWork = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('running'),
    kind,
    name: z.string(),
    done: z.number(),
    /** Null while nobody knows. Of a restore both are of a hundred. */
    total: z.number().nullable(),
  }),
  z.object({
    state: z.literal('done'),
    kind,
    name: z.string(),
    counts: fileCounts.unwrap().partial(),
    /** Replies that a restore has made drafts of. */
    heldBack: z.number().int(),
  }),
  z.object({ state: z.literal('failed'), kind, name: z.string(), error: failure }),
]);
export type FileWork = z.infer<typeof fileWork>;

export const fileCommands = {
  'files.work': command('main', noInput, z.strictObject({ work: fileWork.nullable() })),
  /** Asks where, and begins. `conflict` while another file is being made or read, for all of these. */
  'files.export': command(
    'main',
    z.strictObject({ question: exportQuestion, format: exportFormat }),
    started,
  ),
  'files.backUp': command('main', noInput, started),
  /** Asks for a backup and reads it; null when the dialog was closed. Errors: `backup_…`. */
  'files.chooseBackup': command(
    'main',
    noInput,
    z.strictObject({ name: z.string(), preview: backupPreview }).nullable(),
  ),
  /** Restores the backup that was chosen last. */
  'files.restore': command('main', noInput, started),
  /** Nothing is left of a file that was being made, and everything is as before a restore. */
  'files.cancel': command('main', noInput, done),
  /** What came of the last one has been seen. */
  'files.close': command('main', noInput, done),
  /** Shows the file that was made last in its folder. */
  'files.show': command('main', noInput, done),
  /** What a diagnostics file would hold, for the person to read before it is saved. */
  'diagnostics.read': command('main', noInput, z.strictObject({ text: z.string() })),
  /** Saves what was read last; false when the dialog was closed. */
  'diagnostics.save': command('main', noInput, z.strictObject({ saved: z.boolean() })),
} as const;
