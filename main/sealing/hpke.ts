/**
 * HPKE (RFC 9180), base mode, single shot: DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, AES-256-GCM. With node:crypto it is
 * synchronous and works in Electron and in Node; `@hpke/core` took ten times as long. Secrets become key objects,
 * because node:crypto takes four times as long with their bytes.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  diffieHellman,
  generateKeyPairSync,
  type CipherGCMTypes,
  type KeyObject,
} from 'node:crypto';

/** Both keys in base64url, 32 bytes each. */
export type KeyPair = { readonly privateKey: string; readonly publicKey: string };

/** Binds a sealed text to its purpose; it opens only with the same values. */
type Context = { readonly info: string; readonly aad: Uint8Array };

type Aead = { readonly id: number; readonly keyLength: number; readonly name: CipherGCMTypes };
const aes256: Aead = { id: 2, keyLength: 32, name: 'aes-256-gcm' };

const publicLength = 32;
const nonceLength = 12;
const tagLength = 16;
const pkcs8 = Buffer.from('302e020100300506032b656e04220420', 'hex');

const toPublic = (key: string): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x: key }, format: 'jwk' });
const toPrivate = (key: string): KeyObject => {
  const der = Buffer.concat([pkcs8, Buffer.from(key, 'base64url')]);
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
};

/** Parsed private keys: parsing takes longer than the rest of opening a text. */
const parsedKeys = new WeakMap<KeyPair, KeyObject>();

const parseOnce = (pair: KeyPair): KeyObject => {
  const known = parsedKeys.get(pair);
  if (known !== undefined) return known;
  const key = toPrivate(pair.privateKey);
  parsedKeys.set(pair, key);
  return key;
};

const derivePublicKey = (key: KeyObject): string =>
  createPublicKey(key).export({ format: 'jwk' }).x ?? '';

/** Creates the pair of a private key of 32 bytes, by default a random one. */
export const createKeyPair = (privateKey?: Uint8Array): KeyPair => {
  const secret =
    privateKey === undefined
      ? (generateKeyPairSync('x25519').privateKey.export({ format: 'jwk' }).d ?? '')
      : Buffer.from(privateKey).toString('base64url');
  return { privateKey: secret, publicKey: derivePublicKey(toPrivate(secret)) };
};

type Part = string | Uint8Array;

const computeHmac = (key: Part, parts: readonly Part[]): Buffer => {
  const hash = createHmac('sha256', typeof key === 'string' ? key : createSecretKey(key));
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const toUint16 = (value: number): Uint8Array => Uint8Array.of(value >> 8, value & 255);

/** LabeledExtract and LabeledExpand of RFC 9180, section 4, for at most one hash of output. */
const labeled = (suite: Uint8Array) => ({
  extract: (salt: Part, label: string, secret: Part): Buffer =>
    computeHmac(salt, ['HPKE-v1', suite, label, secret]),
  expand: (key: Uint8Array, label: string, info: Uint8Array, length: number): Buffer =>
    computeHmac(key, [toUint16(length), 'HPKE-v1', suite, label, info, Uint8Array.of(1)]).subarray(
      0,
      length,
    ),
});

const kemID = toUint16(0x20);
const kem = labeled(Buffer.concat([Buffer.from('KEM'), kemID]));

/** Derives key and nonce; throws for a public key that is not a point of the curve. */
const deriveSchedule = (
  own: KeyObject,
  other: string,
  encapsulated: Uint8Array,
  recipient: string,
  { info, aead }: { readonly info: string; readonly aead: Aead },
) => {
  const shared = diffieHellman({ privateKey: own, publicKey: toPublic(other) });
  const kemContext = Buffer.concat([encapsulated, Buffer.from(recipient, 'base64url')]);
  const secret = kem.expand(
    kem.extract('', 'eae_prk', shared),
    'shared_secret',
    kemContext,
    publicLength,
  );
  const suite = labeled(
    Buffer.concat([Buffer.from('HPKE'), kemID, toUint16(1), toUint16(aead.id)]),
  );
  const context = Buffer.concat([
    Uint8Array.of(0),
    suite.extract('', 'psk_id_hash', ''),
    suite.extract('', 'info_hash', info),
  ]);
  const main = suite.extract(secret, 'secret', '');
  return {
    key: createSecretKey(suite.expand(main, 'key', context, aead.keyLength)),
    nonce: suite.expand(main, 'base_nonce', context, nonceLength),
  };
};

/**
 * Seals a text to a public key: the encapsulated key, then the ciphertext. Null for an invalid public key.
 * @param ephemeral random, except in tests
 */
export const sealTo = (
  publicKey: string,
  text: Uint8Array,
  { info, aad }: Context,
  { ephemeral, aead = aes256 }: { readonly ephemeral?: KeyPair; readonly aead?: Aead } = {},
): Buffer | null => {
  try {
    const own = ephemeral
      ? toPrivate(ephemeral.privateKey)
      : generateKeyPairSync('x25519').privateKey;
    const encapsulated = Buffer.from(derivePublicKey(own), 'base64url');
    const { key, nonce } = deriveSchedule(own, publicKey, encapsulated, publicKey, { info, aead });
    const cipher = createCipheriv(aead.name, key, nonce, { authTagLength: tagLength });
    cipher.setAAD(aad);
    return Buffer.concat([encapsulated, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
  } catch {
    return null;
  }
};

/** Opens a sealed text; null for another key, another context or a modified text. */
export const openWith = (
  own: KeyPair,
  sealed: Uint8Array,
  { info, aad }: Context,
  { aead = aes256 } = {},
): Buffer | null => {
  const end = sealed.length - tagLength;
  if (end < publicLength) return null;
  try {
    const encapsulated = sealed.subarray(0, publicLength);
    const other = Buffer.from(encapsulated).toString('base64url');
    const secret = parseOnce(own);
    const { key, nonce } = deriveSchedule(secret, other, encapsulated, own.publicKey, {
      info,
      aead,
    });
    const decipher = createDecipheriv(aead.name, key, nonce, { authTagLength: tagLength });
    decipher.setAAD(aad);
    decipher.setAuthTag(sealed.subarray(end));
    return Buffer.concat([decipher.update(sealed.subarray(publicLength, end)), decipher.final()]);
  } catch {
    return null;
  }
};
