import { expect, it } from 'vitest';
import type { Records, TeamState } from '../../../hub/records.ts';
import type { TeamAccounts } from '../../../hub/team-accounts.ts';
import { createTeams } from '../../../hub/teams.ts';
import { systemClock } from '../../../main/clock/clock.ts';
import { testLog } from '../engine/support/store.ts';

const setUp = () => {
  const reads: PromiseWithResolvers<TeamState>[] = [];
  const readState: Records['readState'] = () => {
    const read = Promise.withResolvers<TeamState>();
    reads.push(read);
    return read.promise;
  };
  const teams = createTeams({
    records: { readState } as Records,
    accounts: {} as TeamAccounts,
    clock: systemClock,
    log: testLog(),
  });
  return { teams, reads };
};
const named = (team: string): TeamState => ({ team }) as TeamState;

it('reads the records once for all who ask while another read runs, and not before they ask', async () => {
  const { teams, reads } = setUp();
  const first = teams.state('t', 0);
  const others = Array.from({ length: 50 }, () => teams.state('t', 0));
  expect(reads).toHaveLength(1);
  reads[0]?.resolve(named('before'));
  expect(await first).toEqual(named('before'));
  await expect.poll(() => reads.length).toBe(2);
  const later = teams.state('t', 0);
  reads[1]?.resolve(named('after'));
  expect(new Set(await Promise.all(others))).toEqual(new Set([named('after')]));
  await expect.poll(() => reads.length).toBe(3);
  reads[2]?.resolve(named('last'));
  expect(await later).toEqual(named('last'));
});

it('reads again after a read that failed', async () => {
  const { teams, reads } = setUp();
  const first = teams.state('t', 0);
  const second = teams.state('t', 0);
  reads[0]?.reject(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await expect.poll(() => reads.length).toBe(2);
  reads[1]?.resolve(named('back'));
  expect(await second).toEqual(named('back'));
});
