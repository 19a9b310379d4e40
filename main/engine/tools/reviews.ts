/** Handlers of `reviews.*`. */
import { succeed } from '../../../contract/errors.ts';
import { maxCursorLength, type Review } from '../../../contract/commands/reviews.ts';
import { decodeEntities } from '../platform/entities.ts';
import type { ReviewRecord, Service } from '../accounts/service.ts';
import { readCategoryNames } from '../leads/categories.ts';
import { toLeadID } from '../platform/store/ids.ts';
import { findLead } from '../leads/leads.ts';
import type { Store } from '../platform/store/store.ts';
import { failNotConnected, type Handlers } from '../platform/command/handler.ts';

type Dependencies = {
  readonly store: Store;
  readonly findService: (accountID: string) => Pick<Service, 'reviews'> | null;
};

const decodeText = (text: string | undefined): string => decodeEntities(text ?? '').trim();

const isPictureURL = (url: string): boolean => {
  if (!URL.canParse(url)) return false;
  const { protocol, username, password } = new URL(url);
  return protocol === 'https:' && username === '' && password === '';
};

export const createReviewCommands = ({
  store,
  findService,
}: Dependencies): Handlers<'reviews.page'> => {
  const toReview = (
    record: ReviewRecord,
    accountID: string,
    businessID: string,
    categories: ReadonlyMap<string, string>,
  ): Review => {
    const { negotiationID, categoryID, category } = record;
    const lead = negotiationID === undefined ? null : findLead(store, accountID, negotiationID);
    const response = decodeText(record.responseText);
    const known = categoryID === undefined ? undefined : categories.get(categoryID);
    return {
      reviewID: record.reviewID,
      businessID: record.businessID ?? businessID,
      rating: record.rating ?? null,
      text: decodeText(record.reviewText),
      reviewer: decodeText(record.reviewerName),
      at: record.createTime ?? null,
      response: response === '' ? null : { text: response, at: record.responseTime ?? null },
      category: decodeText(category?.name) || known || null,
      leadID: lead === null ? null : toLeadID(lead.lead),
      images: record.images.filter(isPictureURL),
    };
  };

  return {
    'reviews.page': async ({ accountID, businessID, after, limit }) => {
      const service = findService(accountID);
      if (service === null) return failNotConnected();
      const query =
        after === undefined
          ? { limit: String(limit), offset: '0' }
          : Object.fromEntries(new URLSearchParams(after));
      const answer = await service.reviews.fetchPage(businessID, query);
      if (!answer.ok) return answer;
      const { records, next } = answer.value;
      const read = records.map(service.reviews.parseRecord);
      const categories = readCategoryNames(store, accountID);
      const cursor = next === null ? null : new URLSearchParams(next).toString();
      return succeed({
        reviews: read.flatMap((record) =>
          record.ok ? [toReview(record.value, accountID, businessID, categories)] : [],
        ),
        next: cursor !== null && cursor.length > maxCursorLength ? null : cursor,
        unreadable: read.filter(({ ok }) => !ok).length,
      });
    },
  };
};
