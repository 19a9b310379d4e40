/**
 * Path and credentials of a webhook at the hub. Each desktop of a team derives the same ones from the team's newest
 * key, so that none of them has to tell the others, and a removed member's are replaced with the key. Those of a
 * business do not depend on the account that serves it, so that its accounts never replace each other's webhook.
 */
import { hkdfSync } from 'node:crypto';
import type { Keyring } from './keyring.ts';

export type WebhookSecrets = {
  readonly path: string;
  readonly username: string;
  readonly password: string;
};

/**
 * Derives them (HKDF, RFC 5869).
 * @param place the business's service, or the key of a whole account in subjects
 * @param business the service's id; null for the whole account
 */
export const webhookSecrets = (
  { current, keys }: Keyring,
  place: string,
  business: string | null,
): WebhookSecrets => {
  const secret = Buffer.from(keys[current]?.secret ?? '', 'base64url');
  const derive = (name: string, bytes: number): string => {
    const info = JSON.stringify(['hearthline webhook 1', name, place, business]);
    return Buffer.from(hkdfSync('sha256', secret, '', info, bytes)).toString('base64url');
  };
  return {
    path: derive('path', 32),
    username: derive('username', 16),
    password: derive('password', 32),
  };
};
