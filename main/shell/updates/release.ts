/**
 * Whether what a server says of a release was signed by whoever made this app. Only what the signature covers is
 * believed: metadata that would have more fetched and run is no release.
 */
import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { fail, succeed, type Answer } from '../../../contract/errors.ts';
import { isVersion } from '../../../contract/versions.ts';
import { releaseText, type ReleaseFile, type System } from './release-text.ts';

const file = z
  .object({
    /** A file beside the metadata: no folder, no other server. */
    url: z.string().regex(/^[A-Za-z0-9_][\w%()+ .-]{0,199}$/),
    size: z.number().int().positive(),
    sha512: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
    /** Would have the updater run an installer as an administrator. */
    isAdminRightsRequired: z.never().optional(),
  })
  .transform(({ url, size, sha512 }): ReleaseFile => ({ name: url, size, sha512 }));

const release = z.object({
  version: z.string().refine(isVersion),
  files: z.array(file).min(1).max(20),
  /** Further files that the updater would fetch. */
  packages: z.never().optional(),
  /** For whom the updater would leave a release out. */
  minimumSystemVersion: z.never().optional(),
  stagingPercentage: z.never().optional(),
});

/** 64 bytes in base64. */
const signature = z.string().regex(/^[A-Za-z0-9+/]{86}==$/);
const signed = z.object({ signature });
/** Releases of before dates were signed have neither. */
const dated = z.object({ signedAt: z.iso.datetime({ precision: 3 }), dateSignature: signature });

export type Release = {
  readonly version: string;
  readonly files: readonly ReleaseFile[];
  /** When it was signed, UTC milliseconds; null where the metadata has no signed date. */
  readonly signedAt: number | null;
};

/** The key by which releases are signed, of a text in PEM; null for any other text, and other kinds of keys. */
export const readKey = (pem: string): KeyObject | null => {
  try {
    const key = createPublicKey(pem);
    return key.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    return null;
  }
};

/** What the releases of a copy are: for its system, and signed by the key of its makers. */
export type Source = { readonly system: System; readonly key: KeyObject };

/** Reads a release. Errors: `update_unreadable`; `update_unsigned`, also of one for another system. */
export const readRelease = (metadata: unknown, { system, key }: Source): Answer<Release> => {
  const read = release.safeParse(metadata);
  if (!read.success) return fail('update_unreadable', 'The server names no release.');
  const { version, files } = read.data;
  const covers = (signature: string | undefined, signedAt?: string): boolean => {
    const text = Buffer.from(releaseText(system, version, files, signedAt));
    return signature !== undefined && verify(null, text, key, Buffer.from(signature, 'base64'));
  };
  if (!covers(signed.safeParse(metadata).data?.signature))
    return fail('update_unsigned', 'The release is not signed by the key of this app.');
  const date = dated.safeParse(metadata).data;
  const isDated = date !== undefined && covers(date.dateSignature, date.signedAt);
  return succeed({ version, files, signedAt: isDated ? Date.parse(date.signedAt) : null });
};
