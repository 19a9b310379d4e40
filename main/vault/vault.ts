/** Secrets at rest: records in one encrypted file, or only in memory without a key. */
import { readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fail, succeed, type Answer } from '../../contract/errors.ts';
import { isLeftover, replaceFile } from './durable-file.ts';
import type { Log } from '../log/log.ts';
import { seal, sealNonceLength, unseal } from './sealed.ts';

type VaultRecord = Readonly<Record<string, unknown>>;

export type Vault = ReturnType<typeof createVault>;

type Dependencies = {
  readonly file: string;
  /** 32 bytes; null for a vault in memory. */
  readonly key: Buffer | null;
  readonly random: (bytes: number) => Buffer;
  readonly log: Log;
};

/** Opens the vault. Errors: `read_only` if its file exists and cannot be read or renamed. */
export const openVault = ({ file, key, random, log }: Dependencies): Answer<Vault> => {
  if (key === null) return succeed(createVault(new Map(), () => succeed({}), true, false));
  const save = (records: Records): Answer<Record<string, never>> =>
    replaceFile(file, seal(JSON.stringify([...records]), key, random(sealNonceLength)));
  try {
    removeLeftovers(file);
    const sealed = readIfPresent(file);
    if (sealed === null) return succeed(createVault(new Map(), save, false, false));
    const text = unseal(sealed, key);
    if (text !== null) {
      const records = new Map(JSON.parse(text) as [string, VaultRecord][]);
      return succeed(createVault(records, save, false, false));
    }
    renameSync(file, `${file}.unreadable-${random(6).toString('hex')}`);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    log.error({ code }, 'the vault cannot be read');
    return fail('read_only', 'The saved sign-ins cannot be read.');
  }
  log.warn({}, 'the vault did not open with this key and was put aside');
  return succeed(createVault(new Map(), save, false, true));
};

const removeLeftovers = (file: string): void => {
  const folder = dirname(file);
  for (const name of readdirSync(folder)) {
    if (isLeftover(basename(file), name)) rmSync(join(folder, name), { force: true });
  }
};

const readIfPresent = (file: string): Buffer | null => {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
};

type Records = ReadonlyMap<string, VaultRecord>;

const createVault = (
  opened: Records,
  save: (records: Records) => Answer<Record<string, never>>,
  isMemoryOnly: boolean,
  isReplacement: boolean,
) => {
  let records = opened;
  const change = (next: Records): Answer<Record<string, never>> => {
    const saved = save(next);
    if (saved.ok) records = next;
    return saved;
  };
  return {
    /** True if all records are lost when the app exits. */
    isMemoryOnly,
    /** True if an existing file could not be decrypted and was renamed. */
    isReplacement,
    read: (name: string): VaultRecord | null => records.get(name) ?? null,
    /** The record is on disk before this returns. Errors: `disk_full`, `read_only`, `internal`. */
    write: (name: string, record: VaultRecord) =>
      change(new Map(records).set(name, structuredClone(record))),
    remove: (name: string): Answer<Record<string, never>> => {
      if (!records.has(name)) return succeed({});
      return change(new Map([...records].filter(([other]) => other !== name)));
    },
    listNames: (): readonly string[] => [...records.keys()],
  };
};
