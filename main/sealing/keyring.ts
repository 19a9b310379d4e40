/** The team's keys: created by the first owner, wrapped for each desktop, rotated when one is removed. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { readonlyObject } from '../../contract/schema.ts';
import { keyPair, openWith, sealTo, type KeyPair } from './hpke.ts';

const key = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

const keyringSchema = readonlyObject({
  /** Hides accounts, leads and words in subjects (subject-keys.ts); never rotates. */
  subjectKey: key,
  /** Number of the key that seals. */
  current: z.number().int().min(1).max(0xff_ff),
  /** By number; older keys are needed for older entries. */
  keys: z.record(z.string(), readonlyObject({ secret: key, privateKey: key, publicKey: key })),
}).refine(({ current, keys }) => keys[current] !== undefined);
export type Keyring = z.infer<typeof keyringSchema>;

const newKeys = () => ({ secret: randomBytes(32).toString('base64url'), ...keyPair() });

export const createKeyring = (): Keyring => ({
  subjectKey: randomBytes(32).toString('base64url'),
  current: 1,
  keys: { 1: newKeys() },
});

/** Adds a key, which seals from now on. A desktop without it cannot read later entries. */
export const rotateKeyring = (keyring: Keyring): Keyring => {
  const current = keyring.current + 1;
  return { ...keyring, current, keys: { ...keyring.keys, [current]: newKeys() } };
};

const contextOf = (recipient: string) => ({
  info: 'hearthline keyring 1',
  aad: Buffer.from(recipient),
});

/**
 * Wraps a keyring for a public key. Null for an invalid one.
 * @param recipient id of the desktop, or for its first keyring `invitedRecipient`
 */
export const wrapKeyring = (
  keyring: Keyring,
  publicKey: string,
  recipient: string,
): Buffer | null => sealTo(publicKey, Buffer.from(JSON.stringify(keyring)), contextOf(recipient));

/** Unwraps a keyring; null if it is for another recipient, modified or of another format. */
export const unwrapKeyring = (
  wrapped: Uint8Array,
  pair: KeyPair,
  recipient: string,
): Keyring | null => {
  const text = openWith(pair, wrapped, contextOf(recipient));
  return text && readKeyring(text.toString('utf8'));
};

/** Parses a stored keyring; null for an invalid one. */
export const readKeyring = (text: string): Keyring | null => {
  try {
    return keyringSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
};
