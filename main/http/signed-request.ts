/**
 * Authenticates a desktop at the hub: each request has a token, signed with the desktop's Ed25519 key (its nkey).
 * Desktop and hub share this file; the hub decides which requests a desktop may send.
 */
import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { parseJSON } from './json.ts';

/** Signs with a desktop's private key. */
export type Signer = {
  /** The desktop's public nkey, by which the hub knows it. */
  readonly desktop: string;
  readonly sign: (bytes: Uint8Array) => Uint8Array;
};

/** The signed parts of a request. */
export type SignedRequest = {
  readonly method: 'GET' | 'POST';
  /** Path and query of the address. */
  readonly path: string;
  /** Empty for GET. */
  readonly body: string;
};

/** Longest difference between the clocks of a desktop and the hub, in milliseconds. */
export const maxSkewMs = 60_000;

const scheme = 'Hearthline ';

const claims = z.strictObject({
  desktop: z.string().regex(/^U[A-Z2-7]{55}$/),
  method: z.string().max(10),
  path: z.string().max(1_000),
  /** The desktop's clock, UTC milliseconds. */
  at: z.int().nonnegative(),
  nonce: z.string().regex(/^[\w-]{16,64}$/),
  /** SHA-256 of the body, in base64url. */
  digest: z.string().max(64),
});

/** Reasons for which a token is refused. */
type SignatureRefusal = 'unsigned' | 'clock';

export type VerifiedRequest = {
  /** The desktop that signed it. */
  readonly desktop: string;
  readonly nonce: string;
  /** True if it was signed with this body. */
  readonly isFor: (body: string) => boolean;
};

/** Returns null for text that is not base64url. */
const fromBase64URL = (text: string): Buffer | null =>
  /^[\w-]+$/.test(text) && text.length % 4 !== 1 ? Buffer.from(text, 'base64url') : null;

const computeDigest = (body: string): string =>
  createHash('sha256').update(body).digest('base64url');

/**
 * Returns the `authorization` header of a request.
 * @param at by the hub's clock as far as known, UTC milliseconds
 */
export const signRequest = (
  { desktop, sign }: Signer,
  { method, path, body }: SignedRequest,
  at: number,
): string => {
  const nonce = randomBytes(16).toString('base64url');
  const digest = computeDigest(body);
  const bytes = Buffer.from(JSON.stringify({ desktop, method, path, at, nonce, digest }));
  const signature = Buffer.from(sign(bytes));
  return `${scheme}${bytes.toString('base64url')}.${signature.toString('base64url')}`;
};

/**
 * Verifies the `authorization` header of a request, before its body is read.
 * @param verify checks a signature with a desktop's public nkey; its errors count as false
 */
export const verifyRequest = (
  header: string | undefined,
  request: { readonly method: string; readonly path: string },
  dependencies: {
    /** UTC milliseconds. */
    readonly now: number;
    readonly verify: (desktop: string, bytes: Uint8Array, signature: Uint8Array) => boolean;
  },
): VerifiedRequest | { readonly refusal: SignatureRefusal } => {
  const { now, verify } = dependencies;
  const unsigned = { refusal: 'unsigned' } as const;
  if (header === undefined || header.length > 4_000 || !header.startsWith(scheme)) return unsigned;
  const parts = header.slice(scheme.length).split('.').map(fromBase64URL);
  const [bytes, signature] = parts;
  if (!bytes || !signature || parts.length !== 2) return unsigned;
  const read = claims.safeParse(parseJSON(bytes.toString()));
  if (!read.success) return unsigned;
  const { desktop, method, path, at, nonce, digest } = read.data;
  const isThisRequest = method === request.method && path === request.path;
  if (!isThisRequest || !isValid(() => verify(desktop, bytes, signature))) return unsigned;
  if (Math.abs(at - now) > maxSkewMs) return { refusal: 'clock' };
  return { desktop, nonce, isFor: (body) => digest === computeDigest(body) };
};

/** A library may throw for an invalid key. */
const isValid = (verify: () => boolean): boolean => {
  try {
    return verify();
  } catch {
    return false;
  }
};
