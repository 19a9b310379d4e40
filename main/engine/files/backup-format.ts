/**
 * A backup as a file: gzip, in it lines of JSON. The first says what it is and how much is in it; a
 * line with `table` and `columns` begins a table, each line after it is a row; the last has the SHA-256
 * of all before it. Lines of values and no database: whatever somebody hands over as a backup, it is
 * read as values, and nothing in it is ever run.
 */
import { createReadStream, statSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { createGunzip, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { fail, type Answer } from '../../../contract/errors.ts';
import { fileCounts } from '../../../contract/file-jobs.ts';
import { openSink } from './sink.ts';

const format = 'hearthline-backup';
/** Raised when an older app could not read the lines any more. */
const version = 1;

/** The most that one line may hold: no row of ours comes near. */
const longestLine = 16 * 1024 * 1024;
/** What a small file may unpack to, and how many times its own size a large one may: ours take a tenth. */
const unpackedBytes = 64 * 1024 * 1024;
const unpackedTimes = 60;
/** The largest file that is looked at. */
const largestFile = 8 * 1024 * 1024 * 1024;

const manifest = z.object({
  format: z.literal(format),
  version: z.number().int(),
  /** The version of the database that its rows are of. */
  schema: z.number().int().min(1),
  madeAt: z.number().int(),
  madeBy: z.string().max(100),
  rows: z.number().int(),
  counts: fileCounts,
});
export type Manifest = z.infer<typeof manifest>;

export type BackupRow = readonly (string | number | null)[];

/** A row as its line holds it; null for anything else. By hand, because a backup has millions of them. */
const rowOf = (text: string): BackupRow | null => {
  const values = parsed(text);
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

/** Why a file is no backup that can be restored; where it breaks is for the log. */
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

export type BackupWriter = {
  readonly table: (table: string, columns: readonly string[]) => void;
  readonly row: (values: BackupRow) => void;
  /** The file is whole. */
  readonly end: () => void;
  readonly close: () => void;
};

/** Begins a backup at `path`. */
export const writeBackupFile = (
  path: string,
  head: Omit<Manifest, 'format' | 'version'>,
): BackupWriter => {
  const sink = openSink(path, (text) => gzipSync(text));
  const hash = createHash('sha256');
  const line = (content: unknown): void => {
    const text = `${JSON.stringify(content)}\n`;
    hash.update(text);
    sink.write(text);
  };
  line({ format, version, ...head });
  return {
    table: (table, columns) => line({ table, columns }),
    row: line,
    end: () => line({ sha256: hash.copy().digest('hex') }),
    close: sink.close,
  };
};

/** The lines of a file, and how many bytes of it have been read; bounded, because a stranger may have made it. */
async function* linesOf(path: string): AsyncGenerator<{ text: string; bytes: number }> {
  const { size } = statSync(path);
  if (size > largestFile) throw new RefusedBackup('backup_damaged', 'The file is too large.');
  const mostUnpacked = unpackedBytes + unpackedTimes * size;
  let unpacked = 0;
  const file = createReadStream(path);
  const unzipped = createGunzip();
  const flow = pipeline(file, unzipped);
  flow.catch(() => undefined);
  let rest: Buffer[] = [];
  let held = 0;
  for await (const chunk of unzipped as AsyncIterable<Buffer>) {
    unpacked += chunk.length;
    if (unpacked > mostUnpacked) throw new RefusedBackup('backup_damaged', 'It unpacks too large.');
    let from = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      rest.push(chunk.subarray(from, at));
      yield { text: Buffer.concat(rest).toString('utf8'), bytes: file.bytesRead };
      rest = [];
      held = 0;
      from = at + 1;
    }
    rest.push(chunk.subarray(from));
    held += chunk.length - from;
    if (held > longestLine) throw new RefusedBackup('backup_damaged', 'a line without an end');
  }
  await flow;
}

const isZlib = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && /^Z_|^ERR_/.test(String(thrown.code));

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const manifestOf = (text: string, schema: number): Manifest => {
  const said = parsed(text);
  const itsFormat = z.object({ format: z.literal(format), version: z.number() }).safeParse(said);
  if (!itsFormat.success) throw new RefusedBackup('backup_foreign');
  if (itsFormat.data.version > version) throw new RefusedBackup('backup_newer');
  const read = manifest.safeParse(said);
  if (!read.success) throw new RefusedBackup('backup_damaged', 'its first line');
  if (read.data.schema > schema) throw new RefusedBackup('backup_newer');
  return read.data;
};

export type BackupReader = {
  readonly manifest: (manifest: Manifest) => void;
  readonly table: (table: string, columns: readonly string[]) => void;
  readonly row: (values: BackupRow) => void;
};

/**
 * Reads a backup from beginning to end and checks it. Throws `RefusedBackup`, whatever was read until
 * then, and what the file system throws. The digest stands for the whole contents.
 *
 * @param schema the version of the database that this app has
 * @param tell hears how many bytes have been read, now and then
 */
export const readBackupFile = async (
  path: string,
  schema: number,
  reader: BackupReader,
  tell: (bytes: number) => Promise<void>,
): Promise<Manifest & { readonly digest: string }> => {
  const hash = createHash('sha256');
  let head: Manifest | null = null;
  let rows = 0;
  let lines = 0;
  let isWhole = false;
  try {
    for await (const { text, bytes } of linesOf(path)) {
      if (isWhole) throw new RefusedBackup('backup_damaged', 'something after its end');
      if (lines++ % 2_000 === 0) await tell(bytes);
      if (head === null) {
        head = manifestOf(text, schema);
        reader.manifest(head);
      } else if (text.startsWith('[')) {
        const values = rowOf(text);
        rows += 1;
        if (values === null || rows > head.rows)
          throw new RefusedBackup('backup_damaged', `line ${lines}`);
        reader.row(values);
      } else {
        const said = parsed(text);
        const start = tableStart.safeParse(said);
        const last = end.safeParse(said);
        if (start.success) reader.table(start.data.table, start.data.columns);
        else if (last.success) isWhole = last.data.sha256 === hash.copy().digest('hex');
        if (!start.success && !isWhole) throw new RefusedBackup('backup_damaged', `line ${lines}`);
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
  if (!isWhole || rows !== head.rows)
    throw new RefusedBackup('backup_damaged', 'The file is cut short.');
  return { ...head, digest: hash.digest('hex') };
};
