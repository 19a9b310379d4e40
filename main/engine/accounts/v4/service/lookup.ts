/**
 * The paths that read the marketplace (service.md, Endpoints L; live-facts, Other v4 paths), one
 * function for each. A support person wants the answer as it came, so nothing is taken out of it and
 * nothing is demanded of it; the two searches are POSTs that change nothing.
 */
import { succeed } from '../../../../../contract/errors.ts';
import type { LookupKind } from '../../../../../contract/commands/lookup.ts';
import { addressBelow, type Call } from '../../../platform/http/transport.ts';
import { type Calls } from '../../../platform/http/calls.ts';
import type { Lookup, LookupCalls, LookupInput } from '../../service.ts';
import { api } from './paths.ts';
import { reviewsOfOne, reviewsOfSeveral } from './reviews.ts';

type Outline = Pick<Call, 'name' | 'method' | 'path' | 'query' | 'body'>;

const utm = (source: string) => ({ 'utmData[utm_source]': source });

const outlines: { readonly [K in LookupKind]: (input: LookupInput<K>) => Outline } = {
  categories: ({ searchQuery }) => ({
    name: 'categories.search',
    method: 'GET',
    path: `${api}/categories/search`,
    query: { searchQuery },
  }),
  keywords: ({ searchQuery, limit }) => ({
    name: 'keywords.search',
    method: 'GET',
    path: `${api}/keywords/search`,
    query: { searchQuery, limit: String(limit) },
  }),
  recommendations: ({ zipCode, recommendationType, utmSource, limit }) => ({
    name: 'categories.recommendations',
    method: 'GET',
    path: `${api}/categories/recommendations`,
    query: { zipCode, recommendationType, ...utm(utmSource), limit: String(limit) },
  }),
  homecare: ({ zipCode, propertyType, utmSource }) => ({
    name: 'categories.homecare',
    method: 'GET',
    path: `${api}/categories/homecare`,
    query: {
      zipCode,
      ...(propertyType === undefined ? {} : { propertyType }),
      ...utm(utmSource),
    },
  }),
  businesses: ({ searchQuery, zipCode, utmSource, limit }) => ({
    name: 'businesses.search',
    method: 'POST',
    path: `${api}/businesses/search`,
    body: { searchQuery, zipCode, utmData: { utm_source: utmSource }, limit },
  }),
  filtered: ({ userQuery, zipCode, utmSource, limit }) => ({
    name: 'businesses.searchFiltered',
    method: 'POST',
    path: `${api}/businesses/search-filtered`,
    body: { userQuery, zipCode, utmData: { utm_source: utmSource }, limit },
  }),
  reviewsOfOne: ({ businessID, limit, offset }) =>
    reviewsOfOne(businessID, { limit: String(limit), offset: String(offset) }),
  reviewsOfSeveral: ({ businessIDs, limit, offset }) =>
    reviewsOfSeveral(businessIDs, { limit: String(limit), offset: String(offset) }),
};

/** The lookups of one account. @param base the service's address, as its transport has it */
export const lookupCalls = ({ ask }: Pick<Calls, 'ask'>, base: URL): LookupCalls => {
  const look = async (outline: Outline): Promise<Lookup> => {
    let status = 0;
    const answer = await ask({
      ...outline,
      onlyAsks: true,
      urgency: 'person',
      expects: 'record',
      heard: (raw) => {
        status = raw.status;
      },
    });
    return {
      request: {
        method: outline.method === 'GET' ? 'GET' : 'POST',
        url: base.origin + addressBelow(base, outline),
        body: outline.body === undefined ? null : JSON.stringify(outline.body),
      },
      answer: answer.ok ? succeed({ status, body: answer.value }) : answer,
    };
  };
  return {
    categories: (input) => look(outlines.categories(input)),
    keywords: (input) => look(outlines.keywords(input)),
    recommendations: (input) => look(outlines.recommendations(input)),
    homecare: (input) => look(outlines.homecare(input)),
    businesses: (input) => look(outlines.businesses(input)),
    filtered: (input) => look(outlines.filtered(input)),
    reviewsOfOne: (input) => look(outlines.reviewsOfOne(input)),
    reviewsOfSeveral: (input) => look(outlines.reviewsOfSeveral(input)),
  };
};
