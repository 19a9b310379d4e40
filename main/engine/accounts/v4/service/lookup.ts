/** Lookup calls of v4 (service.md, Endpoints I, J and L; live-facts, Messages and Other v4 paths). */
import type { LookupsOf } from '../../../../../contract/generations.ts';
import type { LookupKind } from '../../../../../contract/commands/lookup.ts';
import { fail } from '../../../../../contract/errors.ts';
import { oneRecord, parse } from '../../../platform/http/parse.ts';
import { readPage } from '../../../platform/http/pages.ts';
import { segment } from '../../../platform/http/calls.ts';
import type { Transport } from '../../../platform/http/transport.ts';
import {
  lookupSender,
  outlineOf,
  type FoundRecord,
  type Lookup,
  type LookUp,
  type Outlines,
  type QuestionOf,
} from '../../look-up.ts';
import { messageSources } from '../reader.ts';
import { messagesCall, mostMessages, type MessagePages } from './messages.ts';
import { api } from './paths.ts';
import { messageRecord } from './records.ts';
import { reviewsOfOne, reviewsOfSeveral } from './reviews.ts';
import { threadPages } from './thread.ts';

const utm = (source: string) => ({ 'utmData[utm_source]': source });

const outlines: Outlines<Exclude<LookupsOf<'v4'>, 'message'>> = {
  negotiation: ({ negotiationID }) => ({
    name: 'negotiations.get',
    method: 'GET',
    path: `${api}/negotiations/${segment(negotiationID)}`,
  }),
  conversation: ({ negotiationID }) => messagesCall(negotiationID, { limit: mostMessages }),
  user: () => ({ name: 'users.self', method: 'GET', path: `${api}/users/self` }),
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
  reviewsOfOne: ({ businessID, limit, offset }) => ({
    ...reviewsOfOne(businessID, { limit: String(limit), offset: String(offset) }),
    method: 'GET',
  }),
  reviewsOfSeveral: ({ businessIDs, limit, offset }) => ({
    ...reviewsOfSeveral(businessIDs, { limit: String(limit), offset: String(offset) }),
    method: 'GET',
  }),
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

/** The records in a response that the app can parse. */
const recordsIn: { readonly [K in LookupKind]?: (body: unknown) => readonly FoundRecord[] } = {
  negotiation: (body) => [{ of: 'lead', record: oneRecord(body) }],
  conversation: (body) => messagesIn(body).map(messageFound),
};

const isMessage = (record: unknown, messageID: string): boolean => {
  const read = parse(messageRecord, record);
  return read.ok && read.value.messageID === messageID;
};

/** Pages of a conversation that are searched for a message. */
const mostPages = 50;

/** The lookups of one account. @param base the base address of the transport */
export const lookUpAt = (ask: Transport, base: URL): LookUp => {
  const look = lookupSender(ask, base);

  /** The service has no message by id, so its conversation is searched. */
  const findMessage = async ({
    negotiationID,
    messageID,
  }: QuestionOf<'message'>): Promise<Lookup | null> => {
    const asked: Lookup[] = [];
    const messages: MessagePages = async (id, query) => {
      const lookup = await look(messagesCall(id, query), (body) =>
        messagesIn(body)
          .filter((record) => isMessage(record, messageID))
          .map(messageFound),
      );
      asked.push(lookup);
      return lookup.answer.ok ? readPage(lookup.answer.value.body, {}) : lookup.answer;
    };
    for await (const page of threadPages({ messages }, negotiationID, null, 'person')) {
      const isFound = page.ok && page.value.some((record) => isMessage(record, messageID));
      if (isFound || asked.length >= mostPages) break;
    }
    const last = asked.at(-1);
    if (last === undefined) return null;
    return !last.answer.ok || last.answer.value.records.length > 0
      ? last
      : { ...last, answer: fail('not_found', 'The conversation does not hold that message.') };
  };

  return async (question) => {
    if (question.kind === 'message') return findMessage(question);
    const outline = outlineOf(outlines, question);
    return outline && look(outline, recordsIn[question.kind] ?? (() => []));
  };
};
