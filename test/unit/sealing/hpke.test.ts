import type { CipherGCMTypes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createKeyPair, openWith, sealTo } from '../../../main/sealing/hpke.ts';

const hex = (text: string): Buffer => Buffer.from(text, 'hex');
const text = Buffer.from('Beauty is truth, truth beauty');
const context = { info: 'Ode on a Grecian Urn', aad: Buffer.from('Count-0') };

/** RFC 9180, A.1.1 and A.2.1, sequence number 0. */
const a1 = {
  ephemeral: '52c4a758a802cd8b936eceea314432798d5baf2d7e9235dc084ab1b9cfa2f736',
  encapsulated: '37fda3567bdbd628e88668c3c8d7e97d1d1253b6d4ea6d44c150f741f1bf4431',
  recipient: '4612c550263fc8ad58375df3f557aac531d26850903e55a9f23f21d8534e8ac8',
  publicKey: '3948cfe0ad1ddb695d780e59077195da6c56506b027329794ab02bca80815c4d',
};
const vectors = [
  {
    name: 'A.1.1, AES-128-GCM',
    ...a1,
    aead: { id: 1, keyLength: 16, name: 'aes-128-gcm' as CipherGCMTypes },
    sealed:
      'f938558b5d72f1a23810b4be2ab4f84331acc02fc97babc53a52ae8218a355a96d8770ac83d07bea87e13c512a',
  },
  {
    name: 'A.2.1, ChaCha20Poly1305',
    ephemeral: 'f4ec9b33b792c372c1d2c2063507b684ef925b8c75a42dbcbf57d63ccd381600',
    encapsulated: '1afa08d3dec047a643885163f1180476fa7ddb54c6a8029ea33f95796bf2ac4a',
    recipient: '8057991eef8f1f1af18f4a9491d16a1ce333f695d4db8e38da75975c4478e0fb',
    publicKey: '4310ee97d88cc1f088a5576c77ab0cf5c3ac797f3d95139c6c84b5429c59662a',
    aead: { id: 3, keyLength: 32, name: 'chacha20-poly1305' as CipherGCMTypes },
    sealed:
      '1c5250d8034ec2b784ba2cfd69dbdb8af406cfe3ff938e131f0def8c8b60b4db21993c62ce81883d2dd1b51a28',
  },
  {
    // The RFC prints none for this suite; made with @hpke/core 1.9.0 from the keys of A.1.1.
    name: 'of another library, AES-256-GCM',
    ...a1,
    aead: undefined,
    sealed:
      '090b7dc225419f7da9e8b460becfbb96a26c7964d79b8010d397fa838530a32a397b14f5776db19ff5e57734e0',
  },
];

describe('HPKE', () => {
  it.each(vectors)('seals and opens the test vector $name', (vector) => {
    const recipient = createKeyPair(hex(vector.recipient));
    expect(recipient.publicKey).toBe(hex(vector.publicKey).toString('base64url'));
    const suite = vector.aead === undefined ? {} : { aead: vector.aead };
    const ephemeral = createKeyPair(hex(vector.ephemeral));
    const sealed = sealTo(recipient.publicKey, text, context, { ephemeral, ...suite });
    expect(sealed?.toString('hex')).toBe(vector.encapsulated + vector.sealed);
    expect(sealed && openWith(recipient, sealed, context, suite)).toEqual(text);
  });

  it('opens only with the same information and associated data', () => {
    const pair = createKeyPair();
    const sealed = sealTo(pair.publicKey, text, context) ?? Buffer.alloc(0);
    expect(openWith(pair, sealed, context)).toEqual(text);
    expect(openWith(pair, sealed, { ...context, info: 'other' })).toBeNull();
    expect(openWith(pair, sealed, { ...context, aad: Buffer.from('other') })).toBeNull();
    expect(openWith(createKeyPair(), sealed, context)).toBeNull();
  });

  it.each([
    ['of zeros', Buffer.alloc(32).toString('base64url')],
    ['too short', 'AAAA'],
    ['empty', ''],
  ])('refuses a public key that is %s', (_, publicKey) => {
    expect(sealTo(publicKey, text, context)).toBeNull();
    const forged = Buffer.concat([Buffer.alloc(32), Buffer.alloc(40)]);
    expect(openWith(createKeyPair(), forged, context)).toBeNull();
  });
});
