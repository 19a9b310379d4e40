import { describe, expect, it } from 'vitest';
import type { PublicProfile } from '../../../../contract/profile.ts';
import { findGeneration } from '../../../../main/engine/marketplaces/choose.ts';
import { systemRandom } from '../../../../main/engine/platform/random.ts';
import { createReach } from '../../../../main/engine/receiver/reach.ts';
import {
  notePartnerCall,
  putPartnerEndpoint,
} from '../../../../main/engine/marketplaces/pro-integration/legacy/partner-endpoints.ts';
import {
  noteDelivery,
  putWebhook,
} from '../../../../main/engine/marketplaces/pro-integration/v4/webhooks/rows.ts';
import { inertParts } from '../support/accounts.ts';
import { testIngest } from '../support/ingest.ts';
import { account, accountID, noon, putAccount, testLog } from '../support/store.ts';

/** An account of a public service, with a tunnel in `state`. */
const testReach = (state: {
  isUp?: boolean;
  failedAt?: number | null;
  generation?: PublicProfile['interface'];
  isHub?: boolean;
}) => {
  const { isUp = true, failedAt = null, generation = 'v4', isHub = false } = state;
  const bench = testIngest();
  const { store } = bench;
  const baseUrl = 'https://service.example.com';
  const known = { ...account, profile: { ...account.profile, baseUrl, interface: generation } };
  putAccount(store, known, noon);
  const { inbound } = findGeneration(generation).open(
    { ...known, connected: false },
    { ...bench, ...inertParts, random: systemRandom, log: testLog(), publish: () => undefined },
  );
  const webhook = {
    accountID,
    businessID: 'b1',
    webhookID: 'w1',
    url: null,
    path: 'path',
    username: 'name',
    passwordDigest: '',
    isShared: false,
    state: 'active',
    reason: null,
    checkedAt: null,
    lastDeliveryAt: null,
  } as const;
  putWebhook(store, webhook);
  const reach = createReach({
    store,
    receiver: { address: () => 'http://127.0.0.1:5000' },
    tunnel: {
      address: () => 'https://hooks.example.com',
      isUp: () => isUp,
      isHub: () => isHub,
      failedAt: () => failedAt,
    },
    lastDeliveryAt: () => inbound.lastDeliveryAt(),
  });
  const share = () => putAccount(store, { ...known, teamSince: 1 }, noon);
  return {
    store,
    reach,
    inbound,
    share,
    delivered: (at: number) => noteDelivery(store, webhook.path, at),
  };
};

describe('a public service can reach this computer', () => {
  it('while the tunnel is up and no test event failed', () => {
    expect(testReach({}).reach.isReachable(accountID)).toBe(true);
    expect(testReach({ isUp: false }).reach.isReachable(accountID)).toBe(false);
  });

  it('not while test events fail, even if the tunnel is up', () => {
    const { reach, delivered } = testReach({ failedAt: noon });
    delivered(noon - 1);
    expect(reach.isReachable(accountID)).toBe(false);
    expect(reach.tunnelWorks()).toBe(false);
  });

  it('when a delivery arrived after a failed test event', () => {
    const { reach, inbound, delivered } = testReach({ failedAt: noon });
    delivered(noon + 1);
    expect(reach.isReachable(accountID)).toBe(true);
    expect(reach.tunnelWorks()).toBe(true);
    expect(inbound.lastDeliveryAt()).toBe(noon + 1);
  });

  it('when a legacy service called after a failed test event', () => {
    const { store, reach } = testReach({ failedAt: noon, generation: 'legacy' });
    const endpoint = { accountID, path: 'p', username: 'n', passwordDigest: '', renewedAt: null };
    putPartnerEndpoint(store, endpoint);
    notePartnerCall(store, accountID, noon + 1);
    expect(reach.isReachable(accountID)).toBe(true);
  });

  it('through the team’s hub for an account of the team, and not for the person’s own', () => {
    const { reach, share } = testReach({ isHub: true });
    expect([reach.baseFor(accountID), reach.isReachable(accountID)]).toEqual([null, false]);
    share();
    expect([reach.baseFor(accountID), reach.isReachable(accountID)]).toEqual([
      'https://hooks.example.com',
      true,
    ]);
  });

  it('not when the tunnel is down, even after a delivery', () => {
    const { reach, delivered } = testReach({ isUp: false, failedAt: noon });
    delivered(noon + 1);
    expect(reach.isReachable(accountID)).toBe(false);
  });
});
