/** Signs releases as the makers do, with test keys. */
import { createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { formatRelease, type System } from '../../../../main/shell/updates/release-text.ts';
import type { Source } from '../../../../main/shell/updates/release.ts';

const pair = generateKeyPairSync('ed25519');

export const ourKey: KeyObject = createPublicKey(pair.privateKey);
/** The source of a copy on Linux. */
export const ours: Source = { system: 'linux', key: ourKey };
export const foreignKey: KeyObject = generateKeyPairSync('ed25519').privateKey;

export type Metadata = {
  readonly version: string;
  readonly files: readonly {
    readonly url: string;
    readonly size: number;
    readonly sha512: string;
  }[];
  readonly signature?: string;
  readonly signedAt?: string;
  readonly dateSignature?: string;
};

const digest = `${'A'.repeat(86)}==`;

const createSignature = (
  { version, files }: Metadata,
  by: KeyObject,
  system: System,
  signedAt?: string,
): string => {
  const named = files.map(({ url, ...file }) => ({ name: url, ...file }));
  const text = formatRelease(system, version, named, signedAt);
  return sign(null, Buffer.from(text), by).toString('base64');
};

/** Metadata of a release without a date, by default signed by the makers for Linux. */
export const createRelease = (
  version: string,
  by: KeyObject = pair.privateKey,
  system: System = 'linux',
): Metadata => {
  const files = [{ url: `Hearthline-${version}.AppImage`, size: 1_000, sha512: digest }];
  const metadata = { version, files };
  return { ...metadata, signature: createSignature(metadata, by, system) };
};

/** The same with a signing date, in UTC milliseconds. */
export const createDatedRelease = (
  version: string,
  at: number,
  by: KeyObject = pair.privateKey,
): Metadata => {
  const metadata = createRelease(version);
  const signedAt = new Date(at).toISOString();
  return { ...metadata, signedAt, dateSignature: createSignature(metadata, by, 'linux', signedAt) };
};
