/** Checks for a team without loading the rest of main/team/. */
import type { Vault } from '../vault/vault.ts';

/** Name of the team's record in the vault (record.ts). */
export const recordName = 'team';

export const hasTeam = (vault: Pick<Vault, 'listNames'>): boolean =>
  vault.listNames().includes(recordName);
