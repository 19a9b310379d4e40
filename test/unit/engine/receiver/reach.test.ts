import { describe, expect, it } from 'vitest';
import type { PublicProfile } from '../../../../contract/profile.ts';
import { generationNamed } from '../../../../main/engine/accounts/choose.ts';
import { systemRandom } from '../../../../main/engine/platform/random.ts';
import { createReach } from '../../../../main/engine/receiver/reach.ts';
import {
  notePartnerCall,
  putPartnerEndpoint,
} from '../../../../main/engine/accounts/legacy/partner-endpoint-rows.ts';
import { noteDelivery, putWebhook } from '../../../../main/engine/accounts/v4/webhooks/rows.ts';
import { quietParts } from '../support/accounts.ts';
import { testIngest } from '../support/ingest.ts';
import { account, accountID, noon, putAccount, testLog } from '../support/store.ts';

/** An account whose service is out there, behind a tunnel in `state`. */
const testReach = (state: {
  isUp?: boolean;
  failedAt?: number | null;
  generation?: PublicProfile['interface'];
}) => {
  const { isUp = true, failedAt = null, generation = 'v4' } = state;
  const bench = testIngest();
  const { store } = bench;
  const baseUrl = 'https://service.example.com';
  const known = { ...account, profile: { ...account.profile, baseUrl, interface: generation } };
  putAccount(store, known, noon);
  const { inbound } = generationNamed(generation).open(
    { ...known, connected: false },
    { ...bench, ...quietParts, random: systemRandom, log: testLog(), publish: () => undefined },
  );
  const webhook = {
    accountID,
    businessID: 'b1',
    webhookID: 'w1',
    url: null,
    path: 'path',
    username: 'name',
    passwordDigest: '',
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
      failedAt: () => failedAt,
    },
    lastDeliveryAt: () => inbound.lastDeliveryAt(),
  });
  return { store, reach, inbound, delivered: (at: number) => noteDelivery(store, webhook, at) };
};

describe('a service out there reaches this computer', () => {
  it('while the tunnel stands and no test event has failed', () => {
    expect(testReach({}).reach.isReachable(accountID)).toBe(true);
    expect(testReach({ isUp: false }).reach.isReachable(accountID)).toBe(false);
  });

  it('not while test events fail, though the tunnel stands', () => {
    const { reach, delivered } = testReach({ failedAt: noon });
    delivered(noon - 1);
    expect(reach.isReachable(accountID)).toBe(false);
    expect(reach.tunnelWorks()).toBe(false);
  });

  it('after all when a delivery has come since, which a test event from inside cannot deny', () => {
    const { reach, inbound, delivered } = testReach({ failedAt: noon });
    delivered(noon + 1);
    expect(reach.isReachable(accountID)).toBe(true);
    expect(reach.tunnelWorks()).toBe(true);
    expect(inbound.lastDeliveryAt()).toBe(noon + 1);
  });

  it('also by the calls of a legacy service', () => {
    const { store, reach } = testReach({ failedAt: noon, generation: 'legacy' });
    const endpoint = { accountID, path: 'p', username: 'n', passwordDigest: '', renewedAt: null };
    putPartnerEndpoint(store, endpoint);
    notePartnerCall(store, accountID, noon + 1);
    expect(reach.isReachable(accountID)).toBe(true);
  });

  it('not by a delivery, when the tunnel has gone down since', () => {
    const { reach, delivered } = testReach({ isUp: false, failedAt: noon });
    delivered(noon + 1);
    expect(reach.isReachable(accountID)).toBe(false);
  });
});
