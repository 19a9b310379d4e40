/** Lookup calls of v4 (conformance.md, Other v4 paths). */
import type { LookupsOf } from '../../../../../../contract/generations.ts';
import type { LookupKind } from '../../../../../../contract/commands/lookup.ts';
import { fail } from '../../../../../../contract/errors.ts';
import { oneRecord, parse } from '../../../../platform/http/parse.ts';
import { readPage } from '../../../../platform/http/pages.ts';
import { segment } from '../../../../platform/http/calls.ts';
import type { Transport } from '../../../../platform/http/transport.ts';
import { findLookupCall, createLookupSender } from '../../../../accounts/look-up.ts';
import type {
  FoundRecord,
  Lookup,
  LookUp,
  LookupCall,
  LookupCalls,
  QuestionOf,
} from '../../../../accounts/look-up.ts';
import { messageSources } from '../reader.ts';
import { api, messageRecord } from './records.ts';
import { messagesCall, maxMessages, threadPages, type MessagePages } from './thread.ts';

const utm = (source: string) => ({ 'utmData[utm_source]': source });

const get = (name: string, path: string, query: LookupCall['query'] = {}): LookupCall => ({
  name,
  method: 'GET',
  path: `${api}/${path}`,
  query,
});

const post = (name: string, path: string, body: object): LookupCall => ({
  name,
  method: 'POST',
  path: `${api}/${path}`,
  body,
});

const calls: LookupCalls<Exclude<LookupsOf<'v4'>, 'message'>> = {
  negotiation: ({ negotiationID }) =>
    get('negotiations.get', `negotiations/${segment(negotiationID)}`),
  conversation: ({ negotiationID }) => messagesCall(negotiationID, { limit: maxMessages }),
  user: () => get('users.self', 'users/self'),
  categories: ({ searchQuery }) => get('categories.search', 'categories/search', { searchQuery }),
  keywords: ({ searchQuery, limit }) =>
    get('keywords.search', 'keywords/search', { searchQuery, limit: String(limit) }),
  recommendations: ({ zipCode, recommendationType, utmSource, limit }) => {
    const query = { zipCode, recommendationType, ...utm(utmSource), limit: String(limit) };
    return get('categories.recommendations', 'categories/recommendations', query);
  },
  homecare: ({ zipCode, propertyType, utmSource }) => {
    const query = { zipCode, ...(propertyType && { propertyType }), ...utm(utmSource) };
    return get('categories.homecare', 'categories/homecare', query);
  },
  businesses: ({ searchQuery, zipCode, utmSource, limit }) => {
    const body = { searchQuery, zipCode, utmData: { utm_source: utmSource }, limit };
    return post('businesses.search', 'businesses/search', body);
  },
  filtered: ({ userQuery, zipCode, utmSource, limit }) => {
    const body = { userQuery, zipCode, utmData: { utm_source: utmSource }, limit };
    return post('businesses.searchFiltered', 'businesses/search-filtered', body);
  },
  reviewsOfOne: ({ businessID, limit, offset }) => {
    const query = { limit: String(limit), offset: String(offset) };
    return get('reviews.ofOne', `businesses/${segment(businessID)}/reviews`, query);
  },
  reviewsOfSeveral: ({ businessIDs, limit, offset }) => {
    const query = { limit: String(limit), offset: String(offset), businessIDs };
    return get('reviews.ofSeveral', 'reviews/', query);
  },
};

const messageFound = (record: unknown): FoundRecord => ({
  of: 'message',
  record,
  sources: messageSources,
});

const messagesIn = (body: unknown): readonly unknown[] => {
  const page = readPage(body, {});
  return page.ok ? page.value.records.flat() : [];
};

/** Extracts the records that the app can parse from a response. */
const recordsIn: { readonly [K in LookupKind]?: (body: unknown) => readonly FoundRecord[] } = {
  negotiation: (body) => [{ of: 'lead', record: oneRecord(body) }],
  conversation: (body) => messagesIn(body).map(messageFound),
};

const isMessage = (record: unknown, messageID: string): boolean => {
  const read = parse(messageRecord, record);
  return read.ok && read.value.messageID === messageID;
};

const maxPages = 50;

export const lookUpAt = (ask: Transport, base: URL): LookUp => {
  const look = createLookupSender(ask, base);

  /** The service cannot fetch a single message, so its conversation is searched. */
  const findMessage = async ({
    negotiationID,
    messageID,
  }: QuestionOf<'message'>): Promise<Lookup | null> => {
    const lookups: Lookup[] = [];
    const messages: MessagePages = async (id, query) => {
      const lookup = await look(messagesCall(id, query), (body) =>
        messagesIn(body)
          .filter((record) => isMessage(record, messageID))
          .map(messageFound),
      );
      lookups.push(lookup);
      return lookup.answer.ok ? readPage(lookup.answer.value.body, {}) : lookup.answer;
    };
    for await (const page of threadPages({ messages }, negotiationID, null, 'person')) {
      const isFound = page.ok && page.value.some((record) => isMessage(record, messageID));
      if (isFound || lookups.length >= maxPages) break;
    }
    const last = lookups.at(-1);
    if (last === undefined) return null;
    return !last.answer.ok || last.answer.value.records.length > 0
      ? last
      : { ...last, answer: fail('not_found', 'The conversation does not hold that message.') };
  };

  return async (question) => {
    if (question.kind === 'message') return findMessage(question);
    const call = findLookupCall(calls, question);
    return call && look(call, recordsIn[question.kind] ?? (() => []));
  };
};
