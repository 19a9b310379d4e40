/**
 * The hosts whose key the professional has seen and confirmed, in a file of the app's own that ssh
 * reads (sshd(8), SSH_KNOWN_HOSTS FILE FORMAT). One key a host; the system's own file is left alone.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type HostKey = { readonly type: string; readonly base64: string };

/** The file's name in the tunnel's folder; ssh runs in that folder. */
export const knownHostsFile = 'known_hosts';

/** The name under which ssh looks a host up (its HostKeyAlias). */
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

/** Keeps a host's key in place of the one before. */
export const keepKey = (folder: string, alias: string, { type, base64 }: HostKey): void => {
  const others = linesOf(folder).filter((one) => !one.startsWith(`${alias} `));
  const file = join(folder, knownHostsFile);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.new`, [...others, `${alias} ${type} ${base64}`, ''].join('\n'), {
    mode: 0o600,
  });
  renameSync(`${file}.new`, file);
};
