import { describe, expect, it } from 'vitest';
import type { Review } from '../../../contract/commands/reviews.ts';
import { startEngine } from './support/engine.ts';
import { accountID, openMarketplace } from './support/marketplace.ts';

const limit = 10;

const bench = async () => {
  const marketplace = await openMarketplace({ leads: 30, listNegotiations: true });
  const engine = await startEngine(marketplace);
  await engine.until('the first sync is done', async () => {
    const { reports } = await engine.ask('connection.report', {});
    return reports[0]?.backfill.state === 'done';
  });
  /** All reviews of a business, page by page. */
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
  it('come page by page to the last, each once', async () => {
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

  it('lead to the conversation that they are about, where it is here', async () => {
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

  it('of somebody else’s business are refused', async () => {
    const { engine } = await bench();
    expect(
      await engine.call('reviews.page', { accountID, businessID: '999999999', limit }),
    ).toMatchObject({ ok: false, error: { code: 'gone', traceID: expect.any(String) as string } });
  });

  it('cannot be read while the line is cut, and that is said', async () => {
    const { marketplace, engine } = await bench();
    await marketplace.cut();
    expect(
      await engine.call('reviews.page', {
        accountID,
        businessID: marketplace.businesses[0]?.businessID ?? '',
        limit,
      }),
    ).toMatchObject({ ok: false, error: { code: 'offline' } });
    await marketplace.mend();
  });
});
