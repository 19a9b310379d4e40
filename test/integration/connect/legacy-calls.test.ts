import { randomBytes } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { ServiceProfile } from '../../../contract/profile.ts';
import type { AccountID } from '../../../contract/records.ts';
import { systemClock } from '../../../main/clock/clock.ts';
import { createConnect, type Connect } from '../../../main/connect/connect.ts';
import { toPublicProfile } from '../../../main/connect/profiles.ts';
import {
  createLegacyClient,
  type LegacyClient,
} from '../../../main/engine/marketplaces/pro-integration/legacy/service/client.ts';
import { createServiceClient } from '../../../main/engine/marketplaces/pro-integration/v4/service/client.ts';
import { systemRandom } from '../../../main/engine/platform/random.ts';
import { createKeptLog, createMemoryVault, unwrap } from '../../unit/connect/support/service.ts';
import { onDisk } from '../../unit/engine/support/store.ts';
import { decide, startService, type Service } from './support/service.ts';

let service: Service;
let connect: Connect;
let business: { readonly businessID: string; readonly name: string };

beforeAll(async () => {
  service = await startService();
  const [first] = service.businesses;
  if (!first) throw new Error('the service has no business');
  business = first;
  return () => service.close();
});
beforeEach(async () => {
  await service.control('POST', '/reset');
  connect = createConnect({
    opensAppLinks: false,
    vault: createMemoryVault(),
    openBrowser: async () => {},
    clock: systemClock,
    random: randomBytes,
    log: createKeptLog(),
    detach: async () => {},
    forget: async () => ({ ok: true, value: {} }),
    onRemoval: () => undefined,
    onAccount: () => {},
    onConnecting: () => {},
  });
  return () => connect.stop();
});

/** Connects the first business and returns the dependencies of an engine's client. */
const connectWith = async (profile: ServiceProfile) => {
  const openBrowser = async (page: string): Promise<void> =>
    void (await fetch(await decide(page, 'allow', business.businessID)));
  const answer = await connect.connectTo(profile, { practice: false, openBrowser });
  const accountID: AccountID = unwrap(answer);
  return {
    profile: toPublicProfile(profile),
    token: (rejected: string | null) => connect.getAccessToken(accountID, rejected),
    ...{ clock: systemClock, random: systemRandom, log: createKeptLog(), flush: onDisk },
  };
};
const createClient = async (profile: ServiceProfile): Promise<LegacyClient> => {
  const client = createLegacyClient(await connectWith(profile));
  onTestFinished(() => client.close());
  return client;
};

type Messages = { readonly data: readonly { readonly from: string; readonly text: string }[] };

const makeLead = async (): Promise<string> => {
  const { businessID } = business;
  const { negotiationID } = await service.control<{ negotiationID: string }>('POST', '/leads', {
    businessID,
  });
  return negotiationID;
};
const listSent = async (leadID: string): Promise<readonly string[]> => {
  const { data } = await service.control<Messages>('GET', `/leads/${leadID}/messages`);
  return data.filter(({ from }) => from === 'Business').map(({ text }) => text);
};

describe('a legacy account that calls the service', () => {
  it('reads the business of its token from account info', async () => {
    const client = await createClient(service.legacyProfile);
    expect(await client.fetchAccountInfo()).toEqual({
      ok: true,
      value: { businessID: business.businessID, businessName: business.name },
    });
  });

  it('sends a reply that reaches the customer once, with a new token after an hour', async () => {
    const client = await createClient(service.legacyProfile);
    const leadID = await makeLead();
    await service.control('POST', '/clock', { advanceSeconds: 3_601 });
    expect(await client.sendMessage(business.businessID, leadID, 'On my way')).toMatchObject({
      ok: true,
      value: { status: expect.stringMatching(/./) as string },
    });
    expect(await listSent(leadID)).toEqual(['On my way']);
  });

  it('reports an unknown outcome when the connection breaks after a reply was sent', async () => {
    const client = await createClient(service.legacyProfile);
    const leadID = await makeLead();
    const match = { method: 'POST', path: '/v2/business/' };
    await service.control('POST', '/faults', { match, drop: 'after' });
    expect(await client.sendMessage(business.businessID, leadID, 'Hello')).toMatchObject({
      ok: false,
      error: { code: 'outcome_unknown' },
    });
    expect(await listSent(leadID)).toEqual(['Hello']);
  });

  it('cannot write to a lead that does not exist', async () => {
    const client = await createClient(service.legacyProfile);
    expect(await client.sendMessage(business.businessID, '1', 'Hello')).toMatchObject({
      ok: false,
      error: { code: 'gone', status: 404 },
    });
  });

  it('of a test client has its replies validated but not delivered', async () => {
    const client = await createClient(service.legacyTestProfile);
    const leadID = await makeLead();
    expect(await client.sendMessage(business.businessID, leadID, 'Hello')).toMatchObject({
      ok: true,
    });
    expect(await listSent(leadID)).toEqual([]);
  });

  it('of a staging profile can reply to a test lead on staging', async () => {
    const client = await createClient({ ...service.legacyProfile, environment: 'staging' });
    const { stagingUrl = '' } = service.legacyProfile;
    const { username, password } = service.staging;
    const credentials = Buffer.from(`${username}:${password}`).toString('base64');
    const answer = await fetch(`${stagingUrl}/v1/test/create-lead`, {
      method: 'POST',
      headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/json' },
      body: '{}',
    });
    const lead = (await answer.json()) as { leadID: string; business: { businessID: string } };
    expect(await client.sendMessage(lead.business.businessID, lead.leadID, 'Hello')).toMatchObject({
      ok: true,
    });
  });

  it('needs a reconnect once its tokens are revoked', async () => {
    const client = await createClient(service.legacyProfile);
    await service.control('POST', '/tokens/revoke', {});
    expect(await client.fetchAccountInfo()).toMatchObject({
      ok: false,
      error: { code: 'reconnect_needed' },
    });
    expect(connect.listAccounts()[0]?.grant.state).toBe('reconnect');
  });

  it('is rejected by the v4 interface', async () => {
    const client = createServiceClient(await connectWith(service.legacyProfile));
    onTestFinished(() => client.close());
    expect(await client.fetchNegotiation('n1', 'background')).toMatchObject({
      ok: false,
      error: { status: 401 },
    });
  });

  it.each([
    ['pros', { kind: 'businesses', searchQuery: 'plumber' }, 'data.0.business_pk'],
    [
      'discoveryLitePros',
      { kind: 'olderBusinesses', searchQuery: 'plumber' },
      'data.0.business_pk',
    ],
    ['filteredPros', { kind: 'filtered', userQuery: 'plumber' }, 'data.0.business_pk'],
    ['categoryRecommendations', { kind: 'recommendations' }, 'data.0.category_pk'],
    ['homecareChecklist', { kind: 'homecare' }, 'data.0.category_pk'],
    ['autocomplete', { kind: 'keywords', searchQuery: 'plu' }, 'data.0.keyword_pk'],
    ['accountInfo', { kind: 'accountInfo' }, 'business_pk'],
  ] as const)('can look up %s', async (_name, asked, first) => {
    const client = await createClient(service.legacyProfile);
    const place = { zipCode: '94103', recommendationType: 'popular', utmSource: 'cma-x', limit: 5 };
    const lookup = await client.lookUp({ ...place, ...asked });
    expect(lookup?.answer).toMatchObject({ ok: true, value: { status: 200 } });
    expect(lookup?.answer.ok === true && lookup.answer.value.body).toHaveProperty(first);
  });
});
