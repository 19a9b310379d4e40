/** The vault's file: a magic line, a nonce, and AES-256-GCM over both line and records. */
import { createCipheriv, createDecipheriv } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const magic = Buffer.from('HEARTHLINE-VAULT-1\n', 'ascii');
export const sealNonceLength = 12;
const tagLength = 16;

/**
 * Encrypts `text`.
 * @param key 32 bytes
 * @param nonce 12 bytes, never used before with this key
 */
export const seal = (text: string, key: Buffer, nonce: Buffer): Buffer => {
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagLength });
  cipher.setAAD(magic);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([magic, nonce, body, cipher.getAuthTag()]);
};

/** Decrypts; null for another key, another format or a modified file. */
export const unseal = (sealed: Buffer, key: Buffer): string | null => {
  const start = magic.length + sealNonceLength;
  const end = sealed.length - tagLength;
  if (end < start || !sealed.subarray(0, magic.length).equals(magic)) return null;
  const nonce = sealed.subarray(magic.length, start);
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagLength });
  decipher.setAAD(magic);
  decipher.setAuthTag(sealed.subarray(end));
  try {
    const text = Buffer.concat([decipher.update(sealed.subarray(start, end)), decipher.final()]);
    return text.toString('utf8');
  } catch {
    return null;
  }
};
