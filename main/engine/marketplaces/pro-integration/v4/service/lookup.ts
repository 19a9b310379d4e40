/** Lookup calls of v4 (conformance.md, Other v4 paths). */
import type { LookupsOf } from '../../../../../../contract/generations.ts';
import type { LookupKind } from '../../../../../../contract/commands/lookup.ts';
import { fail } from '../../../../../../contract/errors.ts';
import { pickRecord, parse } from '../../../../platform/http/parse.ts';
import { parsePage } from '../../../../platform/http/pages.ts';
import { escapeSegment } from '../../../../platform/http/calls.ts';
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
import { listMessageSources } from '../reader.ts';
import { api, messageRecord } from './records.ts';
import {
  buildMessagesCall,
  maxMessages,
  fetchThreadPages,
  type FetchMessagePage,
} from './thread.ts';

const buildUTM = (source: string) => ({ 'utmData[utm_source]': source });

const buildGet = (name: string, path: string, query: LookupCall['query'] = {}): LookupCall => ({
  name,
  method: 'GET',
  path: `${api}/${path}`,
  query,
});

const buildPost = (name: string, path: string, body: object): LookupCall => ({
  name,
  method: 'POST',
  path: `${api}/${path}`,
  body,
});

const calls: LookupCalls<Exclude<LookupsOf<'v4'>, 'message'>> = {
  negotiation: ({ negotiationID }) =>
    buildGet('negotiations.get', `negotiations/${escapeSegment(negotiationID)}`),
  conversation: ({ negotiationID }) => buildMessagesCall(negotiationID, { limit: maxMessages }),
  user: () => buildGet('users.self', 'users/self'),
  categories: ({ searchQuery }) =>
    buildGet('categories.search', 'categories/search', { searchQuery }),
  keywords: ({ searchQuery, limit }) =>
    buildGet('keywords.search', 'keywords/search', { searchQuery, limit: String(limit) }),
  recommendations: ({ zipCode, recommendationType, utmSource, limit }) => {
    const query = { zipCode, recommendationType, ...buildUTM(utmSource), limit: String(limit) };
    return buildGet('categories.recommendations', 'categories/recommendations', query);
  },
  homecare: ({ zipCode, propertyType, utmSource }) => {
    const query = { zipCode, ...(propertyType && { propertyType }), ...buildUTM(utmSource) };
    return buildGet('categories.homecare', 'categories/homecare', query);
  },
  businesses: ({ searchQuery, zipCode, utmSource, limit }) => {
    const body = { searchQuery, zipCode, utmData: { utm_source: utmSource }, limit };
    return buildPost('businesses.search', 'businesses/search', body);
  },
  filtered: ({ userQuery, zipCode, utmSource, limit }) => {
    const body = { userQuery, zipCode, utmData: { utm_source: utmSource }, limit };
    return buildPost('businesses.searchFiltered', 'businesses/search-filtered', body);
  },
  reviewsOfOne: ({ businessID, limit, offset }) => {
    const query = { limit: String(limit), offset: String(offset) };
    return buildGet('reviews.ofOne', `businesses/${escapeSegment(businessID)}/reviews`, query);
  },
  reviewsOfSeveral: ({ businessIDs, limit, offset }) => {
    const query = { limit: String(limit), offset: String(offset), businessIDs };
    return buildGet('reviews.ofSeveral', 'reviews/', query);
  },
};

const toFoundMessage = (record: unknown): FoundRecord => ({
  of: 'message',
  record,
  sources: listMessageSources,
});

const parseMessages = (body: unknown): readonly unknown[] => {
  const page = parsePage(body, {});
  return page.ok ? page.value.records.flat() : [];
};

/** Extracts the records that the app can parse from a response. */
const recordsIn: { readonly [K in LookupKind]?: (body: unknown) => readonly FoundRecord[] } = {
  negotiation: (body) => [{ of: 'lead', record: pickRecord(body) }],
  conversation: (body) => parseMessages(body).map(toFoundMessage),
};

const isMessage = (record: unknown, messageID: string): boolean => {
  const read = parse(messageRecord, record);
  return read.ok && read.value.messageID === messageID;
};

const maxPages = 50;

export const createLookUp = (ask: Transport, base: URL): LookUp => {
  const look = createLookupSender(ask, base);

  /** The service cannot fetch a single message, so its conversation is searched. */
  const findMessage = async ({
    negotiationID,
    messageID,
  }: QuestionOf<'message'>): Promise<Lookup | null> => {
    const lookups: Lookup[] = [];
    const fetchMessagePage: FetchMessagePage = async (id, query) => {
      const lookup = await look(buildMessagesCall(id, query), (body) =>
        parseMessages(body)
          .filter((record) => isMessage(record, messageID))
          .map(toFoundMessage),
      );
      lookups.push(lookup);
      return lookup.answer.ok ? parsePage(lookup.answer.value.body, {}) : lookup.answer;
    };
    for await (const page of fetchThreadPages(
      { fetchMessagePage },
      negotiationID,
      null,
      'person',
    )) {
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
