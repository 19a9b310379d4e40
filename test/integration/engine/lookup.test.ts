import { describe, expect, it } from 'vitest';
import type { LookupRequest, LookupResult } from '../../../contract/commands/lookup.ts';
import { systemClock } from '../../../main/clock/clock.ts';
import { systemRandom } from '../../../main/engine/platform/random.ts';
import { createServiceClient } from '../../../main/engine/marketplaces/pro-integration/v4/service/client.ts';
import { onDisk, testLog } from '../../unit/engine/support/store.ts';
import { startEngine } from './support/engine.ts';
import { accountID, openMarketplace } from './support/marketplace.ts';

const utmSource = 'cma-hearthline';

/** Starts an engine and a marketplace; returns functions for lookups. */
const bench = async () => {
  const marketplace = await openMarketplace({ leads: 5 });
  const engine = await startEngine(marketplace);
  await engine.until('the account is connected', async () => {
    const { reports } = await engine.ask('connection.report', {});
    return reports[0]?.lastContactAt != null;
  });
  const lookUp = (request: LookupRequest): Promise<LookupResult> =>
    engine.ask('lookup.run', { accountID, request });
  const found = async (request: LookupRequest): Promise<readonly Record<string, unknown>[]> => {
    const { outcome } = await lookUp(request);
    if (outcome.state === 'failed') throw new Error(JSON.stringify(outcome.error));
    expect(outcome.status).toBe(200);
    return (outcome.body as { data: Record<string, unknown>[] }).data;
  };
  return { marketplace, engine, lookUp, found };
};

describe('a marketplace lookup', () => {
  it('returns categories and keywords for words, and nothing for unknown words', async () => {
    const { found } = await bench();
    const categories = await found({ kind: 'categories', searchQuery: 'plumb' });
    expect(categories[0]).toMatchObject({
      categoryID: expect.any(String) as string,
      name: expect.any(String) as string,
    });
    const keywords = await found({ kind: 'keywords', searchQuery: 'pl', limit: 3 });
    expect(keywords.length).toBeGreaterThan(0);
    expect(keywords.length).toBeLessThanOrEqual(3);
    expect(keywords[0]).toMatchObject({ keywordID: expect.any(String) as string });
    expect(await found({ kind: 'keywords', searchQuery: 'zzqqxx', limit: 3 })).toEqual([]);
  });

  it('returns recommendations and home care tasks for a zip code', async () => {
    const { found } = await bench();
    const [recommended] = await found({
      kind: 'recommendations',
      zipCode: '78701',
      recommendationType: 'popular',
      utmSource,
      limit: 2,
    });
    expect(recommended).toMatchObject({
      categoryID: expect.any(String) as string,
      nearMeURL: expect.any(String) as string,
    });
    const [task] = await found({ kind: 'homecare', zipCode: '78701', utmSource });
    expect(task).toMatchObject({
      taskID: expect.any(String) as string,
      taskDetails: { title: expect.any(String) as string },
    });
  });

  it('returns businesses for a search and for a description', async () => {
    const { found } = await bench();
    const place = { zipCode: '78701', utmSource, limit: 3 };
    for (const request of [
      { kind: 'businesses', searchQuery: 'plumber', ...place },
      { kind: 'filtered', userQuery: 'a plumber for a dripping kitchen tap', ...place },
    ] as const) {
      const businesses = await found(request);
      expect(businesses.length).toBeLessThanOrEqual(3);
      expect(businesses[0]).toMatchObject({
        businessID: expect.any(String) as string,
        businessName: expect.any(String) as string,
      });
    }
  });

  it('returns the reviews of one business and of several', async () => {
    const { found, marketplace } = await bench();
    const ids = marketplace.businesses.map(({ businessID }) => businessID);
    const page = { limit: 5, offset: 0 };
    const one = await found({ kind: 'reviewsOfOne', businessID: ids[0] ?? '', ...page });
    expect(one[0]).toMatchObject({ reviewID: expect.any(String) as string });
    const several = await found({ kind: 'reviewsOfSeveral', businessIDs: ids, ...page });
    expect(several[0]).toMatchObject({ reviewID: expect.any(String) as string });
  });

  it('for an unknown business returns the reason and the service’s traceID', async () => {
    const { lookUp } = await bench();
    const { outcome } = await lookUp({
      kind: 'reviewsOfOne',
      businessID: '999999999',
      limit: 5,
      offset: 0,
    });
    expect(outcome).toMatchObject({
      state: 'failed',
      error: { code: 'gone', status: 404, traceID: expect.any(String) as string },
    });
  });
});

it('the marketplace accepts a job status for an existing lead only', async () => {
  const marketplace = await openMarketplace();
  const client = createServiceClient({
    profile: marketplace.account.profile,
    token: marketplace.accessToken,
    clock: systemClock,
    random: systemRandom,
    log: testLog(),
    flush: onDisk,
  });
  const negotiationID = await marketplace.request('Wilma');
  expect(await client.reportJobStatus(negotiationID, 'job_complete')).toMatchObject({ ok: true });
  expect(await client.reportJobStatus('1', 'job_complete')).toMatchObject({ ok: false });
  await client.close();
});
