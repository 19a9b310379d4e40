/** Settings of the NATS servers that trust a hub's keys. They contain no secrets. */
import { operatorToken, systemAccountToken } from './credentials.ts';
import type { HubKeys } from './keys.ts';

/**
 * Writes the part of a server's configuration that names the operator and lets the hub add accounts.
 * @param folder of the accounts, on the server
 */
export const natsSettings = async (keys: HubKeys, folder: string): Promise<string> => {
  const system = keys.systemAccount.getPublicKey();
  return [
    `operator: ${await operatorToken(keys)}`,
    `system_account: ${system}`,
    `resolver: { type: full, dir: ${JSON.stringify(folder)}, allow_delete: false, interval: "2m" }`,
    `resolver_preload: { ${system}: ${await systemAccountToken(keys)} }`,
    '',
  ].join('\n');
};
