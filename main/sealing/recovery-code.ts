/**
 * The recovery code, which an owner prints. It makes a key pair to whose public key every keyring is wrapped, so a
 * rotation needs no new code.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { keyPair, type KeyPair } from './hpke.ts';
import { base32 } from './subject-keys.ts';

const secretLength = 18;
const checkLength = 2;
const codeLength = 32;

type Recovery =
  | { readonly ok: true; readonly pair: KeyPair }
  /** `letters`: a character that no code has. `length`: one is missing or too many. `mistyped`: the check fails. */
  | { readonly ok: false; readonly code: 'letters' | 'length' | 'mistyped' };

const format = (secret: Uint8Array): string => {
  const check = createHash('sha256').update(secret).digest().subarray(0, checkLength);
  return base32(Buffer.concat([secret, check])).toUpperCase();
};

const pairOf = (secret: Uint8Array): KeyPair =>
  keyPair(createHmac('sha256', secret).update('hearthline recovery 1').digest());

/** Creates a code, in eight groups of four, with its pair. */
export const createRecovery = (): { readonly code: string; readonly pair: KeyPair } => {
  const secret = randomBytes(secretLength);
  const code = format(secret).match(/.{4}/g)?.join('-');
  return { code: code ?? '', pair: pairOf(secret) };
};

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Reads a typed code, in any case and grouping. A digit that no code has stands for the letter like it. */
export const readRecovery = (typed: string): Recovery => {
  const text = typed
    .toUpperCase()
    .replaceAll(/[\s\p{Dash}]/gu, '')
    .replaceAll('0', 'O')
    .replaceAll('1', 'I')
    .replaceAll('8', 'B');
  const values = Array.from(text, (letter) => alphabet.indexOf(letter));
  if (values.includes(-1)) return { ok: false, code: 'letters' };
  if (text.length !== codeLength) return { ok: false, code: 'length' };
  const bits = values.map((value) => value.toString(2).padStart(5, '0')).join('');
  const bytes = Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
  const secret = bytes.subarray(0, secretLength);
  return format(secret) === text
    ? { ok: true, pair: pairOf(secret) }
    : { ok: false, code: 'mistyped' };
};
