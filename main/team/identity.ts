/** A desktop's keys: creates them, signs requests to the hub, and opens keyrings. */
import { createUser, type KeyPair as SigningPair } from '@nats-io/nkeys';
import type { Clock } from '../clock/clock.ts';
import { createHubRequests } from '../connect/hub-requests.ts';
import type { Fetch } from '../http/bounded-fetch.ts';
import type { Signer } from '../http/signed-request.ts';
import { addOlderKeys, unwrapNewestKey, type Keyring } from '../sealing/keyring.ts';
import { createKeyPair, type KeyPair } from '../sealing/hpke.ts';
import { deriveInvitedRecipient } from '../sealing/six-digits.ts';
import { isEncryptedOrLocal } from '../../contract/address.ts';
import type { DeskTeam } from '../../contract/team/desk.ts';
import { createDesk, type Desk } from './desk.ts';

export type Web = { readonly fetch: Fetch; readonly clock: Clock };

/** Creates the keys of a new desktop. The private keys never leave it. */
export const createIdentity = (): { readonly seed: string; readonly wrapping: KeyPair } => ({
  seed: new TextDecoder().decode(createUser().getSeed()),
  wrapping: createKeyPair(),
});

export const createSigner = (pair: SigningPair): Signer => ({
  desktop: pair.getPublicKey(),
  sign: (bytes) => pair.sign(bytes),
});

/** True if requests may go to this address. */
export const isHubAddress = (address: string): boolean =>
  URL.canParse(address) && isEncryptedOrLocal(new URL(address));

export const openDesk = (address: string, pair: SigningPair, web: Web): Desk =>
  createDesk(createHubRequests({ ...web, address, signer: createSigner(pair) }));

/** True if `after` has all keys of `before`. The hub has none of them, so it cannot forge such a keyring. */
const extendsKeyring = (after: Keyring, before: Keyring): boolean =>
  after.subjectKey === before.subjectKey &&
  after.current >= before.current &&
  Object.entries(before.keys).every(
    ([number, key]) => JSON.stringify(after.keys[number]) === JSON.stringify(key),
  );

/**
 * Returns the newest of the known keyring and those that came through the hub. It ignores a keyring whose sender may
 * not be a member: the first one must be sealed with the invitation's secret, and each later one must extend the
 * previous one. Null if the hub has the older keys for none of them.
 */
export const findNewestKeyring = (
  { wrapped, older }: Pick<DeskTeam, 'wrapped' | 'older'>,
  { wrapping, desktop }: { readonly wrapping: KeyPair; readonly desktop: string },
  { before, secret }: { readonly before: Keyring | null; readonly secret: string | null },
): Keyring | null => {
  let newest = before;
  let trusted = before;
  for (const text of wrapped) {
    const bytes = Buffer.from(text, 'base64url');
    const invited =
      secret === null
        ? null
        : unwrapNewestKey(bytes, wrapping, deriveInvitedRecipient(secret, desktop));
    trusted ??= invited;
    const opened = invited ?? unwrapNewestKey(bytes, wrapping, desktop);
    // Adding hundreds of older keys takes tens of milliseconds.
    if (opened === null || newest?.keys[opened.current] !== undefined) continue;
    const whole = addOlderKeys(opened, Buffer.from(older, 'base64url'));
    if (whole === null || trusted === null || !extendsKeyring(whole, trusted)) continue;
    newest = whole;
    trusted = whole;
  }
  return newest;
};
