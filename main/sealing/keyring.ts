/**
 * The team's keys: created by the first owner, changed when a desktop is removed. The newest one is wrapped for each
 * desktop. The older ones are sealed once with the newest, so that a change of the key stays short in a large team, and
 * with them the list of the desktops that owners confirmed, which the hub can therefore not extend.
 */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { readonlyObject } from '../../contract/schema.ts';
import { createKeyPair, openWith, sealTo, type KeyPair } from './hpke.ts';
import { openSecret, sealSecret } from './secret.ts';

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

const parseAs = <T>(schema: z.ZodType<T>, text: string): T | null => {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
};

export const confirmedSchema = z.record(z.string(), key).readonly();
/** Wrapping keys of the desktops that owners confirmed, by desktop. */
export type Confirmed = z.infer<typeof confirmedSchema>;

const createKeys = () => ({ secret: randomBytes(32).toString('base64url'), ...createKeyPair() });

export const createKeyring = (): Keyring => ({
  subjectKey: randomBytes(32).toString('base64url'),
  current: 1,
  keys: { 1: createKeys() },
});

/** Adds a key, which seals from now on. A desktop without it cannot read later entries. */
export const rotateKeyring = (keyring: Keyring): Keyring => {
  const current = keyring.current + 1;
  return { ...keyring, current, keys: { ...keyring.keys, [current]: createKeys() } };
};

const buildContext = (recipient: string) => ({
  info: 'hearthline keyring 1',
  aad: Buffer.from(recipient),
});

/**
 * Wraps the newest key for a public key. Null for an invalid one.
 * @param recipient id of the desktop, or for its first keyring `deriveInvitedRecipient`
 */
export const wrapNewestKey = (
  { subjectKey, current, keys }: Keyring,
  publicKey: string,
  recipient: string,
): Buffer | null => {
  const newest = { subjectKey, current, keys: { [current]: keys[current] } };
  return sealTo(publicKey, Buffer.from(JSON.stringify(newest)), buildContext(recipient));
};

/** Unwraps the newest key as a keyring; null if it is for another recipient, modified or of another format. */
export const unwrapNewestKey = (
  wrapped: Uint8Array,
  pair: KeyPair,
  recipient: string,
): Keyring | null => {
  const text = openWith(pair, wrapped, buildContext(recipient));
  return text && readKeyring(text.toString('utf8'));
};

const numberLength = 2;
const secretLength = 32;
/** A number, a secret and a private key. */
const olderKeyLength = numberLength + 2 * secretLength;
const olderInfo = Buffer.from('hearthline older keys 2');

const getNewestSecret = ({ current, keys }: Keyring): Buffer =>
  Buffer.from(keys[current]?.secret ?? '', 'base64url');

/** Seals all keys but the newest with the newest, after a line with the confirmed desktops. */
export const sealOlderKeys = (keyring: Keyring, confirmed: Confirmed): Buffer => {
  const older = Object.entries(keyring.keys)
    .filter(([number]) => Number(number) !== keyring.current)
    .flatMap(([number, { secret, privateKey }]) => [
      Buffer.of(Number(number) >> 8, Number(number) & 255),
      ...[secret, privateKey].map((text) => Buffer.from(text, 'base64url')),
    ]);
  const line = Buffer.from(`${JSON.stringify(confirmed)}\n`);
  return sealSecret(getNewestSecret(keyring), Buffer.concat([line, ...older]), olderInfo);
};

/** Opens the list and the older keys; null unless they are sealed with the newest key. */
const openOlderKeys = (newest: Keyring, sealed: Uint8Array) => {
  const bytes = openSecret(getNewestSecret(newest), sealed, olderInfo);
  const end = bytes?.indexOf('\n') ?? 0;
  return bytes && { list: bytes.toString('utf8', 0, end), keys: bytes.subarray(end + 1) };
};

/** Reads the list of confirmed desktops; null unless it is sealed with the newest key. */
export const readConfirmed = (newest: Keyring, sealed: Uint8Array): Confirmed | null => {
  const opened = openOlderKeys(newest, sealed);
  return opened && parseAs(confirmedSchema, opened.list);
};

/** Adds the older keys to an unwrapped newest one; null unless they are sealed with it. */
export const addOlderKeys = (newest: Keyring, sealed: Uint8Array): Keyring | null => {
  const bytes = openOlderKeys(newest, sealed)?.keys;
  if (bytes === undefined || bytes.length % olderKeyLength !== 0) return null;
  const older: [number, Keyring['keys'][string]][] = [];
  for (let at = 0; at < bytes.length; at += olderKeyLength) {
    const [secret, privateKey] = [0, 1].map((index) => {
      const from = at + numberLength + index * secretLength;
      return bytes.subarray(from, from + secretLength);
    });
    older.push([
      bytes.readUInt16BE(at),
      { secret: secret?.toString('base64url') ?? '', ...createKeyPair(privateKey) },
    ]);
  }
  return { ...newest, keys: { ...Object.fromEntries(older), ...newest.keys } };
};

/** Parses a stored keyring; null for an invalid one. */
export const readKeyring = (text: string): Keyring | null => parseAs(keyringSchema, text);
