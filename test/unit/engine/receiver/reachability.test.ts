import { describe, expect, it } from 'vitest';
import type { PublicProfile } from '../../../../contract/profile.ts';
import { findGeneration } from '../../../../main/engine/marketplaces/choose.ts';
import { systemRandom } from '../../../../main/engine/platform/random.ts';
import { createReachability } from '../../../../main/engine/receiver/reachability.ts';
import {
  recordPartnerCall,
  putPartnerEndpoint,
} from '../../../../main/engine/marketplaces/pro-integration/legacy/partner-endpoints.ts';
import {
  recordDelivery,
  putWebhook,
} from '../../../../main/engine/marketplaces/pro-integration/v4/webhooks/rows.ts';
import { inertParts } from '../support/accounts.ts';
import { testIngest } from '../support/ingest.ts';
import { account, accountID, noon, putAccount, testLog } from '../support/store.ts';

/** An account of a public service, with a tunnel in `state`. */
const testReachability = (state: {
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
  const reachability = createReachability({
    store,
    receiver: { getAddress: () => 'http://127.0.0.1:5000' },
    tunnel: {
      getAddress: () => 'https://hooks.example.com',
      isUp: () => isUp,
      isHub: () => isHub,
      getFailedAt: () => failedAt,
    },
    findLastDeliveryAt: () => inbound.readLastDeliveryAt(),
  });
  const share = () => putAccount(store, { ...known, teamSince: 1 }, noon);
  return {
    store,
    reachability,
    inbound,
    share,
    delivered: (at: number) => recordDelivery(store, webhook.path, at),
  };
};

describe('a public service can reach this computer', () => {
  it('while the tunnel is up and no test event failed', () => {
    expect(testReachability({}).reachability.isReachable(accountID)).toBe(true);
    expect(testReachability({ isUp: false }).reachability.isReachable(accountID)).toBe(false);
  });

  it('not while test events fail, even if the tunnel is up', () => {
    const { reachability, delivered } = testReachability({ failedAt: noon });
    delivered(noon - 1);
    expect(reachability.isReachable(accountID)).toBe(false);
    expect(reachability.isTunnelWorking()).toBe(false);
  });

  it('when a delivery arrived after a failed test event', () => {
    const { reachability, inbound, delivered } = testReachability({ failedAt: noon });
    delivered(noon + 1);
    expect(reachability.isReachable(accountID)).toBe(true);
    expect(reachability.isTunnelWorking()).toBe(true);
    expect(inbound.readLastDeliveryAt()).toBe(noon + 1);
  });

  it('when a legacy service called after a failed test event', () => {
    const { store, reachability } = testReachability({ failedAt: noon, generation: 'legacy' });
    const endpoint = { accountID, path: 'p', username: 'n', passwordDigest: '', renewedAt: null };
    putPartnerEndpoint(store, endpoint);
    recordPartnerCall(store, accountID, noon + 1);
    expect(reachability.isReachable(accountID)).toBe(true);
  });

  it('through the team’s hub for an account of the team, and not for the person’s own', () => {
    const { reachability, share } = testReachability({ isHub: true });
    expect([reachability.findBase(accountID), reachability.isReachable(accountID)]).toEqual([
      null,
      false,
    ]);
    share();
    expect([reachability.findBase(accountID), reachability.isReachable(accountID)]).toEqual([
      'https://hooks.example.com',
      true,
    ]);
  });

  it('not when the tunnel is down, even after a delivery', () => {
    const { reachability, delivered } = testReachability({ isUp: false, failedAt: noon });
    delivered(noon + 1);
    expect(reachability.isReachable(accountID)).toBe(false);
  });
});
