/** Opens this desktop's team, for the app and for a keeper. Loaded only when it is needed. */
import { backoff } from '../clock/backoff.ts';
import { createSchedule } from '../clock/schedule.ts';
import type { Vault } from '../vault/vault.ts';
import { createMembership, type Membership, type MembershipDependencies } from './membership.ts';
import { createOwner, type Owner } from './owner.ts';
import { teamRecords } from './record.ts';

export type DesktopTeam = { readonly membership: Membership; readonly owner: Owner };

const resumeWait = backoff({ first: 60_000, most: 60 * 60_000 });

/** Opens the team of a vault, renews its credential and resumes an interrupted change of its key. */
export const openTeam = ({
  vault,
  ...dependencies
}: Omit<MembershipDependencies, 'records'> & { readonly vault: Vault }): DesktopTeam => {
  const membership = createMembership({ ...dependencies, records: teamRecords(vault) });
  const owner = createOwner({ ...dependencies, membership });
  const schedule = createSchedule(dependencies.clock, (thrown) =>
    dependencies.log.error({ err: thrown }, 'the key of the team could not be changed'),
  );
  let failures = 0;
  const resume = async (): Promise<void> => {
    const resumed = await owner.resume();
    const isRetried = !resumed.ok && ['hub_unavailable', 'conflict'].includes(resumed.error.code);
    if (isRetried) schedule.in('resume', resumeWait((failures += 1)), resume);
  };
  schedule.now('resume', resume);
  const stop = (): void => {
    schedule.stop();
    membership.stop();
  };
  return { membership: { ...membership, stop }, owner };
};
