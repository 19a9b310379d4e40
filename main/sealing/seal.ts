/**
 * Encrypted envelopes of the log's entries. Byte 0 is the format, bytes 1 and 2 the number of the team's key, byte 3
 * the mode: members share a secret, the hub seals to the team's public key. An envelope opens only with its subject.
 */
import { createSecretKey, type KeyObject } from 'node:crypto';
import { openWith, sealTo } from './hpke.ts';
import type { Keyring } from './keyring.ts';
import { openSecret, sealSecret } from './secret.ts';

type Opened =
  | { readonly ok: true; readonly text: Buffer }
  /** `unknown_key`: this desktop does not have the key yet. */
  | { readonly ok: false; readonly code: 'unknown_key'; readonly key: number }
  | { readonly ok: false; readonly code: 'damaged' | 'unknown_format' };

const format = 1;
const modes = { members: 0, hub: 1 } as const;
const headLength = 4;
const info = 'hearthline team 1';

const buildHead = (key: number, mode: number): Buffer =>
  Buffer.of(format, key >> 8, key & 255, mode);

/** Returns a key object, because node:crypto takes four times as long with the bytes of a key. */
const toSecretKey = ({ keys }: Keyring, key: number): KeyObject =>
  createSecretKey(keys[key]?.secret ?? '', 'base64url');

/** Seals an entry with the team's current secret. */
export const sealForMembers = (
  keyring: Keyring,
  subject: string,
  text: string | Uint8Array,
): Buffer => {
  const { current } = keyring;
  const sealed = sealSecret(toSecretKey(keyring, current), text, Buffer.from(subject));
  return Buffer.concat([buildHead(current, modes.members), sealed]);
};

/** Seals an entry to the team's public key, the only one that the hub has. Null for an invalid key. */
export const sealAtHub = (
  team: { readonly key: number; readonly publicKey: string },
  subject: string,
  text: Uint8Array,
): Buffer | null => {
  const head = buildHead(team.key, modes.hub);
  const sealed = sealTo(team.publicKey, text, { info, aad: Buffer.from(subject) });
  return sealed && Buffer.concat([head, sealed]);
};

/** Opens an envelope of `subject`. Never throws. */
export const openEnvelope = (keyring: Keyring, subject: string, envelope: Uint8Array): Opened => {
  const [version, high = 0, low = 0, mode] = envelope;
  if (version !== format || (mode !== modes.members && mode !== modes.hub))
    return { ok: false, code: 'unknown_format' };
  const key = high * 256 + low;
  const keys = keyring.keys[key];
  if (keys === undefined) return { ok: false, code: 'unknown_key', key };
  const aad = Buffer.from(subject);
  const sealed = envelope.subarray(headLength);
  const text =
    mode === modes.members
      ? openSecret(toSecretKey(keyring, key), sealed, aad)
      : openWith(keys, sealed, { info, aad });
  return text === null ? { ok: false, code: 'damaged' } : { ok: true, text };
};

/** Opens an envelope that a member sealed and rejects the hub's, which must not write facts. Never throws. */
export const openFromMember = (keyring: Keyring, subject: string, envelope: Uint8Array): Opened =>
  envelope[3] === modes.hub
    ? { ok: false, code: 'damaged' }
    : openEnvelope(keyring, subject, envelope);

/** Opens an envelope that a member sealed with the current key; null for any other, such as the hub's. */
export const openCurrent = (
  keyring: Keyring,
  subject: string,
  envelope: Uint8Array,
): Buffer | null => {
  const head = buildHead(keyring.current, modes.members);
  if (!head.equals(envelope.subarray(0, headLength))) return null;
  const opened = openEnvelope(keyring, subject, envelope);
  return opened.ok ? opened.text : null;
};
