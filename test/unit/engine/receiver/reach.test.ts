import { describe, expect, it } from 'vitest';
import { createReach } from '../../../../main/engine/receiver/reach.ts';
import { putAccount } from '../../../../main/engine/accounts/rows.ts';
import {
  notePartnerCall,
  putPartnerEndpoint,
} from '../../../../main/engine/accounts/legacy/partner-endpoint-rows.ts';
import { noteDelivery, putWebhook } from '../../../../main/engine/accounts/v4/webhooks/rows.ts';
import { account, accountID, noon, testStore } from '../support/store.ts';

/** An account whose service is out there, behind a tunnel in `state`. */
const testReach = (state: { isUp?: boolean; failedAt?: number | null }) => {
  const { isUp = true, failedAt = null } = state;
  const store = testStore();
  const profile = { ...account.profile, baseUrl: 'https://service.example.com' };
  putAccount(store, { ...account, profile }, noon);
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
    isPractice: () => false,
  });
  return { store, reach, delivered: (at: number) => noteDelivery(store, webhook, at) };
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
    const { reach, delivered } = testReach({ failedAt: noon });
    delivered(noon + 1);
    expect(reach.isReachable(accountID)).toBe(true);
    expect(reach.tunnelWorks()).toBe(true);
    expect(reach.lastDeliveryAt(accountID)).toBe(noon + 1);
  });

  it('also by the calls of a legacy service', () => {
    const { store, reach } = testReach({ failedAt: noon });
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
