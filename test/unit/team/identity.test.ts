/** Keyrings that come through a hub, which may lie. */
import { expect, it } from 'vitest';
import { createKeyPair } from '../../../main/sealing/hpke.ts';
import {
  createKeyring,
  readConfirmed,
  rotateKeyring,
  sealOlderKeys,
  wrapNewestKey,
  type Keyring,
} from '../../../main/sealing/keyring.ts';
import { deriveInvitedRecipient } from '../../../main/sealing/six-digits.ts';
import { findNewestKeyring } from '../../../main/team/identity.ts';

const own = { wrapping: createKeyPair(), desktop: 'laptop' };
const secret = 'secret';
const invited = deriveInvitedRecipient(secret, own.desktop);

const wrap = (keyring: Keyring, recipient = own.desktop): string =>
  wrapNewestKey(keyring, own.wrapping.publicKey, recipient)?.toString('base64url') ?? '';
const seal = (keyring: Keyring): string => sealOlderKeys(keyring, {}).toString('base64url');

const first = createKeyring();
const second = rotateKeyring(first);
const third = rotateKeyring(second);
/** Keyrings of somebody who lacks a key of the team. */
const foreign = [
  rotateKeyring(createKeyring()),
  rotateKeyring({ ...createKeyring(), subjectKey: first.subjectKey }),
  { ...second, keys: { 2: second.keys[2]! } },
  { ...second, subjectKey: createKeyring().subjectKey },
];

it('a member takes a keyring that has all its keys, and no other', () => {
  const known = { before: first, secret: null };
  for (const keyring of [second, third]) {
    const answer = { wrapped: [wrap(keyring)], older: seal(keyring) };
    expect(findNewestKeyring(answer, own, known)).toEqual(keyring);
  }
  for (const keyring of foreign) {
    const answer = { wrapped: [wrap(keyring)], older: seal(keyring) };
    expect(findNewestKeyring(answer, own, known)).toEqual(first);
  }
});

it('a member does not go back to an earlier keyring', () => {
  const answer = { wrapped: [wrap(first)], older: seal(first) };
  expect(findNewestKeyring(answer, own, { before: second, secret: null })).toEqual(second);
});

it('a new desktop takes its first key only from a sender who has the invitation', () => {
  const known = { before: null, secret };
  const take = (wrapped: readonly string[], keyring: Keyring): Keyring | null =>
    findNewestKeyring({ wrapped, older: seal(keyring) }, own, known);
  expect(take([wrap(second, invited)], second)).toEqual(second);
  expect(take([wrap(second, invited), wrap(third)], third)).toEqual(third);
  expect(take([wrap(second)], second)).toBeNull();
  expect(take([wrap(second, deriveInvitedRecipient('other', own.desktop))], second)).toBeNull();
  expect(take([wrap(second, deriveInvitedRecipient(secret, 'office'))], second)).toBeNull();
  for (const keyring of foreign)
    expect(take([wrap(first, invited), wrap(keyring)], keyring)).toBeNull();
});

it('a new desktop waits while the older keys are sealed with a key that it lacks', () => {
  const answer = { wrapped: [wrap(second, invited)], older: seal(third) };
  expect(findNewestKeyring(answer, own, { before: null, secret })).toBeNull();
});

it('the list of confirmed desktops is the one that a member sealed with the newest key', () => {
  const confirmed = { office: own.wrapping.publicKey };
  expect(readConfirmed(second, sealOlderKeys(second, confirmed))).toEqual(confirmed);
  for (const older of [sealOlderKeys(first, confirmed), Buffer.alloc(99)])
    expect(readConfirmed(second, older)).toBeNull();
});
