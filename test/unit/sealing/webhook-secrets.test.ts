import { expect, it } from 'vitest';
import { createKeyring, rotateKeyring } from '../../../main/sealing/keyring.ts';
import { deriveWebhookSecrets } from '../../../main/sealing/webhook-secrets.ts';

it('a webhook’s path and credentials are the same on each desktop, and no other webhook’s', () => {
  const keyring = createKeyring();
  const secrets = deriveWebhookSecrets(keyring, 'account', 'b1');
  expect(deriveWebhookSecrets(structuredClone(keyring), 'account', 'b1')).toEqual(secrets);
  expect(secrets.path).toMatch(/^[\w-]{43}$/);
  expect(Buffer.from(secrets.password, 'base64url')).toHaveLength(32);
  const all = [
    secrets,
    deriveWebhookSecrets(keyring, 'account', 'b2'),
    deriveWebhookSecrets(keyring, 'account', null),
    deriveWebhookSecrets(keyring, 'other', 'b1'),
    deriveWebhookSecrets(rotateKeyring(keyring), 'account', 'b1'),
    deriveWebhookSecrets(createKeyring(), 'account', 'b1'),
  ].flatMap(({ path, username, password }) => [path, username, password]);
  expect(new Set(all).size).toBe(all.length);
});
