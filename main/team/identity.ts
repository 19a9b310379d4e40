/** A desktop's keys: creates them, signs requests to the hub, and opens keyrings. */
import { createUser, type KeyPair as SigningPair } from '@nats-io/nkeys';
import type { Clock } from '../clock/clock.ts';
import { createHubRequests } from '../connect/hub-requests.ts';
import type { Fetch } from '../http/bounded-fetch.ts';
import { unwrapKeyring, type Keyring } from '../sealing/keyring.ts';
import { keyPair, type KeyPair } from '../sealing/hpke.ts';
import { invitedRecipient } from '../sealing/six-digits.ts';
import { isEncryptedOrLocal } from '../../contract/address.ts';
import type { Signer } from '../../contract/team/signed-request.ts';
import { createDesk, type Desk } from './desk.ts';

export type Web = { readonly fetch: Fetch; readonly clock: Clock };

/** Creates the keys of a new desktop. The private keys never leave it. */
export const newIdentity = (): { readonly seed: string; readonly wrapping: KeyPair } => ({
  seed: new TextDecoder().decode(createUser().getSeed()),
  wrapping: keyPair(),
});

export const signerOf = (pair: SigningPair): Signer => ({
  desktop: pair.getPublicKey(),
  sign: (bytes) => pair.sign(bytes),
});

/** Whether requests may go to this address. */
export const isHubAddress = (address: string): boolean =>
  URL.canParse(address) && isEncryptedOrLocal(new URL(address));

export const deskOf = (address: string, pair: SigningPair, web: Web): Desk =>
  createDesk(createHubRequests({ ...web, address, signer: signerOf(pair) }));

/** Whether `after` has all keys of `before`. The hub has none of them, so it cannot forge such a keyring. */
const extendsKeyring = (after: Keyring, before: Keyring): boolean =>
  after.subjectKey === before.subjectKey &&
  after.current >= before.current &&
  Object.entries(before.keys).every(
    ([number, key]) => JSON.stringify(after.keys[number]) === JSON.stringify(key),
  );

/**
 * Returns the newest of the keyrings that came through the hub, and of the known one. It ignores a keyring for another
 * desktop and one whose sender may not be a member: the first one must be sealed with the invitation's secret, and each
 * later one must extend the previous one.
 */
export const newestKeyring = (
  wrapped: readonly string[],
  { wrapping, desktop }: { readonly wrapping: KeyPair; readonly desktop: string },
  known: { readonly before: Keyring | null; readonly secret: string | null },
): Keyring | null => {
  const { secret } = known;
  return wrapped.reduce((before, text) => {
    const bytes = Buffer.from(text, 'base64url');
    const invited =
      secret === null ? null : unwrapKeyring(bytes, wrapping, invitedRecipient(secret, desktop));
    if (before === null) return invited;
    const opened = invited ?? unwrapKeyring(bytes, wrapping, desktop);
    return opened !== null && extendsKeyring(opened, before) ? opened : before;
  }, known.before);
};
