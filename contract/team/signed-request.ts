/**
 * Authenticates a desktop at the hub: each request has a token, signed with the desktop's Ed25519 key (its nkey).
 * Desktop and hub share this file; the hub decides which requests a desktop may send.
 */
import { z } from 'zod';

/** Signs with a desktop's private key. */
export type Signer = {
  /** The desktop's public nkey, by which the hub knows it. */
  readonly desktop: string;
  readonly sign: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array;
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

/** Errors that every signed request can have, with the HTTP status of each. */
export const signedErrors = {
  /** The request does not have its schema. */
  malformed: 400,
  /** The signature is missing or invalid. */
  unsigned: 401,
  /** The token's time differs from the hub's; `now` has the hub's. */
  clock: 401,
  /** The token was used before. */
  replayed: 401,
  /** The desktop was removed from the team. */
  revoked: 403,
  /** The hub has no record of the desktop: it never joined, or the hub has lost its data. */
  stranger: 403,
  /** Only an owner may do this. */
  not_owner: 403,
  /** The hub cannot answer now, for example without its store; `retry-after` has the seconds. */
  unavailable: 503,
} as const;
export type SignedErrorCode = keyof typeof signedErrors;

/** Reasons for which a token is refused. */
type SignatureRefusal = 'unsigned' | 'clock';

export type VerifiedRequest = {
  /** The desktop that signed it. */
  readonly desktop: string;
  readonly nonce: string;
  /** True if it was signed with this body. */
  readonly isFor: (body: string) => Promise<boolean>;
};

const toBase64URL = (bytes: Uint8Array): string =>
  btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Returns null for text that is not base64url. */
const fromBase64URL = (text: string): Uint8Array<ArrayBuffer> | null =>
  /^[\w-]+$/.test(text) && text.length % 4 !== 1
    ? Uint8Array.from(
        atob(text.replaceAll('-', '+').replaceAll('_', '/')),
        (letter) => letter.codePointAt(0) ?? 0,
      )
    : null;

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

const computeDigest = async (body: string): Promise<string> =>
  toBase64URL(new Uint8Array(await crypto.subtle.digest('SHA-256', encode(body))));

/**
 * Returns the `authorization` header of a request.
 * @param at by the hub's clock as far as known, UTC milliseconds
 */
export const signRequest = async (
  signer: Signer,
  { method, path, body }: SignedRequest,
  at: number,
): Promise<string> => {
  const nonce = toBase64URL(crypto.getRandomValues(new Uint8Array(16)));
  const digest = await computeDigest(body);
  const signed = JSON.stringify({ desktop: signer.desktop, method, path, at, nonce, digest });
  const bytes = encode(signed);
  return `${scheme}${toBase64URL(bytes)}.${toBase64URL(signer.sign(bytes))}`;
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
    readonly verify: (
      desktop: string,
      bytes: Uint8Array<ArrayBuffer>,
      signature: Uint8Array<ArrayBuffer>,
    ) => boolean;
  },
): VerifiedRequest | { readonly refusal: SignatureRefusal } => {
  const { now, verify } = dependencies;
  const unsigned = { refusal: 'unsigned' } as const;
  if (header === undefined || header.length > 4_000 || !header.startsWith(scheme)) return unsigned;
  const parts = header.slice(scheme.length).split('.').map(fromBase64URL);
  const [bytes, signature] = parts;
  if (!bytes || !signature || parts.length !== 2) return unsigned;
  const read = claims.safeParse(parse(new TextDecoder().decode(bytes)));
  if (!read.success) return unsigned;
  const { desktop, method, path, at, nonce, digest } = read.data;
  const isThisRequest = method === request.method && path === request.path;
  if (!isThisRequest || !isValid(() => verify(desktop, bytes, signature))) return unsigned;
  if (Math.abs(at - now) > maxSkewMs) return { refusal: 'clock' };
  return { desktop, nonce, isFor: async (body) => digest === (await computeDigest(body)) };
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** A library may throw for an invalid key. */
const isValid = (verify: () => boolean): boolean => {
  try {
    return verify();
  } catch {
    return false;
  }
};
