/**
 * Backup files: gzip of JSON lines. The first is the manifest, one with `table` and `columns`
 * starts a table, each following one is a row, and the last has the SHA-256 of all before it.
 * The file may come from anyone, so its contents are only read as values, never executed.
 */
import { createReadStream, statSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { createGunzip, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { fail, type Answer } from '../../../contract/errors.ts';
import { fileCounts } from '../../../contract/file-jobs.ts';
import { parseJSON } from '../../http/json.ts';
import { openSink } from './sink.ts';

const format = 'hearthline-backup';
/** Increased when older apps can no longer read the lines. */
const version = 1;

/** Bytes; far more than any row. */
const maxLineLength = 16 * 1024 * 1024;
/** A file may unpack to this many bytes, plus its size times the factor below. */
const unpackedBytes = 64 * 1024 * 1024;
const unpackedFactor = 60;
/** Bytes. */
const maxFileSize = 8 * 1024 * 1024 * 1024;

const manifest = z.object({
  format: z.literal(format),
  version: z.number().int(),
  /** Version of the database. */
  schema: z.number().int().min(1),
  madeAt: z.number().int(),
  madeBy: z.string().max(100),
  rows: z.number().int(),
  counts: fileCounts,
});
export type Manifest = z.infer<typeof manifest>;

export type BackupRow = readonly (string | number | null)[];

/** Parses a row; null for anything else. Hand-written, because a backup has millions of rows. */
const parseRow = (text: string): BackupRow | null => {
  const values = parseJSON(text);
  const isRow =
    Array.isArray(values) &&
    values.every(
      (value) => value === null || typeof value === 'string' || typeof value === 'number',
    );
  return isRow ? (values as BackupRow) : null;
};
const tableStart = z.object({
  table: z.string().regex(/^[a-z_]{1,64}$/),
  columns: z.array(z.string().regex(/^\w{1,64}$/)).readonly(),
});
const end = z.object({ sha256: z.string() });

/** A file that cannot be restored. `where` locates the damage. */
export class RefusedBackup extends Error {
  readonly refusal: Answer<never>;
  constructor(code: 'backup_foreign' | 'backup_newer' | 'backup_damaged', where?: string) {
    super(code);
    const messages = {
      backup_foreign: 'This file is no Hearthline backup.',
      backup_newer: 'The backup was made by a newer version of this app.',
      backup_damaged: 'The backup is damaged.',
    };
    this.refusal = fail(code, [messages[code], where].filter(Boolean).join(' '));
  }
}

const createDamagedError = (where: string) => new RefusedBackup('backup_damaged', where);

export const writeBackupFile = (path: string, head: Omit<Manifest, 'format' | 'version'>) => {
  const sink = openSink(path, (text) => gzipSync(text));
  const hash = createHash('sha256');
  const writeLine = (content: unknown): void => {
    const text = `${JSON.stringify(content)}\n`;
    hash.update(text);
    sink.write(text);
  };
  writeLine({ format, version, ...head });
  return {
    startTable: (table: string, columns: readonly string[]): void => writeLine({ table, columns }),
    writeRow: (values: BackupRow): void => writeLine(values),
    end: (): void => writeLine({ sha256: hash.copy().digest('hex') }),
    close: sink.close,
  };
};

/** Reads lines of limited size, because the file may come from anyone, with the bytes read so far. */
async function* readLines(path: string): AsyncGenerator<{ text: string; bytes: number }> {
  const { size } = statSync(path);
  if (size > maxFileSize) throw createDamagedError('The file is too large.');
  const maxUnpacked = unpackedBytes + unpackedFactor * size;
  let unpacked = 0;
  const file = createReadStream(path);
  const unzipped = createGunzip();
  const flow = pipeline(file, unzipped);
  flow.catch(() => undefined);
  let rest: Buffer[] = [];
  let lineLength = 0;
  for await (const chunk of unzipped as AsyncIterable<Buffer>) {
    unpacked += chunk.length;
    if (unpacked > maxUnpacked) throw createDamagedError('It unpacks too large.');
    let from = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      rest.push(chunk.subarray(from, at));
      yield { text: Buffer.concat(rest).toString('utf8'), bytes: file.bytesRead };
      rest = [];
      lineLength = 0;
      from = at + 1;
    }
    rest.push(chunk.subarray(from));
    lineLength += chunk.length - from;
    if (lineLength > maxLineLength) throw createDamagedError('a line without an end');
  }
  await flow;
}

const isZlib = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && /^Z_|^ERR_/.test(String(thrown.code));

const parseManifest = (text: string, schema: number): Manifest => {
  const value = parseJSON(text);
  const itsFormat = z.object({ format: z.literal(format), version: z.number() }).safeParse(value);
  if (!itsFormat.success) throw new RefusedBackup('backup_foreign');
  if (itsFormat.data.version > version) throw new RefusedBackup('backup_newer');
  const read = manifest.safeParse(value);
  if (!read.success) throw createDamagedError('its first line');
  if (read.data.schema > schema) throw new RefusedBackup('backup_newer');
  return read.data;
};

/**
 * Reads and checks a backup; throws `RefusedBackup`, even after rows, and errors of the file
 * system.
 * @param schema newest version of the database that this app knows
 * @param onProgress receives the bytes read
 */
export const readBackupFile = async (
  path: string,
  schema: number,
  reader: {
    readonly onManifest: (manifest: Manifest) => void;
    readonly onTable: (table: string, columns: readonly string[]) => void;
    readonly onRow: (values: BackupRow) => void;
  },
  onProgress: (bytes: number) => Promise<void>,
): Promise<Manifest & { readonly digest: string }> => {
  const hash = createHash('sha256');
  let head: Manifest | null = null;
  let rows = 0;
  let lines = 0;
  let isComplete = false;
  try {
    for await (const { text, bytes } of readLines(path)) {
      if (isComplete) throw createDamagedError('something after its end');
      if (lines++ % 2_000 === 0) await onProgress(bytes);
      if (head === null) {
        head = parseManifest(text, schema);
        reader.onManifest(head);
      } else if (text.startsWith('[')) {
        const values = parseRow(text);
        rows += 1;
        if (values === null || rows > head.rows) throw createDamagedError(`line ${lines}`);
        reader.onRow(values);
      } else {
        const value = parseJSON(text);
        const start = tableStart.safeParse(value);
        const last = end.safeParse(value);
        if (start.success) reader.onTable(start.data.table, start.data.columns);
        else if (last.success) isComplete = last.data.sha256 === hash.copy().digest('hex');
        if (!start.success && !isComplete) throw createDamagedError(`line ${lines}`);
      }
      hash.update(`${text}\n`);
    }
  } catch (thrown) {
    if (!isZlib(thrown)) throw thrown;
    throw new RefusedBackup(
      head === null ? 'backup_foreign' : 'backup_damaged',
      'The file is cut short.',
    );
  }
  if (head === null) throw new RefusedBackup('backup_foreign');
  if (!isComplete || rows !== head.rows) throw createDamagedError('The file is cut short.');
  return { ...head, digest: hash.digest('hex') };
};
