import { describe, expect, it } from 'vitest';
import type { Review } from '../../../contract/commands/reviews.ts';
import { startEngine, temporaryFolder, type EngineHere } from './support/engine.ts';
import { accountID, openMarketplace, type Marketplace } from './support/marketplace.ts';

const limit = 10;

const bench = async () => {
  const marketplace = await openMarketplace({ leads: 30, listNegotiations: true });
  const engine = await startEngine(marketplace);
  await engine.until('the first sync is done', async () => {
    const { reports } = await engine.ask('connection.report', {});
    return reports[0]?.backfill.state === 'done';
  });
  /** Reads all reviews of a business page by page. */
  const all = async (businessID: string): Promise<readonly Review[]> => {
    const reviews: Review[] = [];
    let after: string | undefined;
    do {
      const page = await engine.ask('reviews.page', {
        accountID,
        businessID,
        limit,
        ...(after !== undefined && { after }),
      });
      expect(page.reviews.length).toBeLessThanOrEqual(limit);
      reviews.push(...page.reviews);
      after = page.next ?? undefined;
    } while (after !== undefined && reviews.length < 1_000);
    return reviews;
  };
  return { marketplace, engine, all };
};

describe('the reviews of a business', () => {
  it('are read page by page to the end, each once', async () => {
    const { marketplace, all } = await bench();
    for (const { businessID } of marketplace.businesses) {
      const reviews = await all(businessID);
      expect(reviews.length).toBeGreaterThan(limit);
      expect(new Set(reviews.map(({ reviewID }) => reviewID)).size).toBe(reviews.length);
      for (const { rating, at } of reviews) {
        expect(rating).toBeGreaterThanOrEqual(1);
        expect(rating).toBeLessThanOrEqual(5);
        expect(at).not.toBeNull();
      }
    }
  });

  it('link to their conversation if it is in the app', async () => {
    const { marketplace, engine, all } = await bench();
    const reviews = (
      await Promise.all(marketplace.businesses.map(({ businessID }) => all(businessID)))
    ).flat();
    const linked = reviews.filter(({ leadID }) => leadID !== null);
    expect(linked.length).toBeGreaterThan(0);
    for (const { leadID, businessID, category } of linked) {
      if (leadID === null) continue;
      const { lead } = await engine.ask('leads.get', { leadID });
      expect(lead.row).toMatchObject({ businessID, category });
    }
  });

  it('of another user are refused', async () => {
    const { engine } = await bench();
    expect(
      await engine.call('reviews.page', { accountID, businessID: '999999999', limit }),
    ).toMatchObject({ ok: false, error: { code: 'gone', traceID: expect.any(String) as string } });
  });

  it('cannot be read while offline, which is reported', async () => {
    const { marketplace, engine } = await bench();
    await marketplace.cut();
    expect(
      await engine.call('reviews.page', {
        accountID,
        businessID: marketplace.businesses[0]?.businessID ?? '',
        limit,
      }),
    ).toMatchObject({ ok: false, error: { code: 'offline' } });
    await marketplace.restore();
  });
});

describe('a new review', () => {
  type Hook = { webhookID: string; webhookURL: string; eventTypes: string[]; enabled: boolean };
  /** Webhooks of the first business at the service. */
  const fetchHooks = async ({ account, businesses, accessToken }: Marketplace): Promise<Hook[]> => {
    const token = await accessToken(null);
    const { businessID = '' } = businesses[0] ?? {};
    const path = `/api/v4/businesses/${businessID}/webhooks`;
    const answer = await fetch(account.profile.baseUrl + path, {
      headers: { authorization: `Bearer ${token.ok ? token.value : ''}` },
    });
    return ((await answer.json()) as { data: Hook[] }).data;
  };
  const registered = async (marketplace: Marketplace, engine: EngineHere): Promise<Hook[]> => {
    await engine.until('its webhook is in order', async () => {
      const { reports } = await engine.ask('connection.report', {});
      const webhooks = reports[0]?.webhooks ?? [];
      return webhooks.length > 0 && webhooks.every(({ state }) => state === 'active');
    });
    return fetchHooks(marketplace);
  };
  const review = (marketplace: Marketplace, about: object = {}): Promise<{ reviewID: string }> =>
    marketplace.control('POST', '/reviews', {
      businessID: marketplace.businesses[0]?.businessID,
      ...about,
    });
  const listReviewNotices = (engine: EngineHere) =>
    engine.notices().filter(({ kind }) => kind === 'review');

  it('sends one notification with its stars and author, however often it is delivered', async () => {
    const marketplace = await openMarketplace({ businesses: 1, leads: 3 });
    const folder = temporaryFolder();
    const engine = await startEngine(marketplace, folder);
    const [hook] = await registered(marketplace, engine);
    expect(hook?.eventTypes).toContain('ReviewCreatedV4');
    await marketplace.control('POST', '/deliveries/policy', { duplicate: 1 });
    const { reviewID } = await review(marketplace, { rating: 5, text: 'Quick and careful.' });
    await engine.until('it is notified', async () => listReviewNotices(engine).length > 0);
    await marketplace.request('Wilma');
    await engine.until('what came after it is here', () => engine.leadOf('Wilma'));
    expect(listReviewNotices(engine)).toEqual([
      {
        kind: 'review',
        leadID: null,
        upTo: null,
        title: expect.stringMatching(/^New review: 5 stars from .+\.$/) as string,
        body: 'Quick and careful.',
        review: { businessID: marketplace.businesses[0]?.businessID, reviewID },
      },
    ]);
    const changes = engine.emitted.flatMap((one) => (one.type === 'changed' ? one.change : []));
    expect(changes).toContainEqual({
      kinds: ['reviews'],
      leadIDs: [],
      businessID: marketplace.businesses[0]?.businessID,
    });
    await engine.stop();
    const again = await startEngine(marketplace, folder);
    await again.webhooksActive(marketplace.businesses.length);
    await marketplace.request('Xaver');
    await again.until('what comes after a restart is here', () => again.leadOf('Xaver'));
    expect(listReviewNotices(again)).toEqual([]);
  });

  it('is not subscribed to while the service refuses the kind; the next start subscribes without losing a lead', async () => {
    const marketplace = await openMarketplace({ businesses: 1 });
    const folder = temporaryFolder();
    const match = { method: 'POST', path: '/v4/businesses' };
    await marketplace.control('POST', '/faults', { match, status: 400 });
    const first = await startEngine(marketplace, folder);
    const [narrow] = await registered(marketplace, first);
    expect(narrow?.eventTypes).toEqual(['NegotiationCreatedV4', 'MessageCreatedV4']);
    await marketplace.request('Wilma');
    await first.until('the lead is here', () => first.leadOf('Wilma'));
    await first.stop();

    const second = await startEngine(marketplace, folder);
    await second.webhooksActive(marketplace.businesses.length);
    const names = ['Ada', 'Ben', 'Cleo', 'Dov', 'Eve', 'Finn', 'Gus', 'Hal'];
    for (const name of names) await marketplace.request(name);
    await second.until('it is subscribed to', async () => {
      const hooks = await fetchHooks(marketplace);
      return hooks.length === 1 && hooks[0]?.eventTypes.includes('ReviewCreatedV4') === true;
    });
    for (const name of names) await second.until(`${name} is here`, () => second.leadOf(name));
    await review(marketplace);
    await second.until('it is notified', async () => listReviewNotices(second).length > 0);
  });
});
