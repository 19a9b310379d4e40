/** nkeys, the Ed25519 keys of NATS, from 32 bytes; their library makes random ones only. */
import { fromSeed, Prefix, type KeyPair } from '@nats-io/nkeys';
import { base32 } from './subject-keys.ts';

/** CRC-16/XMODEM, which ends every nkey. */
const checksum = (bytes: Uint8Array): number => {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1)
      crc = ((crc << 1) ^ ((crc & 0x8000) === 0 ? 0 : 0x1021)) & 0xffff;
  }
  return crc;
};

/** The nkey of 32 bytes. */
export const nkeyOf = (kind: Prefix, raw: Uint8Array): KeyPair => {
  const head = [Prefix.Seed | (kind >> 5), (kind & 31) << 3];
  const body = Uint8Array.of(...head, ...raw);
  const crc = checksum(body);
  const text = base32(Uint8Array.of(...body, crc & 255, crc >> 8)).toUpperCase();
  return fromSeed(new TextEncoder().encode(text));
};
