/**
 * Confirmed host keys (sshd(8), SSH_KNOWN_HOSTS FILE FORMAT), one for each host, separate from the
 * system's file. Each ssh run gets a file with its host's key under a random name.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type HostKey = { readonly type: string; readonly base64: string };

const knownHostsFile = 'known_hosts';

/** The file for one ssh run, in the tunnel's folder where ssh runs. */
export const runFile = 'known_hosts_of_this_run';

/** Returns the name of a host in the file of known hosts. */
export const toAlias = (host: string, port: number): string => `[${host.toLowerCase()}]:${port}`;

/** Computes the fingerprint as `ssh-keygen -l` writes it. */
export const computeFingerprint = ({ base64 }: HostKey): string =>
  `SHA256:${createHash('sha256').update(base64, 'base64').digest('base64').replace(/=+$/, '')}`;

const readLines = (folder: string): readonly string[] => {
  try {
    return readFileSync(join(folder, knownHostsFile), 'utf8').split('\n').filter(Boolean);
  } catch {
    return [];
  }
};

/** Returns the confirmed key of a host, or null. */
export const readKey = (folder: string, alias: string): HostKey | null => {
  const line = readLines(folder).find((one) => one.startsWith(`${alias} `));
  const [, type, base64] = line?.split(' ') ?? [];
  return type === undefined || base64 === undefined ? null : { type, base64 };
};

const write = (folder: string, name: string, lines: readonly string[]): void => {
  const file = join(folder, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.new`, [...lines, ''].join('\n'), { mode: 0o600 });
  renameSync(`${file}.new`, file);
};

/** Stores the confirmed key of a host, which replaces its earlier one. */
export const storeKey = (folder: string, alias: string, { type, base64 }: HostKey): void => {
  const others = readLines(folder).filter((one) => !one.startsWith(`${alias} `));
  write(folder, knownHostsFile, [...others, `${alias} ${type} ${base64}`]);
};

/** Writes the file for one ssh run: the host's confirmed key, if any, under `name`. */
export const writeRunFile = (folder: string, alias: string, name: string): void => {
  const key = readKey(folder, alias);
  write(folder, runFile, key === null ? [] : [`${name} ${key.type} ${key.base64}`]);
};
