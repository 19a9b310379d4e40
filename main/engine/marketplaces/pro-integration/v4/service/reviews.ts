/**
 * Fetches reviews of businesses. The path for several businesses is unconfirmed, so the app's
 * screen fetches business by business.
 */
import { z } from 'zod';
import { succeed, type Answer } from '../../../../../../contract/errors.ts';
import type { Call } from '../../../../platform/http/transport.ts';
import { segment, type Calls } from '../../../../platform/http/calls.ts';
import { api } from './records.ts';
import { parse } from '../../../../platform/http/parse.ts';
import type { ReviewCalls } from '../../../../accounts/service.ts';
import { readPage, type Query, type RecordPage } from '../../../../platform/http/pages.ts';
import {
  id,
  listOf,
  number,
  part,
  optional,
  text,
  time,
} from '../../../../platform/http/fields.ts';

type ReviewCall = Pick<Call, 'name' | 'method' | 'path' | 'query'>;

/** @param query `limit` and `offset`, or the `next` of a page */
export const reviewsOfOne = (businessID: string, query: Query): ReviewCall => ({
  name: 'reviews.ofOne',
  method: 'GET',
  path: `${api}/businesses/${segment(businessID)}/reviews`,
  query,
});

/** Repeats the parameter `businessIDs`. */
export const reviewsOfSeveral = (businessIDs: readonly string[], query: Query): ReviewCall => ({
  name: 'reviews.ofSeveral',
  method: 'GET',
  path: `${api}/reviews/`,
  query: { ...query, businessIDs },
});

export const reviewRecord = z.object({
  reviewID: id,
  businessID: optional(id),
  reviewText: text,
  rating: number,
  createTime: time,
  reviewerName: text,
  responseText: text,
  responseTime: time,
  negotiationID: optional(id),
  categoryID: optional(id),
  /** Undocumented; used where present. */
  category: part('name', { name: text }),
  /** Addresses, or objects with one: undocumented. */
  images: listOf(
    z.union([
      z.string(),
      z.object({ url: z.string() }).transform(({ url }) => url),
      z.object({ imageURL: z.string() }).transform(({ imageURL }) => imageURL),
    ]),
  ),
});

export const reviewCalls = ({ ask }: Pick<Calls, 'ask'>): ReviewCalls => {
  const page = async (call: ReviewCall, query: Query): Promise<Answer<RecordPage>> => {
    const answer = await ask({ ...call, urgency: 'person', expects: 'record' });
    if (!answer.ok) return answer;
    const read = readPage(answer.value, query);
    if (!read.ok || read.value.next === null) return read;
    // Each page sends the businesses again, whatever the `next` address contains.
    const next = Object.entries(read.value.next).filter(([name]) => name !== 'businessIDs');
    return succeed({ ...read.value, next: Object.fromEntries(next) });
  };
  return {
    ofOne: (businessID, query) => page(reviewsOfOne(businessID, query), query),
    ofSeveral: (businessIDs, query) => page(reviewsOfSeveral(businessIDs, query), query),
    read: (record) => parse(reviewRecord, record),
  };
};
