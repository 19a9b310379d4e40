/** Opens this desktop's team, for the app and for a keeper. Loaded only when it is needed. */
import type { Vault } from '../vault/vault.ts';
import { createMembership, type Membership, type MembershipDependencies } from './membership.ts';
import { createOwner, type Owner } from './owner.ts';
import { teamRecords } from './record.ts';

export type DesktopTeam = { readonly membership: Membership; readonly owner: Owner };

/** Opens the team of a vault, renews its credential and resumes an interrupted change of its key. */
export const openTeam = ({
  vault,
  ...dependencies
}: Omit<MembershipDependencies, 'records'> & { readonly vault: Vault }): DesktopTeam => {
  const membership = createMembership({ ...dependencies, records: teamRecords(vault) });
  const owner = createOwner({ ...dependencies, membership });
  void owner.resume();
  return { membership, owner };
};
