import { expect, it } from 'vitest';
import { createKeyring, rotateKeyring } from '../../../main/sealing/keyring.ts';
import { webhookSecrets } from '../../../main/sealing/webhook-secrets.ts';

it('a webhook’s path and credentials are the same on each desktop, and no other webhook’s', () => {
  const keyring = createKeyring();
  const secrets = webhookSecrets(keyring, 'account', 'b1');
  expect(webhookSecrets(structuredClone(keyring), 'account', 'b1')).toEqual(secrets);
  expect(secrets.path).toMatch(/^[\w-]{43}$/);
  expect(Buffer.from(secrets.password, 'base64url')).toHaveLength(32);
  const all = [
    secrets,
    webhookSecrets(keyring, 'account', 'b2'),
    webhookSecrets(keyring, 'account', null),
    webhookSecrets(keyring, 'other', 'b1'),
    webhookSecrets(rotateKeyring(keyring), 'account', 'b1'),
    webhookSecrets(createKeyring(), 'account', 'b1'),
  ].flatMap(({ path, username, password }) => [path, username, password]);
  expect(new Set(all).size).toBe(all.length);
});
