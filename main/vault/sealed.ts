/**
 * The form of the vault file: a mark with the version of the form, a nonce, and AES-256-GCM over the
 * records as JSON. The mark is bound as associated data, so no byte of the file can be changed unseen.
 */
import { createCipheriv, createDecipheriv } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const mark = Buffer.from('HEARTHLINE-VAULT-1\n', 'ascii');
const nonceLength = 12;
const tagLength = 16;

/**
 * Encrypts `text` with a nonce of its own.
 *
 * @param key 32 bytes
 * @param nonce 12 bytes, never used before with this key
 */
export const seal = (text: string, key: Buffer, nonce: Buffer): Buffer => {
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagLength });
  cipher.setAAD(mark);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([mark, nonce, body, cipher.getAuthTag()]);
};

/** Gives back what was sealed; null for another key, another form, or a file that was changed. */
export const unseal = (sealed: Buffer, key: Buffer): string | null => {
  const start = mark.length + nonceLength;
  const end = sealed.length - tagLength;
  if (end < start || !sealed.subarray(0, mark.length).equals(mark)) return null;
  const nonce = sealed.subarray(mark.length, start);
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagLength });
  decipher.setAAD(mark);
  decipher.setAuthTag(sealed.subarray(end));
  try {
    const text = Buffer.concat([decipher.update(sealed.subarray(start, end)), decipher.final()]);
    return text.toString('utf8');
  } catch {
    return null;
  }
};

/** Length of a nonce in bytes. */
export const sealNonceLength = nonceLength;
