/**
 * The six digits that the owner and a new desktop compare by phone. They are keyed by the invitation's secret, which
 * the hub never sees: a hub that exchanges a key cannot search for one with the same digits.
 */
import { createHash, createHmac } from 'node:crypto';

/** The public keys of a desktop: the one that receives keyrings, and the one that signs in to the log. */
export type DesktopKeys = { readonly wrapping: string; readonly signing: string };

/** Proves to the hub that a desktop has the invitation, without its secret. */
export const invitationProof = (secret: string): string =>
  createHash('sha256').update('hearthline invitation 1\n').update(secret).digest('base64url');

/** Both desktops compute them from what they received, so another key on the way changes them. */
export const sixDigits = (secret: string, owner: DesktopKeys, joiner: DesktopKeys): string => {
  const keys = [owner.wrapping, owner.signing, joiner.wrapping, joiner.signing];
  const digest = createHmac('sha256', secret).update(JSON.stringify(keys)).digest();
  return `${digest.readBigUInt64BE() % 1_000_000n}`.padStart(6, '0');
};
