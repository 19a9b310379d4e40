/**
 * Creates nkeys, the Ed25519 keys of NATS, from 32 bytes. Node signs with them, because the library of NATS takes 15 ms
 * for a signature and 6 ms for a public key, and creates only random keys.
 */
import { fromSeed, Prefix, type KeyPair } from '@nats-io/nkeys';
import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { fromBase32, toBase32 } from './base32.ts';

const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const rawLength = 32;
const seedHead = 2;

/** CRC-16/XMODEM, which ends every nkey. */
const computeChecksum = (bytes: Uint8Array): number => {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1)
      crc = ((crc << 1) ^ ((crc & 0x8000) === 0 ? 0 : 0x1021)) & 0xffff;
  }
  return crc;
};

const format = (head: readonly number[], raw: Uint8Array): string => {
  const body = Uint8Array.of(...head, ...raw);
  const crc = computeChecksum(body);
  return toBase32(Uint8Array.of(...body, crc & 255, crc >> 8)).toUpperCase();
};

export const createNkey = (kind: Prefix, raw: Uint8Array): KeyPair => {
  const der = Buffer.concat([pkcs8, raw]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
  const publicKey = format([kind], spki.subarray(-rawLength));
  const seed = format([Prefix.Seed | (kind >> 5), (kind & 31) << 3], raw);
  return Object.assign(fromSeed(new TextEncoder().encode(seed)), {
    getPublicKey: () => publicKey,
    sign: (bytes: Uint8Array) => new Uint8Array(sign(null, bytes, key)),
  });
};

/** Creates a user's nkey from its seed. Throws for an invalid seed. */
export const readUserNkey = (seed: string): KeyPair => {
  const raw = fromBase32(seed)?.subarray(seedHead, seedHead + rawLength);
  if (raw?.length !== rawLength) throw new Error('this is no seed of an nkey');
  return createNkey(Prefix.User, raw);
};

/** Verifies a signature with a public nkey. Throws for an invalid nkey. */
export const verifyWith = (
  publicKey: string,
  bytes: Uint8Array,
  signature: Uint8Array,
): boolean => {
  const raw = fromBase32(publicKey)?.subarray(1, 1 + rawLength);
  const key = { kty: 'OKP', crv: 'Ed25519', x: raw?.toString('base64url') ?? '' };
  return verify(null, bytes, createPublicKey({ key, format: 'jwk' }), signature);
};

/** An authenticator for the NATS client, which signs the server's nonce with the token's nkey. */
export const authenticateAs =
  (jwt: string, nkey: KeyPair) =>
  (nonce = ''): { readonly jwt: string; readonly nkey: string; readonly sig: string } => ({
    jwt,
    nkey: nkey.getPublicKey(),
    sig: Buffer.from(nkey.sign(new TextEncoder().encode(nonce))).toString('base64url'),
  });
