/** Verifies that a release was signed by the makers. Unsigned fields are never used. */
import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { fail, succeed, type Answer } from '../../../contract/errors.ts';
import { isVersion } from '../../../contract/versions.ts';
import { formatRelease, type ReleaseFile, type System } from './release-text.ts';

const file = z
  .object({
    /** A file in the metadata's folder. */
    url: z.string().regex(/^[A-Za-z0-9_][\w%()+ .-]{0,199}$/),
    size: z.number().int().positive(),
    sha512: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
    /** Refused: the installer would run as administrator. */
    isAdminRightsRequired: z.never().optional(),
  })
  .transform(({ url, size, sha512 }): ReleaseFile => ({ name: url, size, sha512 }));

const release = z.object({
  version: z.string().refine(isVersion),
  files: z.array(file).min(1).max(20),
  /** Refused: further files would be fetched. */
  packages: z.never().optional(),
  /** Refused: they would hide a release from some computers. */
  minimumSystemVersion: z.never().optional(),
  stagingPercentage: z.never().optional(),
});

/** 64 bytes in base64. */
const signature = z.string().regex(/^[A-Za-z0-9+/]{86}==$/);
const signedRelease = z.object({ signature });
/** Absent in releases from before dates were signed. */
const datedRelease = z.object({
  signedAt: z.iso.datetime({ precision: 3 }),
  dateSignature: signature,
});

export type Release = {
  readonly version: string;
  readonly files: readonly ReleaseFile[];
  /** UTC milliseconds; null without a signed date. */
  readonly signedAt: number | null;
};

/** Parses the makers' public key; null unless it is an Ed25519 key in PEM. */
export const parseKey = (pem: string): KeyObject | null => {
  try {
    const key = createPublicKey(pem);
    return key.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    return null;
  }
};

/** The system of a copy, and the key of its makers. */
export type Source = { readonly system: System; readonly key: KeyObject };

/** Parses and verifies a release. Errors: `update_unreadable`; `update_unsigned`, also for another system. */
export const verifyRelease = (metadata: unknown, { system, key }: Source): Answer<Release> => {
  const read = release.safeParse(metadata);
  if (!read.success) return fail('update_unreadable', 'The server names no release.');
  const { version, files } = read.data;
  const isSignedBy = (signature: string | undefined, signedAt?: string): boolean => {
    const text = Buffer.from(formatRelease(system, version, files, signedAt));
    return signature !== undefined && verify(null, text, key, Buffer.from(signature, 'base64'));
  };
  if (!isSignedBy(signedRelease.safeParse(metadata).data?.signature))
    return fail('update_unsigned', 'The release is not signed by the key of this app.');
  const date = datedRelease.safeParse(metadata).data;
  const isDated = date !== undefined && isSignedBy(date.dateSignature, date.signedAt);
  return succeed({ version, files, signedAt: isDated ? Date.parse(date.signedAt) : null });
};
