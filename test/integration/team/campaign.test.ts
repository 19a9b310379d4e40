/** A short cluster campaign (`npm run cluster` runs longer ones). */
import { expect, it } from 'vitest';
import { runCampaign } from '../../cluster/campaign.ts';
import { runOffice } from '../../cluster/office.ts';

it('desktops agree after their cluster and they themselves were killed, cut off and frozen', async () => {
  const { faults, events, ...findings } = await runCampaign({
    minutes: 0.5,
    seed: 11,
    desktops: 3,
    say: () => {},
  });
  expect(findings).toEqual({ lost: [], doubled: [], misplaced: [], different: [] });
  expect(events).toBeGreaterThan(50);
  expect([...faults.values()].reduce((sum, times) => sum + times, 0)).toBeGreaterThan(0);
}, 300_000);

it('an office agrees with its customers after its log servers, hubs and engines were killed', async () => {
  const { faults, events, ...findings } = await runOffice({
    minutes: 1,
    seed: 2,
    desktops: 3,
    isWanted: (name) => /^(?:all log servers are|both hubs are|an engine is) killed$/.test(name),
    say: () => {},
  });
  expect(findings).toEqual({ lost: [], doubled: [], misplaced: [], different: [] });
  expect(events).toBeGreaterThan(20);
  expect(faults.size).toBe(3);
  expect(Math.min(...faults.values())).toBeGreaterThan(0);
}, 600_000);
