/** Lookup calls for tests, and their records. */
import { expect } from 'vitest';
import { openMarketplace } from './marketplace.ts';

export interface Named {
  readonly name: string;
}
export interface Pro {
  readonly businessID: string;
  readonly businessName: string;
  readonly rating: number;
  readonly numberOfReviews: number;
  readonly isTopPro: boolean;
  readonly businessIntroduction: string;
  readonly quote: { readonly startingCost: string };
  readonly servicePageURL: string;
}
export interface Page<T> {
  readonly data: readonly T[];
}
interface Search extends Page<Pro> {
  readonly searchID: string;
  readonly metadata: {
    readonly total: number;
    readonly category: Named | null;
    readonly location: { readonly city: string; readonly state: string; readonly zipCode: string };
    readonly filters?: readonly string[];
  };
}

export const utm = 'utmData[utm_source]=cma-hearthline';
export const utmData = { utm_source: 'cma-hearthline' };
export const text = expect.any(String) as string;
export const url = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\//) as string;
export const id = expect.stringMatching(/^\d{18}$/) as string;

/** Connects a partner and returns its lookup calls, which must succeed. */
export async function openLookup() {
  const market = await openMarketplace();
  const tokens = await market.connect();
  const call = (method: string, path: string, json?: unknown) =>
    market.call(tokens, method, path, json);
  const get = async <T>(path: string) => {
    const answer = await call('GET', path);
    expect(answer.status).toBe(200);
    return (answer.json as Page<T>).data;
  };
  const search = async (body: object, path = '/api/v4/businesses/search') => {
    const answer = await call('POST', path, { zipCode: '78704', utmData, ...body });
    expect(answer.status).toBe(200);
    return answer.json as Search;
  };
  const searchFiltered = (userQuery: string, more: object = {}) =>
    search({ userQuery, ...more }, '/api/v4/businesses/search-filtered');
  return { market, tokens, call, get, search, filtered: searchFiltered };
}
