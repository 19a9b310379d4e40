/** Fetches a business's reviews. The path for several is unconfirmed: only a lookup uses it. */
import { z } from 'zod';
import { segment, type Calls } from '../../../../platform/http/calls.ts';
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

export const reviewCalls = ({ getPage }: Pick<Calls, 'getPage'>): ReviewCalls => ({
  ofOne: (businessID, query) => {
    const path = `${api}/businesses/${segment(businessID)}/reviews`;
    return getPage('reviews.ofOne', path, query, 'person');
  },
  read: (record) => parse(reviewRecord, record),
});
