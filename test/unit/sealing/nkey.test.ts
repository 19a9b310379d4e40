/** nkeys that Node signs with, next to those of the NATS library. */
import { createUser, fromPublic, fromSeed, Prefix } from '@nats-io/nkeys';
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { authenticateAs, createNkey, readUserNkey } from '../../../main/sealing/nkey.ts';

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const bytesOf = (words: string): Uint8Array => new TextEncoder().encode(words);

it('a seed has the public key and the signatures that the NATS library has', () => {
  const theirs = createUser();
  const ours = readUserNkey(text(theirs.getSeed()));
  expect(ours.getPublicKey()).toBe(theirs.getPublicKey());
  expect(text(ours.getSeed())).toBe(text(theirs.getSeed()));
  expect(ours.sign(bytesOf('a request'))).toEqual(theirs.sign(bytesOf('a request')));
});

it.each([Prefix.Operator, Prefix.Account, Prefix.User])(
  '32 bytes make a key of kind %i',
  (kind) => {
    const ours = createNkey(kind, randomBytes(32));
    const theirs = fromSeed(ours.getSeed());
    expect(ours.getPublicKey()).toBe(theirs.getPublicKey());
    const signature = ours.sign(bytesOf('a token'));
    expect(fromPublic(ours.getPublicKey()).verify(bytesOf('a token'), signature)).toBe(true);
    expect(ours.verify(bytesOf('another'), signature)).toBe(false);
  },
);

it('a log server gets a signature of its nonce', () => {
  const user = readUserNkey(text(createUser().getSeed()));
  const { jwt, nkey, sig } = authenticateAs('a.token', user)('nonce');
  expect([jwt, nkey]).toEqual(['a.token', user.getPublicKey()]);
  expect(user.verify(bytesOf('nonce'), Buffer.from(sig, 'base64url'))).toBe(true);
});

it.each(['', 'SU', 'no seed!'])('%j is no seed', (seed) => {
  expect(() => readUserNkey(seed)).toThrow('no seed');
});
