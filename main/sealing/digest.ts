import { createHash } from 'node:crypto';

/** Computes the SHA-256 in base64url that desktops and the hub compare: of proofs and lists of keys. */
export const computeDigest = (text: string): string =>
  createHash('sha256').update(text).digest('base64url');
