/**
 * Path and credentials of a webhook at the hub. All desktops of a team derive the same ones from the team's newest key,
 * so they need not be exchanged and change with the key when a desktop is removed. Those of a business do not depend on
 * the account that serves it, so that accounts never replace each other's webhook.
 */
import { hkdfSync } from 'node:crypto';
import type { Keyring } from './keyring.ts';

export type WebhookSecrets = {
  readonly path: string;
  readonly username: string;
  readonly password: string;
};

/**
 * Derives path and credentials (HKDF, RFC 5869).
 * @param scope the business's service, or the key of a whole account in subjects
 * @param business the service's id; null for the whole account
 */
export const deriveWebhookSecrets = (
  { current, keys }: Keyring,
  scope: string,
  business: string | null,
): WebhookSecrets => {
  const secret = Buffer.from(keys[current]?.secret ?? '', 'base64url');
  const derive = (name: string, bytes: number): string => {
    const info = JSON.stringify(['hearthline webhook 1', name, scope, business]);
    return Buffer.from(hkdfSync('sha256', secret, '', info, bytes)).toString('base64url');
  };
  return {
    path: derive('path', 32),
    username: derive('username', 16),
    password: derive('password', 32),
  };
};
