/** Jobs of the files process (main/engine/files/process.ts), which runs one and exits. Main validates its answers. */
import { z } from 'zod';
import { question } from './commands/leads.ts';
import { allOf } from './commands/selection.ts';
import { failure } from './errors.ts';
import { leadID, time } from './records.ts';
import { readonlyObject } from './schema.ts';

/** Leads or messages as a table, or both as JSON. */
export const exportFormat = z.enum(['leads', 'messages', 'json']);
export type ExportFormat = z.infer<typeof exportFormat>;

/** The exported leads: a view or search, or some of its leads. */
export const exportSelection = z.strictObject({
  ...question,
  /** Only these, whatever the view contains. */
  leadIDs: z.array(leadID).min(1).max(100_000).optional(),
  /** All leads of the view at a time; without a search. */
  all: allOf.optional(),
});
export type ExportSelection = z.infer<typeof exportSelection>;

export const fileCounts = readonlyObject({
  leads: z.int(),
  messages: z.int(),
  notes: z.int(),
  savedReplies: z.int(),
  drafts: z.int(),
});
export type FileCounts = z.infer<typeof fileCounts>;

export const backupPreview = readonlyObject({
  madeAt: time,
  madeBy: z.string().max(100),
  counts: fileCounts,
});
export type BackupPreview = z.infer<typeof backupPreview>;

/** `digest` identifies the backup's contents. */
export const inspectedBackup = readonlyObject({ preview: backupPreview, digest: z.string() });
export type InspectedBackup = z.infer<typeof inspectedBackup>;

/** Outcome of a restore: the added records. */
export const restored = readonlyObject({
  counts: fileCounts,
  /** Replies that were waiting when the backup was made; they are drafts now. */
  heldBack: z.int(),
});
export type Restored = z.infer<typeof restored>;

export const databaseFacts = z.record(z.string(), z.unknown());

/** `database` is the path of the engine's file. */
export type FileJob =
  | {
      readonly kind: 'export';
      readonly database: string;
      readonly to: string;
      readonly question: ExportSelection;
      readonly format: ExportFormat;
    }
  | {
      readonly kind: 'backup';
      readonly database: string;
      readonly to: string;
      readonly madeBy: string;
    }
  | { readonly kind: 'inspect'; readonly database: string; readonly from: string }
  /** The engine's database is closed while this runs. */
  | {
      readonly kind: 'restore';
      readonly database: string;
      readonly from: string;
      /** Digest of the inspected backup; other contents are not restored. */
      readonly digest: string;
      /** Process id of main; if main exits first, the database stays unchanged. */
      readonly main: number;
    }
  | { readonly kind: 'diagnose'; readonly database: string };

export const fileJobMessage = z.discriminatedUnion('type', [
  /** `total` is null while unknown. */
  z.object({ type: z.literal('progress'), done: z.number(), total: z.number().nullable() }),
  z.object({
    type: z.literal('answer'),
    answer: z.union([
      z.object({ ok: z.literal(true), value: z.unknown() }),
      z.object({ ok: z.literal(false), error: failure }),
    ]),
  }),
]);
export type FileJobMessage = z.infer<typeof fileJobMessage>;
