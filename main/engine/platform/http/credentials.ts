/** Random paths and Basic credentials of webhooks, compared as digests in constant time (security rule 12). */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Random } from '../random.ts';

/** Computes the digest that is stored instead of a secret. */
export const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

export type FreshCredentials = {
  readonly username: string;
  readonly password: string;
  /** SHA-256 of the password, hex: only this is stored. */
  readonly passwordDigest: string;
};

/** Generates credentials with a password of 256 random bits. */
export const generateCredentials = (random: Random): FreshCredentials => {
  const password = random.bytes(32).toString('base64url');
  return {
    username: random.bytes(16).toString('base64url'),
    password,
    passwordDigest: digest(password).toString('hex'),
  };
};

/** Generates a path of 256 random bits. */
export const generatePath = (random: Random): string => random.bytes(32).toString('base64url');

/** True if a path has the form of a generated one. */
export const isGeneratedPath = (path: string): boolean => /^[\w-]{43}$/.test(path);

/** Parses a Basic `Authorization` header; empty when it is missing or invalid. */
const parseBasic = (header: string | undefined): readonly [username: string, password: string] => {
  const encoded = /^basic +([A-Za-z0-9+/_=-]+) *$/i.exec(header ?? '')?.[1] ?? '';
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  return colon < 0 ? ['', ''] : [pair.slice(0, colon), pair.slice(colon + 1)];
};

/** A recipient of deliveries. */
export type Addressee = {
  readonly path: string;
  readonly username: string;
  /** SHA-256 of the password, hex. */
  readonly passwordDigest: string;
};

const nobody = { path: '', username: '', passwordDigest: digest('').toString('hex') };

export type Verdict<T extends Addressee> =
  | { readonly sender: T }
  | { readonly sender: null; readonly status: 401 | 404 };

/** Authenticates a delivery to a path by its recipients; an unknown path has none. */
export const authenticate = <T extends Addressee>(
  addressees: readonly T[],
  authorization: string | undefined,
): Verdict<T> => {
  const [sentName, sentPassword] = parseBasic(authorization);
  const isSender = ({ username, passwordDigest }: Addressee): boolean => {
    const isName = timingSafeEqual(digest(username), digest(sentName));
    const isPassword = timingSafeEqual(Buffer.from(passwordDigest, 'hex'), digest(sentPassword));
    return isName && isPassword;
  };
  if (addressees.length === 0) isSender(nobody);
  const sender = addressees.find(isSender);
  if (sender !== undefined) return { sender };
  return { sender: null, status: addressees.length === 0 ? 404 : 401 };
};
