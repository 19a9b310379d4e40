/** Whether this desktop has a team. Nothing else of main/team/ is loaded before. */
import type { Vault } from '../vault/vault.ts';

/** The record of the vault (record.ts). */
export const recordName = 'team';

export const hasTeam = (vault: Pick<Vault, 'names'>): boolean => vault.names().includes(recordName);
