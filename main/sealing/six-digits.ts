/**
 * Proofs that an owner and a new desktop derive from an invitation's secret. The hub never sees the secret, so it can
 * neither substitute a key with the same digits nor send the new desktop another keyring.
 */
import { createHash, createHmac } from 'node:crypto';

/** The public keys of a desktop: the one that receives keyrings, and the one that signs, which is its id. */
export type DesktopKeys = { readonly wrapping: string; readonly desktop: string };

/** Proves to the hub that a desktop has the invitation, without its secret. */
export const deriveInvitationProof = (secret: string): string =>
  createHash('sha256').update('hearthline invitation 1\n').update(secret).digest('base64url');

/**
 * The digits that the owner and the person at the new desktop compare by phone. Each computes them from the keys at
 * hand, so a key that was replaced on the way changes them.
 */
export const deriveSixDigits = (secret: string, { wrapping, desktop }: DesktopKeys): string => {
  const digest = createHmac('sha256', secret)
    .update(JSON.stringify([wrapping, desktop]))
    .digest();
  return `${digest.readBigUInt64BE() % 1_000_000n}`.padStart(6, '0');
};

/** Names the recipient of the first keyring, so that it opens only if its sender has the invitation too. */
export const deriveInvitedRecipient = (secret: string, desktop: string): string =>
  `${desktop} ${createHmac('sha256', secret).update('hearthline keyring 1').digest('base64url')}`;
