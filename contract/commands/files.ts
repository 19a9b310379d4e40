/**
 * Exports, backups, restores and diagnostics. Main asks for the file; the page never names a path. Only one file is
 * written or read at a time: meanwhile `conflict` is the error of `export`, `backUp`, `chooseBackup` and `restore`.
 */
import { z } from 'zod';
import { failure } from '../errors.ts';
import { backupPreview, exportFormat, exportSelection, fileCounts } from '../file-jobs.ts';
import { done, mainCommand, noInput } from '../schema.ts';

const started = z.strictObject({
  /** False if the dialog was closed. */
  started: z.boolean(),
});

const kind = z.enum(['export', 'backup', 'restore']);

/** The current or last job; its file has `name`. */
export const fileWork = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('running'),
    kind,
    name: z.string(),
    done: z.number(),
    /** Null while unknown; 100 for a restore. */
    total: z.number().nullable(),
  }),
  z.object({
    state: z.literal('done'),
    kind,
    name: z.string(),
    counts: fileCounts.unwrap().partial(),
    /** Replies that a restore turned into drafts. */
    heldBack: z.int(),
  }),
  z.object({ state: z.literal('failed'), kind, name: z.string(), error: failure }),
]);
export type FileWork = z.infer<typeof fileWork>;

export const fileCommands = {
  /** Null before the first job and after `files.close`. */
  'files.work': mainCommand(noInput, { work: fileWork.nullable() }),
  /** Asks where to save the file and starts; `files.work` reports the outcome, also its errors. */
  'files.export': mainCommand({ question: exportSelection, format: exportFormat }, started),
  /** The same for a backup. */
  'files.backUp': mainCommand(noInput, started),
  /** Asks for a backup and inspects it; null if the dialog was closed. Errors: `backup_…`. */
  'files.chooseBackup': mainCommand(
    noInput,
    z.strictObject({ name: z.string(), preview: backupPreview }).nullable(),
  ),
  /** Starts to restore the backup that was chosen last. Errors: `not_found` without one. */
  'files.restore': mainCommand(noInput, started),
  /** Cancels the current job: removes its unfinished file, or rolls back the restore unless it was committed. */
  'files.cancel': mainCommand(noInput, done),
  /** Dismisses the outcome of the last job. */
  'files.close': mainCommand(noInput, done),
  /** Shows the last written file in its folder. Errors: `not_found`. */
  'files.show': mainCommand(noInput, done),
  /** The diagnostics, for the person to read before they are saved. */
  'diagnostics.read': mainCommand(noInput, { text: z.string() }),
  /** Saves the text that was read last; false if the dialog was closed. */
  'diagnostics.save': mainCommand(noInput, { saved: z.boolean() }),
} as const;
