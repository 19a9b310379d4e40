/**
 * What main has the files process do (main/engine/files/process.ts): one job for each process, which
 * ends when it is done. Both ends belong to us; what main relies on it checks by these schemas.
 */
import { z } from 'zod';
import { failure } from './errors.ts';
import { leadID, time, viewName } from './records.ts';

/** Leads or messages as a table, or both as JSON. */
export const exportFormat = z.enum(['leads', 'messages', 'json']);
export type ExportFormat = z.infer<typeof exportFormat>;

/** What the list shows, or those of it that are chosen. */
export const exportQuestion = z.strictObject({
  view: viewName,
  business: z.string().max(500).optional(),
  query: z.string().max(500).optional(),
  everywhere: z.boolean().optional(),
  /** These alone, whatever the view has. */
  leadIDs: z.array(leadID).min(1).max(100_000).optional(),
  /** All of the view but these. */
  except: z.array(leadID).max(100_000).optional(),
});
export type ExportQuestion = z.infer<typeof exportQuestion>;

/** How much went into a file, or came out of one. */
export const fileCounts = z
  .object({
    leads: z.number().int(),
    messages: z.number().int(),
    notes: z.number().int(),
    savedReplies: z.number().int(),
    drafts: z.number().int(),
  })
  .readonly();
export type FileCounts = z.infer<typeof fileCounts>;

/** What a backup says of itself. */
export const backupPreview = z
  .object({ madeAt: time, madeBy: z.string().max(100), counts: fileCounts })
  .readonly();
export type BackupPreview = z.infer<typeof backupPreview>;

/** What looking at a backup found; `digest` stands for its contents. */
export const inspectedBackup = z.object({ preview: backupPreview, digest: z.string() }).readonly();
export type InspectedBackup = z.infer<typeof inspectedBackup>;

/** What a restore added to what was here. */
export const restored = z
  .object({
    counts: fileCounts,
    /** Replies that waited when the backup was made: they are drafts now. */
    heldBack: z.number().int(),
  })
  .readonly();
export type Restored = z.infer<typeof restored>;

export const databaseFacts = z.record(z.string(), z.unknown());

/** `database` is the path of the engine's own file. */
export type FileJob =
  | {
      readonly kind: 'export';
      readonly database: string;
      readonly to: string;
      readonly question: ExportQuestion;
      readonly format: ExportFormat;
    }
  | {
      readonly kind: 'backup';
      readonly database: string;
      readonly to: string;
      readonly madeBy: string;
    }
  | { readonly kind: 'inspect'; readonly database: string; readonly from: string }
  /** The engine has closed the database and opens it again when this has ended. */
  | {
      readonly kind: 'restore';
      readonly database: string;
      readonly from: string;
      /** Of the contents that a person has looked at: no others are restored. */
      readonly digest: string;
      /** The process id of main: once it is gone, the database stays as it is. */
      readonly main: number;
    }
  | { readonly kind: 'diagnose'; readonly database: string };

export const fileJobMessage = z.discriminatedUnion('type', [
  /** `total` is null while nobody knows. */
  z.object({
    type: z.literal('progress'),
    done: z.number(),
    total: z.number().nullable(),
  }),
  z.object({
    type: z.literal('answer'),
    answer: z.union([
      z.object({ ok: z.literal(true), value: z.unknown() }),
      z.object({ ok: z.literal(false), error: failure }),
    ]),
  }),
]);
export type FileJobMessage = z.infer<typeof fileJobMessage>;
