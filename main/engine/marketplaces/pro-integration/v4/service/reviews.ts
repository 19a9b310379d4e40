/** Fetches a business's reviews. The path for several is unconfirmed: only a lookup uses it. */
import { z } from 'zod';
import { escapeSegment, type Calls } from '../../../../platform/http/calls.ts';
import { api } from './records.ts';
import { parse } from '../../../../platform/http/parse.ts';
import type { ReviewCalls } from '../../../../accounts/service.ts';
import {
  id,
  listOf,
  number,
  part,
  optional,
  text,
  time,
} from '../../../../platform/http/fields.ts';

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

export const createReviewCalls = ({ getPage }: Pick<Calls, 'getPage'>): ReviewCalls => ({
  fetchPage: (businessID, query) => {
    const path = `${api}/businesses/${escapeSegment(businessID)}/reviews`;
    return getPage('reviews.ofOne', path, query, 'person');
  },
  parseRecord: (record) => parse(reviewRecord, record),
});
