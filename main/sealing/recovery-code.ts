/**
 * The recovery code, which an owner prints. It yields the keys of a desktop that exists only on paper, and the secret
 * of its invitation. Keyrings are wrapped for that desktop as for any other, so a rotation needs no new code.
 */
import { Prefix, type KeyPair as SigningPair } from '@nats-io/nkeys';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createKeyPair, type KeyPair } from './hpke.ts';
import { createNkey } from './nkey.ts';
import { fromBase32, toBase32 } from './base32.ts';

const secretLength = 18;
const checkLength = 2;
const codeLength = 32;

type Keys = { readonly pair: KeyPair; readonly signing: SigningPair; readonly secret: string };
type Recovery =
  | ({ readonly ok: true } & Keys)
  /** `letters`: a character that no code has. `length`: one is missing or too many. `mistyped`: the check fails. */
  | { readonly ok: false; readonly code: 'letters' | 'length' | 'mistyped' };

const format = (secret: Uint8Array): string => {
  const check = createHash('sha256').update(secret).digest().subarray(0, checkLength);
  return toBase32(Buffer.concat([secret, check])).toUpperCase();
};

const derive = (secret: Uint8Array, purpose: string): Buffer =>
  createHmac('sha256', secret).update(`hearthline recovery 1 ${purpose}`).digest();

const deriveKeys = (secret: Uint8Array): Keys => ({
  pair: createKeyPair(derive(secret, 'wrapping')),
  signing: createNkey(Prefix.User, derive(secret, 'signing')),
  secret: derive(secret, 'invitation').toString('base64url'),
});

/** Creates a code, in eight groups of four, with its keys. */
export const createRecovery = (): { readonly code: string } & Keys => {
  const secret = randomBytes(secretLength);
  const code = format(secret).match(/.{4}/g)?.join('-');
  return { code: code ?? '', ...deriveKeys(secret) };
};

/** Parses a typed code in any case and grouping. The digits 0, 1 and 8, which no code has, count as O, I and B. */
export const readRecovery = (typed: string): Recovery => {
  const text = typed
    .toUpperCase()
    .replaceAll(/[\s\p{Dash}]/gu, '')
    .replaceAll('0', 'O')
    .replaceAll('1', 'I')
    .replaceAll('8', 'B');
  const bytes = fromBase32(text);
  if (bytes === null) return { ok: false, code: 'letters' };
  if (text.length !== codeLength) return { ok: false, code: 'length' };
  const secret = bytes.subarray(0, secretLength);
  return format(secret) === text
    ? { ok: true, ...deriveKeys(secret) }
    : { ok: false, code: 'mistyped' };
};
