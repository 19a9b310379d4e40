/** Opens this desktop's team, for the app and for a keeper. Loaded only when it is needed. */
import type { Vault } from '../vault/vault.ts';
import { createKeyChange } from './key-change.ts';
import { createMembership, type Membership, type MembershipDependencies } from './membership.ts';
import { createOwner, type Owner } from './owner.ts';
import { openTeamRecord } from './record.ts';

export type DesktopTeam = { readonly membership: Membership; readonly owner: Owner };

/** Opens the team of a vault and renews its credential. */
export const openTeam = ({
  vault,
  ...dependencies
}: Omit<MembershipDependencies, 'record'> & { readonly vault: Vault }): DesktopTeam => {
  const keyChange = createKeyChange({ ...dependencies, membership: () => membership });
  const membership = createMembership({
    ...dependencies,
    record: openTeamRecord(vault),
    onTeam: (team) => {
      dependencies.onTeam(team);
      if (team.isKeyDue) keyChange.runSoon();
    },
  });
  const owner = createOwner({ ...dependencies, membership, keyChange });
  const stop = (): void => {
    keyChange.stop();
    membership.stop();
  };
  return { membership: { ...membership, stop }, owner };
};
