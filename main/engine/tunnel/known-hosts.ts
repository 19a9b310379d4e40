/**
 * The hosts whose key the professional has seen and confirmed (sshd(8), SSH_KNOWN_HOSTS FILE FORMAT).
 * One key a host; the system's own file is left alone. Each ssh gets a file with the key of its host
 * alone, under a name that only this run knows.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type HostKey = { readonly type: string; readonly base64: string };

const knownHostsFile = 'known_hosts';

/** The name of ssh's own file in the tunnel's folder; ssh runs in that folder. */
export const runFile = 'known_hosts_of_this_run';

/** The name under which a host's key is kept. */
export const aliasOf = (host: string, port: number): string => `[${host.toLowerCase()}]:${port}`;

/** As `ssh-keygen -l` writes it. */
export const fingerprintOf = ({ base64 }: HostKey): string =>
  `SHA256:${createHash('sha256').update(base64, 'base64').digest('base64').replace(/=+$/, '')}`;

const linesOf = (folder: string): readonly string[] => {
  try {
    return readFileSync(join(folder, knownHostsFile), 'utf8').split('\n').filter(Boolean);
  } catch {
    return [];
  }
};

/** The key that was confirmed for a host, or null. */
export const knownKey = (folder: string, alias: string): HostKey | null => {
  const line = linesOf(folder).find((one) => one.startsWith(`${alias} `));
  const [, type, base64] = line?.split(' ') ?? [];
  return type === undefined || base64 === undefined ? null : { type, base64 };
};

const write = (folder: string, name: string, lines: readonly string[]): void => {
  const file = join(folder, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.new`, [...lines, ''].join('\n'), { mode: 0o600 });
  renameSync(`${file}.new`, file);
};

/** Keeps a host's key in place of the one before. */
export const keepKey = (folder: string, alias: string, { type, base64 }: HostKey): void => {
  const others = linesOf(folder).filter((one) => !one.startsWith(`${alias} `));
  write(folder, knownHostsFile, [...others, `${alias} ${type} ${base64}`]);
};

/** Writes the file that ssh reads: the key of the host, if one was confirmed, under `name`. */
export const writeRunFile = (folder: string, alias: string, name: string): void => {
  const key = knownKey(folder, alias);
  write(folder, runFile, key === null ? [] : [`${name} ${key.type} ${key.base64}`]);
};
