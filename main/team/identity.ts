/** The keys of a desktop and how it asks the hub with them. */
import { createUser, type KeyPair as SigningPair } from '@nats-io/nkeys';
import type { Clock } from '../clock/clock.ts';
import { createHubRequests } from '../connect/hub-requests.ts';
import type { Fetch } from '../http/bounded-fetch.ts';
import { unwrapKeyring, type Keyring } from '../sealing/keyring.ts';
import { keyPair, type KeyPair } from '../sealing/hpke.ts';
import { invitedRecipient } from '../sealing/six-digits.ts';
import type { Signer } from '../../contract/team/signed-request.ts';
import { createDesk, type Desk } from './desk.ts';

export type Web = { readonly fetch: Fetch; readonly clock: Clock };

/** Makes the keys of a new desktop, which never leave it. */
export const newIdentity = (): { readonly seed: string; readonly wrapping: KeyPair } => ({
  seed: new TextDecoder().decode(createUser().getSeed()),
  wrapping: keyPair(),
});

export const signerOf = (pair: SigningPair): Signer => ({
  desktop: pair.getPublicKey(),
  sign: (bytes) => pair.sign(bytes),
});

/** Whether a hub may be asked at an address: on another computer by HTTPS only. */
export const isHubAddress = (address: string): boolean => {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return (
    protocol === 'https:' ||
    (protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname))
  );
};

/** The hub's desk, asked by the desktop of a key. */
export const deskOf = (address: string, pair: SigningPair, web: Web): Desk =>
  createDesk(createHubRequests({ ...web, address, signer: signerOf(pair) }));

/** Whether a keyring goes on from another one: the hub, which lacks the older keys, cannot make it. */
const continues = (after: Keyring, before: Keyring): boolean =>
  after.subjectKey === before.subjectKey &&
  after.current >= before.current &&
  Object.entries(before.keys).every(
    ([number, key]) => JSON.stringify(after.keys[number]) === JSON.stringify(key),
  );

/**
 * Opens a keyring that the hub passed on. Null if it is for another desktop, or if its sender cannot be a member:
 * it must go on from the one before, or come from who made the invitation.
 */
export const openKeyring = (
  wrapped: string,
  own: { readonly wrapping: KeyPair; readonly desktop: string },
  known: { readonly before: Keyring | null; readonly secret: string | null },
): Keyring | null => {
  const bytes = Buffer.from(wrapped, 'base64url');
  const { before, secret } = known;
  const invited =
    secret === null
      ? null
      : unwrapKeyring(bytes, own.wrapping, invitedRecipient(secret, own.desktop));
  const rotated = unwrapKeyring(bytes, own.wrapping, own.desktop);
  if (rotated !== null) return before !== null && continues(rotated, before) ? rotated : null;
  return invited !== null && (before === null || continues(invited, before)) ? invited : null;
};
