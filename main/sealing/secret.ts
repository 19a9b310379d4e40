/** Encryption with a secret of 32 bytes: AES-256-GCM with a random nonce. */
import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;

/** Encrypts a text. Returns the nonce, the ciphertext and its tag. */
export const sealSecret = (
  secret: KeyObject | Buffer,
  text: string | Uint8Array,
  aad: Buffer,
): Buffer => {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(algorithm, secret, nonce, { authTagLength: tagLength });
  cipher.setAAD(aad);
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
};

/** Opens what `sealSecret` sealed; null for another secret, other associated data or a modified text. */
export const openSecret = (
  secret: KeyObject | Buffer,
  sealed: Uint8Array,
  aad: Buffer,
): Buffer | null => {
  const end = sealed.length - tagLength;
  if (end < nonceLength) return null;
  const nonce = sealed.subarray(0, nonceLength);
  const decipher = createDecipheriv(algorithm, secret, nonce, { authTagLength: tagLength });
  decipher.setAAD(aad);
  decipher.setAuthTag(sealed.subarray(end));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(nonceLength, end)), decipher.final()]);
  } catch {
    return null;
  }
};
